package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.report.Picture;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finding what is to be watched.
final class WatchedTest {
  @TempDir private Path runs;

  /// A finished run, but for its training.
  private Path run(String name, String environment, Algorithm algorithm) throws IOException {
    Path folder = runs.resolve(name);
    Training training =
        Training.of(algorithm).network(new Architecture.MinAtar(false)).steps(5_000);
    RunDirectory.create(folder, new RunConfig(environment, List.of(), 9, training)).close();
    Policy policy = Plays.policy(Environments.named(environment).spec(), algorithm.k(), 1);
    policy.save(folder.resolve(RunDirectory.POLICY));
    return folder;
  }

  private static void written(Path folder, long second) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000 * second));
      }
    }
  }

  private static void refused(String sentence, Path folder, String variant) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Watched.run(folder, List.of(), variant.isEmpty() ? null : variant));
    assertEquals(sentence, e.getMessage());
  }

  @Test
  void aReportShowsOneEpisodeOfEachGameAndAlgorithmAndSaysWhatItCannotShow() throws IOException {
    Path first = run("a", "minatar/breakout", Algorithm.averaged(3));
    run("b", "minatar/breakout", Algorithm.averaged(3));
    run("c", "minatar/asterix", Algorithm.dqn());
    Path damaged = run("d", "minatar/asterix", Algorithm.doubleDqn());
    Files.writeString(damaged.resolve(RunDirectory.POLICY), "nothing");
    List<String> warnings = new ArrayList<>();
    Section section = RunPictures.section(List.of(runs), warnings::add).getFirst();
    assertEquals(
        List.of("minatar/breakout, averaged(3)", "minatar/asterix, dqn"),
        section.pictures().stream().map(Picture::title).toList());
    assertTrue(section.pictures().getFirst().caption().startsWith("From " + first + ": return "));
    byte[] gif = section.pictures().getFirst().gif();
    assertEquals("GIF89a", new String(gif, 0, 6, StandardCharsets.ISO_8859_1));
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(warnings.getFirst().startsWith("no picture of '" + damaged + "': "));
  }

  @Test
  void theFolderOfARunSaysEverything() throws IOException {
    Path folder = run("a", "minatar/breakout", Algorithm.averaged(3));
    Watched watched = Watched.run(folder, List.of(), null);
    assertEquals("minatar/breakout", watched.title());
    assertEquals(new Scene.Actor("averaged(3) at step 5,000", 3, "snapshot"), watched.actor());
    assertEquals(9, watched.defaults().seed());
    try (Player player = new Player(watched.environments(), watched.policy(), 1, 0, 10)) {
      Scene scene = watched.scene(player);
      assertEquals(List.of("paddle", "ball", "trail", "brick"), scene.channels());
      assertEquals("right", scene.actions().get(3));
    }
    assertEquals(
        "learner",
        Watched.run(run("b", "minatar/breakout", Algorithm.ensemble(2)), List.of(), null)
            .actor()
            .setName());
  }

  @Test
  void theOnlyRunBelowAFolderIsTakenAndOfSeveralOneMustBeChosen() throws IOException {
    run("many/seed1", "minatar/breakout", Algorithm.dqn());
    assertEquals(
        "dqn at step 5,000", Watched.run(runs.resolve("many"), List.of(), null).actor().name());
    run("many/seed2", "minatar/breakout", Algorithm.dqn());
    refused(
        "'%s' contains 2 runs: choose one, for example '%s'"
            .formatted(runs.resolve("many"), runs.resolve("many/seed1")),
        runs.resolve("many"),
        "");
  }

  @Test
  void anotherGameIsRefusedAndAVariantIsPlayed() throws IOException {
    Path folder = run("a", "minatar/breakout", Algorithm.dqn());
    refused(
        "'%s' is a run of minatar/breakout, which cannot play minatar/asterix".formatted(folder),
        folder,
        "minatar/asterix");
    refused(
        "the policy of '%s' chooses from 6 actions, but minatar/breakout:actions=minimal has 3"
            .formatted(folder),
        folder,
        "minatar/breakout:actions=minimal");
    refused(
        "minatar/breakout: sticky must be in [0, 1], was 2.0", folder, "minatar/breakout:sticky=2");
    Watched calm = Watched.run(folder, List.of(), "minatar/breakout:sticky=0");
    assertEquals("minatar/breakout:sticky=0", calm.title());
  }

  @Test
  void thePolicyOfAnotherGameIsRefused() throws IOException {
    Path breakout = run("a", "minatar/breakout", Algorithm.dqn());
    Path freeway = run("b", "minatar/freeway", Algorithm.dqn());
    Path policy = breakout.resolve(RunDirectory.POLICY);
    Files.delete(policy);
    Files.copy(freeway.resolve(RunDirectory.POLICY), policy);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Watched.run(breakout, List.of(), null));
    assertEquals(
        ("'%s' was trained on 7 bit planes of 10x10 with 6 actions, but minatar/breakout"
                + " in config.yaml of the same folder has 4 bit planes of 10x10 with 6 actions")
            .formatted(policy),
        e.getMessage());
  }

  @Test
  void theNewestRunOfAnEnvironmentIsFound() throws IOException {
    assertNull(Watched.newestRun(runs.resolve("none"), "minatar/breakout"));
    assertNull(Watched.newestRun(runs, "minatar/breakout"));
    Path old = run("a", "minatar/breakout", Algorithm.dqn());
    Path newer = run("z/seed1", "minatar/breakout:sticky=0", Algorithm.dqn());
    Path other = run("b", "minatar/freeway", Algorithm.dqn());
    Path unfinished = runs.resolve("c");
    RunDirectory.create(
            unfinished,
            new RunConfig("minatar/breakout", List.of(), 1, Training.of(Algorithm.dqn())))
        .close();
    Path damaged = Files.createDirectory(runs.resolve("d"));
    Files.writeString(damaged.resolve("config.yaml"), "nonsense");
    Files.writeString(damaged.resolve(RunDirectory.POLICY), "nonsense");
    written(old, 1_000);
    written(newer, 2_000);
    written(other, 3_000);
    assertEquals(newer, Watched.newestRun(runs, "minatar/breakout"), "a variant is the game too");
    assertEquals(newer, Watched.newestRun(runs, "minatar/breakout:sticky=0"));
    assertNull(Watched.newestRun(runs, "minatar/breakout:sticky=0.5"));
    written(old, 4_000);
    assertEquals(old, Watched.newestRun(runs, "minatar/breakout"));
    assertNull(Watched.newestRun(runs, "minatar/asterix"));
  }

  @Test
  void withoutARunChancePlays() {
    Watched watched = Watched.random("minatar/asterix", List.of());
    assertNull(watched.policy());
    assertEquals("random actions", watched.actor().name());
  }
}
