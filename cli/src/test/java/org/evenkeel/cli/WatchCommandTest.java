package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `watch` as a user types it, where there is no terminal.
final class WatchCommandTest {
  @TempDir private Path parent;

  private Path folder(String name) {
    return parent.resolve(name);
  }

  private Path training() {
    Typed typed =
        Typed.run(
            "train",
            "cartpole",
            "--algorithm=averaged",
            "--k=3",
            "--out",
            folder("run"),
            "--steps=300",
            "--set=network.hidden=[8]",
            "--set=schedule.learningStartSteps=50",
            "--set=schedule.batchSize=8",
            "--set=schedule.metricsPeriodSteps=100",
            "--set=evaluation.periodSteps=300",
            "--set=evaluation.episodes=1");
    assertEquals(0, typed.code(), typed::err);
    return folder("run");
  }

  private void refused(int code, String sentence, Object... args) throws IOException {
    Map<String, String> before = Typed.files(parent);
    Typed.run(Stream.concat(Stream.of("watch"), Stream.of(args)).toArray())
        .refused(code, "watch", sentence);
    assertEquals(before, Typed.files(parent), "something was written or lost");
  }

  @Test
  void aRunPlaysAsLettersWhereThereIsNoTerminal() {
    Path run = training();
    Typed typed = Typed.run("watch", run, "--terminal", "--episodes=2", "--seed=5");
    assertEquals("", typed.err());
    assertEquals(0, typed.code());
    assertTrue(typed.out().contains("averaged(3) at step 300"), typed.out());
    assertTrue(typed.out().contains("angular speed"), typed.out());
    assertTrue(typed.out().contains("\nepisode 1    return "), typed.out());
    assertTrue(typed.out().contains("\nepisode 2    return "), typed.out());
    assertFalse(typed.out().contains("\u001b"), "no colours and no cursor");
    assertEquals(
        typed.out(), Typed.run("watch", run, "--terminal", "--episodes=2", "--seed=5").out());
    assertFalse(
        typed
            .out()
            .equals(Typed.run("watch", run, "--terminal", "--episodes=2", "--seed=6").out()));
  }

  @Test
  void filesAreWrittenAndAreTheSameEachTime() throws IOException {
    Path run = training();
    for (String name : List.of("a.gif", "a.png")) {
      Typed typed = Typed.run("watch", run, "--out", folder(name), "--max-steps=5");
      assertEquals("", typed.err());
      assertEquals(
          """
          episode 1    return 5 in 5 steps, cut
          an episode was cut short; --max-steps N shows more of it
          picture      %s (%d kB)
          """
              .formatted(folder(name), (Files.size(folder(name)) + 999) / 1000),
          typed.out());
      byte[] first = Files.readAllBytes(folder(name));
      assertEquals(0, Typed.run("watch", run, "--out", folder(name), "--max-steps=5").code());
      assertArrayEquals(first, Files.readAllBytes(folder(name)));
    }
  }

  @Test
  void anEnvironmentWithoutARunIsPlayedAtRandom() {
    Typed typed = Typed.run("watch", "minatar/freeway", "--terminal", "--max-steps=2");
    assertTrue(
        typed
            .out()
            .startsWith(
                "no run of minatar/freeway in runs/, so actions are random; 'evenkeel train"
                    + " minatar/freeway' trains one\n"),
        typed.out());
    assertTrue(typed.out().contains("no policy, no values"), typed.out());
    assertTrue(typed.out().endsWith("episode 1    return 0 in 2 steps, cut\n"), typed.out());
  }

  @Test
  void whatCannotBeWatchedIsSaid() throws IOException {
    refused(2, "Missing required parameter: 'DIR|ENV'", "--terminal");
    refused(
        2,
        "unknown environment 'minatar/brekout': did you mean 'minatar/breakout'? (evenkeel envs lists"
            + " them), and there is no folder 'minatar/brekout'",
        "minatar/brekout",
        "--terminal");
    Path missing = folder("missing");
    refused(2, "there is no folder '" + missing + "'", missing, "--terminal");
    Path empty = Files.createDirectory(folder("empty"));
    refused(2, "there is no run in '" + empty + "': it has no config.yaml", empty, "--terminal");
    Path file = Files.writeString(folder("file"), "");
    refused(2, "'" + file + "' is a file, not the folder of a run", file, "--terminal");
    refused(
        2,
        "minatar/breakout: sticky must be in [0, 1], was 2.0, and there is no folder 'minatar/breakout:sticky=2'",
        "minatar/breakout:sticky=2",
        "--terminal");
    refused(
        2,
        "--env needs the folder of a run; to watch this variant, use 'evenkeel watch"
            + " minatar/breakout:sticky=0'",
        "minatar/breakout",
        "--env=minatar/breakout:sticky=0",
        "--terminal");
  }

  @Test
  void aRunOfAnotherGameIsSaid() throws IOException {
    Path run = training();
    refused(
        2,
        "'" + run + "' is a run of cartpole, which cannot play minatar/asterix",
        run,
        "--env=minatar/asterix",
        "--terminal");
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() throws IOException {
    Object game = "minatar/breakout";
    refused(2, "--episodes must be >= 1, was 0", game, "--episodes=0");
    refused(2, "--epsilon must be in [0, 1], was 1.5", game, "--epsilon=1.5");
    refused(2, "--epsilon must be in [0, 1], was NaN", game, "--epsilon=NaN");
    refused(2, "--fps must be 1 to 50, was 0", game, "--fps=0");
    refused(2, "--frames must be 1 to 24, was 25", game, "--frames=25");
    refused(2, "--max-steps must be >= 1, was 0", game, "--max-steps=0");
    refused(
        2,
        "standard output is not a terminal: give --out FILE.gif, --out FILE.png or --terminal",
        game);
    refused(
        2,
        "the name must end in .gif (an animation) or .png (some moments of an episode), was '%s'"
            .formatted(folder("a.mp4")),
        game,
        "--out",
        folder("a.mp4"));
    refused(
        2,
        "a PNG shows one episode: --episodes must be 1, was 2",
        game,
        "--out",
        folder("a.png"),
        "--episodes=2");
    refused(
        2,
        "give either --out or --terminal, not both",
        game,
        "--out",
        folder("a.gif"),
        "--terminal");
    Files.write(folder("mine.gif"), "GIF89a, mine".getBytes(UTF_8));
    refused(
        2,
        "'%s' exists and was not made by 'evenkeel watch': choose another with --out"
            .formatted(folder("mine.gif")),
        game,
        "--out",
        folder("mine.gif"));
  }
}
