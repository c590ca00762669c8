package org.evenkeel.lab.watch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.compare.RunsReport;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.report.Picture;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.RunDirectory;

/// Shows the beginning of an episode for each game and algorithm among some runs, in their report. Only observations
/// that are images are shown: a pole on a cart is four numbers.
public final class RunPictures {
  private static final int MOST_PICTURES = 6;
  private static final int STEPS = 120;

  private RunPictures() {}

  /// Returns a section with the pictures; empty if there are no pictures.
  ///
  /// @param folders folders of runs, or folders with such folders below them
  /// @param warnings the receiver of a sentence about each run that cannot be shown
  public static List<Section> section(List<Path> folders, Consumer<String> warnings)
      throws IOException {
    Map<String, Path> shown = new LinkedHashMap<>();
    for (Path folder : folders) {
      for (Path run : RunsReport.find(folder)) {
        title(run).ifPresent(what -> shown.putIfAbsent(what, run));
      }
    }
    List<Picture> pictures = new ArrayList<>();
    for (Map.Entry<String, Path> one : shown.entrySet()) {
      if (pictures.size() < MOST_PICTURES) {
        try {
          add(pictures, one.getKey(), one.getValue());
        } catch (IOException | IllegalArgumentException e) {
          warnings.accept("no picture of '" + one.getValue() + "': " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
          // The environment may be the user's: if it throws, only a picture is lost and not the
          // page.
          warnings.accept("no picture of '" + one.getValue() + "': " + e);
        }
      }
    }
    return pictures.isEmpty()
        ? List.of()
        : List.of(
            new Section(
                "runs-played",
                "How they play",
                "For each, the first %d steps of an episode of its first run, with the value of each action and a dot for each of the combined networks. '%s' plays other episodes."
                    .formatted(STEPS, Shell.command("watch")),
                List.of(),
                List.of(),
                List.of(),
                pictures));
  }

  /// Returns the environment and the algorithm; empty for a run that cannot be read, which the tables leave out as
  /// well.
  private static Optional<String> title(Path run) {
    try {
      RunConfig config = RunDirectory.config(run);
      return Optional.of(
          Environments.title(config.environment())
              + ", "
              + Algorithms.describe(config.training().algorithm()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void add(List<Picture> pictures, String what, Path run) throws IOException {
    Watched watched = Watched.run(run, List.of(), null);
    if (!EnvironmentCalls.ask(watched.environments(), RunPictures::isPicture)) {
      return;
    }
    try (Player player =
        new Player(
            watched.environments(),
            watched.policy(),
            watched.defaults().seed(),
            watched.defaults().epsilon(),
            STEPS)) {
      List<Moment> moments = new ArrayList<>(List.of(player.now()));
      while (!moments.getLast().last()) {
        moments.add(player.next());
      }
      Scene scene = watched.scene(player);
      ByteArrayOutputStream gif = new ByteArrayOutputStream();
      GifFile.write(
          gif,
          FrameDrawing.of(scene, moments),
          moments,
          Math.round(100f / player.stepsPerSecond()),
          drawn -> {});
      Moment last = moments.getLast();
      pictures.add(
          new Picture(
              "play-" + pictures.size(),
              what,
              String.format(
                  Locale.ROOT,
                  "From %s: return %s in %s, %s.",
                  run,
                  Scene.reward(last.total()),
                  Counted.of(last.step(), "step"),
                  last.end().word()),
              "An episode of " + what + ", step by step, with the value of each action.",
              gif.toByteArray()));
    }
  }

  private static boolean isPicture(Environment environment) {
    Form frame = EnvironmentCalls.spec(environment).frame();
    return environment.as(HasScreen.class) != null
        || frame instanceof Form.BitPlanes
        || frame instanceof Form.Bytes;
  }
}
