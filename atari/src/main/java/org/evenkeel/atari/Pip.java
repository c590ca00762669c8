package org.evenkeel.atari;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Shell;

/// Fetches the `ale-py` wheel, which holds the ROMs, with pip: it knows the user's index, proxy and cache.
final class Pip {
  /// The version that the games were read from. The wheels of all platforms hold the same ROMs.
  static final String WANTED = "ale-py==0.12.1";

  /// What to ask for, in this order: this Python may be one that there is no wheel for, or too old for the version.
  private static final List<List<String>> REQUESTS =
      List.of(
          List.of(WANTED),
          List.of("--python-version=3.12", "--platform=manylinux_2_28_x86_64", WANTED),
          List.of("ale-py"));

  private static final List<List<String>> USUAL =
      List.of(
          List.of("python3", "-m", "pip"),
          List.of("python", "-m", "pip"),
          List.of("pip3"),
          List.of("pip"));

  private final List<List<String>> commands;
  private final Duration patience;

  /// The pip of this machine.
  Pip() {
    this(USUAL, Duration.ofMinutes(5));
  }

  /// The first of some commands that answers.
  ///
  /// @param patience how long a download may take
  Pip(List<List<String>> commands, Duration patience) {
    this.commands = commands;
    this.patience = patience;
  }

  /// Does something with a downloaded wheel.
  @FunctionalInterface
  interface Use<T> {
    T with(Path wheel) throws IOException;
  }

  /// How a command ended and what it said.
  private record Ending(int code, String said) {
    String lastLine() {
      return said.lines().filter(line -> !line.isBlank()).reduce("", (_, last) -> last.strip());
    }
  }

  /// Downloads the wheel, uses it and deletes it.
  <T> T download(Use<T> use) throws IOException {
    Path folder = Files.createTempDirectory("evenkeel-roms");
    try {
      List<String> pip = find(folder);
      List<Ending> failures = new ArrayList<>();
      for (List<String> request : REQUESTS) {
        Path into = Files.createTempDirectory(folder, "wheel");
        Ending ending = run(folder, command(pip, into, request), patience);
        List<Path> wheels = wheels(into);
        if (ending.code == 0 && !wheels.isEmpty()) {
          return use.with(wheels.getFirst());
        }
        failures.add(ending);
      }
      throw new IOException(
          "pip could not fetch %s (%s): %s".formatted(WANTED, reason(failures), otherwise()));
    } finally {
      delete(folder);
    }
  }

  private static String otherwise() {
    return "'"
        + Shell.command("roms", "install", "--from")
        + "' takes ROMs or an ale-py wheel that you have";
  }

  private static List<String> command(List<String> pip, Path into, List<String> request) {
    List<String> command = new ArrayList<>(pip);
    command.addAll(List.of("download", "--disable-pip-version-check", "--no-input", "--retries=2"));
    command.addAll(List.of("--no-deps", "--only-binary=:all:", "-d", into.toString()));
    command.addAll(request);
    return command;
  }

  private List<String> find(Path folder) throws IOException {
    for (List<String> command : commands) {
      List<String> asked = new ArrayList<>(command);
      asked.add("--version");
      try {
        if (run(folder, asked, Duration.ofSeconds(30)).code == 0) {
          return command;
        }
      } catch (NotStarted _) {
        // not on this machine: the next one may be
      }
    }
    throw new IOException(
        "ROMs are fetched with pip, and there is none on this machine: install Python with pip, or "
            + otherwise());
  }

  /// Without a connection pip says in its last line that there is no such package, which is not what to look at.
  private static String reason(List<Ending> failures) {
    if (failures.stream().anyMatch(f -> f.said.contains("connection broken by"))) {
      return "it has no connection to its package index";
    }
    String last = failures.getFirst().lastLine();
    return last.isEmpty() ? "exit code " + failures.getFirst().code : last;
  }

  /// A command that is not there.
  private static final class NotStarted extends IOException {
    private static final long serialVersionUID = 1;

    NotStarted(IOException cause) {
      super(cause);
    }
  }

  /// Runs a command in a folder of its own: `python -m pip` would take a folder `pip` that lies around.
  private static Ending run(Path folder, List<String> command, Duration limit) throws IOException {
    Path said = folder.resolve("said");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException e) {
      throw new NotStarted(e);
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "pip has not answered in %d s and was stopped: %s"
                .formatted(limit.toSeconds(), otherwise()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the download was interrupted", e);
    } finally {
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      all.add(process.toHandle());
      all.forEach(ProcessHandle::destroyForcibly);
      // Until they are gone they may write into the folder that is deleted next.
      all.forEach(Pip::awaitEnd);
    }
    return new Ending(
        process.exitValue(), new String(Files.readAllBytes(said), StandardCharsets.UTF_8));
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      return; // it cannot be killed: the folder is deleted as far as it can be
    }
  }

  private static List<Path> wheels(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".whl")).sorted().toList();
    }
  }

  /// What cannot be deleted stays, in the system's folder for temporary files: it must not hide what went wrong before.
  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }
}
