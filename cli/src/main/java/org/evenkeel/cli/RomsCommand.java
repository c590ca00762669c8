package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.evenkeel.atari.EmulatorInstaller;
import org.evenkeel.atari.Game;
import org.evenkeel.atari.RomInstaller;
import org.evenkeel.atari.Roms;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `evenkeel roms`: the ROMs of the Atari games.
@Command(
    name = "roms",
    subcommands = {RomsCommand.Install.class, RomsCommand.Show.class},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Installs the Atari emulator and ROMs, and lists the ROMs.",
    footer = {
      "",
      "ROMs are kept in the folder named by EVENKEEL_ROMS; if it is not set, in evenkeel/roms in your data folder."
    })
final class RomsCommand implements Runnable {
  /// The user's ROMs; tests replace them.
  Supplier<Roms> roms = Roms::ofUser;

  @Spec private CommandSpec spec = CommandSpec.create();

  RomsCommand() {}

  /// Prints help, because no command was given.
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /// `evenkeel roms install`.
  @Command(
      name = "install",
      mixinStandardHelpOptions = true,
      description = {
        "Installs Atari ROMs, either from the Python package ale-py, which pip downloads, or from your own"
            + " files. Each ROM is identified by its MD5, whatever its file name."
      },
      footer = {
        "",
        "${ROOT-COMMAND-NAME} roms install",
        "${ROOT-COMMAND-NAME} roms install --from ~/roms",
        "${ROOT-COMMAND-NAME} roms install --from ale_py-0.12.1-cp312-cp312-win_amd64.whl"
      })
  static final class Install implements Callable<Integer> {
    private static final int MOST_NAMES = 8;

    @Spec private CommandSpec spec = CommandSpec.create();
    @ParentCommand private RomsCommand parent = new RomsCommand();

    @Option(
        names = "--from",
        paramLabel = "DIR|FILE",
        description =
            "A folder of ROMs, a ROM file, or an ale-py wheel or other zip archive (default: download the wheel"
                + " with pip).")
    private @Nullable Path from;

    @Option(
        names = "--repository",
        paramLabel = "URL",
        description =
            "Maven repository from which to download the emulator, if the program was installed without it"
                + " (default: Maven Central).")
    private @Nullable URI repository;

    Install() {}

    @Override
    public Integer call() throws IOException {
      Roms roms = parent.roms.get();
      RomInstaller installer = new RomInstaller(roms);
      Path source = from;
      tell(source == null ? fetch(installer, roms) : installer.install(source), roms);
      if (repository != null || !EmulatorInstaller.isLoaded()) {
        installEmulator(repository == null ? EmulatorInstaller.CENTRAL : repository);
      }
      return ExitCode.OK;
    }

    private void installEmulator(URI chosen) throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      Path folder = EmulatorInstaller.folderOfUser();
      List<Path> written =
          new EmulatorInstaller(folder)
              .install(
                  chosen,
                  name -> {
                    err.println("downloading " + name + " from " + chosen + "...");
                    err.flush();
                  });
      spec.commandLine()
          .getOut()
          .printf(
              "emulator     %s in %s (GPL, version 2)%n",
              written.isEmpty() ? "already installed" : "installed", Outside.path(folder));
    }

    private RomInstaller.Result fetch(RomInstaller installer, Roms roms) throws IOException {
      if (!roms.complete()) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("downloading the package ale-py with pip for its ROMs (3 MB)...");
        err.flush();
      }
      return installer.fetch();
    }

    private void tell(RomInstaller.Result result, Roms roms) {
      PrintWriter out = spec.commandLine().getOut();
      out.printf("folder       %s%n", Outside.path(roms.folder()));
      int already = result.present().size();
      out.printf(
          "installed    %s%s%n",
          Counted.of(result.installed().size(), "ROM"),
          already == 0 ? "" : " (already installed: " + Counted.of(already, "ROM") + ")");
      if (!result.replaced().isEmpty()) {
        out.printf("replaced     the wrong files of %s%n", names(result.replaced()));
      }
      if (!result.missing().isEmpty()) {
        out.printf(
            "missing      %s: %s%n",
            Counted.of(result.missing().size(), "ROM"), names(result.missing()));
      }
      out.flush();
    }

    private static String names(List<Game> games) {
      String first = String.join(", ", games.stream().limit(MOST_NAMES).map(Game::id).toList());
      int more = games.size() - MOST_NAMES;
      return more <= 0
          ? first
          : first + " and " + more + " more (" + Shell.command("roms", "list") + ")";
    }
  }

  /// `evenkeel roms list`.
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the Atari games and shows which ROMs are installed.")
  static final class Show implements Callable<Integer> {
    private static final int COLUMNS = 4;
    private static final Map<Roms.State, Character> MARKS =
        Map.of(Roms.State.CHECKED, '+', Roms.State.WRONG, '!', Roms.State.MISSING, '-');

    @Spec private CommandSpec spec = CommandSpec.create();
    @ParentCommand private RomsCommand parent = new RomsCommand();

    Show() {}

    @Override
    public Integer call() {
      Roms roms = parent.roms.get();
      List<Game> games = Game.all();
      List<Roms.State> states = games.stream().map(roms::state).toList();
      PrintWriter out = spec.commandLine().getOut();
      table(out, games, states);
      out.println();
      Map<Roms.State, Integer> counts = new EnumMap<>(Roms.State.class);
      states.forEach(state -> counts.merge(state, 1, Integer::sum));
      int wrong = counts.getOrDefault(Roms.State.WRONG, 0);
      int missing = counts.getOrDefault(Roms.State.MISSING, 0);
      out.printf("folder       %s%n", Outside.path(roms.folder()));
      out.printf(
          "games        %d: + %d with a ROM, - %d without%s%n",
          games.size(),
          counts.getOrDefault(Roms.State.CHECKED, 0),
          missing,
          wrong == 0 ? "" : ", ! " + wrong + " with a wrong file");
      if (wrong + missing > 0) {
        out.println("'" + Shell.command("roms", "install") + "' downloads and checks the ROMs");
      }
      out.flush();
      return ExitCode.OK;
    }

    /// Prints a table, sorted down the columns like the output of `ls`.
    private static void table(PrintWriter out, List<Game> games, List<Roms.State> states) {
      int rows = (games.size() + COLUMNS - 1) / COLUMNS;
      int width = games.stream().mapToInt(game -> game.id().length()).max().orElse(0);
      for (int row = 0; row < rows; row++) {
        StringBuilder line = new StringBuilder();
        for (int i = row; i < games.size(); i += rows) {
          line.append(
              String.format(
                  Locale.ROOT,
                  "%c %-" + width + "s ",
                  MARKS.get(states.get(i)),
                  games.get(i).id()));
        }
        out.println(line.toString().stripTrailing());
      }
    }
  }
}
