package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `resume --steps`: a finished run is trained longer.
final class LongerRunTest {
  @TempDir private Path folder;

  private static void train(Path to, int steps, String... more) {
    List<String> args = new ArrayList<>(List.of("train", "cartpole", "--out", to.toString()));
    args.addAll(List.of("--algorithm=averaged", "--k=2", "--steps=" + steps));
    args.addAll(List.of("--set=network.hidden=[8]", "--set=schedule.learningStartSteps=50"));
    args.addAll(List.of("--set=schedule.batchSize=8", "--set=schedule.metricsPeriodSteps=100"));
    args.addAll(List.of("--set=evaluation.periodSteps=300", "--set=evaluation.episodes=2"));
    args.addAll(List.of(more));
    Typed typed = Typed.run(args.toArray());
    assertEquals(0, typed.code(), typed.err());
  }

  private static Typed resume(Path run, Object... more) {
    List<Object> args = new ArrayList<>(List.of("resume", run));
    args.addAll(List.of(more));
    Typed typed = Typed.run(args.toArray());
    assertEquals(0, typed.code(), typed.err());
    return typed;
  }

  private static void assertSame(Path a, Path b) throws IOException {
    for (String file : List.of("metrics.csv", "config.yaml")) {
      assertEquals(Files.readString(a.resolve(file)), Files.readString(b.resolve(file)), file);
    }
    assertEquals(
        -1, Files.mismatch(a.resolve("policy.safetensors"), b.resolve("policy.safetensors")));
  }

  @Test
  void aLengthenedRunIsToTheBitTheLongOne() throws IOException {
    Path whole = folder.resolve("whole");
    train(whole, 1200);
    Path run = folder.resolve("run");
    train(run, 600);
    byte[] policy = Files.readAllBytes(run.resolve("policy.safetensors"));
    String config = Files.readString(run.resolve("config.yaml"));

    Typed longer = resume(run, "--steps", 1200);
    assertTrue(
        longer
            .out()
            .contains(
                """
                the run now has 1200 steps instead of 600; the previous configuration is in config-600.yaml
                its policy after 600 steps is in policy-600.safetensors
                """),
        longer.out());
    assertTrue(!longer.out().contains("keeps the row"), longer.out());
    assertSame(whole, run);
    assertEquals(config, Files.readString(run.resolve("config-600.yaml")));
    assertEquals(new String(policy, ISO_8859_1), Typed.files(run).get("policy-600.safetensors"));
    assertTrue(resume(run).out().contains("is already finished, at step 1,200"));
  }

  @Test
  void killedAfterItWasLengthenedItStillGoesOn() throws IOException {
    Path whole = folder.resolve("whole");
    train(whole, 1200);
    Path run = folder.resolve("run");
    train(run, 600);
    // What a kill leaves between the new configuration and the first checkpoint of the new length.
    Path config = run.resolve("config.yaml");
    Files.copy(config, run.resolve("config-600.yaml"));
    Files.writeString(config, Files.readString(config).replace("steps: 600", "steps: 1200"));
    Files.move(run.resolve("policy.safetensors"), run.resolve("policy-600.safetensors"));
    assertEquals(0, Typed.run("evaluate", run, "--episodes", 1).code());
    resume(run);
    assertSame(whole, run);
  }

  @Test
  void anEndThatIsNoRowOfALongerRunIsSaid() throws IOException {
    Path whole = folder.resolve("whole");
    train(whole, 900);
    Path run = folder.resolve("run");
    train(run, 550);
    Typed longer = resume(run, "--steps", 900);
    assertTrue(
        longer.out().contains("metrics.csv keeps the row of step 550, where the run used to end; "),
        longer.out());
    assertEquals(
        -1, Files.mismatch(whole.resolve("policy.safetensors"), run.resolve("policy.safetensors")));
  }

  @Test
  void aChangedLengthInTheConfigurationAloneIsRefused() throws IOException {
    Path run = folder.resolve("run");
    train(run, 600);
    Path config = run.resolve("config.yaml");
    Files.writeString(config, Files.readString(config).replace("steps: 600", "steps: 900"));
    Typed.run("resume", run)
        .refused(
            1,
            "resume",
            "'checkpoint-600.bin' is a checkpoint of another run: schedule.steps is 600 there and 900 here. Use the same settings, or choose another folder");
  }

  @Test
  void whatCannotBeIsRefusedAndNothingIsTouched() throws IOException {
    Path run = folder.resolve("run");
    train(run, 600);
    Map<String, String> before = Typed.files(run);
    Typed.run("resume", run, "--steps", 500)
        .refused(
            2,
            "resume",
            "--steps must be more than the 600 that the run in '%s' has completed, was 500"
                .formatted(run));
    Typed.run("resume", run, "--steps", 0).refused(2, "resume", "--steps must be >= 1, was 0");
    assertEquals(before, Typed.files(run));

    Path prioritized = folder.resolve("prioritized");
    train(prioritized, 600, "--set=replay.sampling=prioritized");
    before = Typed.files(prioritized);
    Typed.run("resume", prioritized, "--steps", 900)
        .refused(
            2,
            "resume",
            ("the length of the run in '%s' cannot be changed from its 600 steps: prioritized replay depends on the fraction of"
                    + " the run that is done, so all earlier steps would have differed; start a new run with --steps 900")
                .formatted(prioritized));
    assertEquals(before, Typed.files(prioritized));
  }

  @Test
  void trainingTheSameLongerIsPointedToResume() {
    Path run = folder.resolve("run");
    train(run, 600);
    Typed again =
        Typed.run(
            "train",
            "cartpole",
            "--out",
            run,
            "--algorithm=averaged",
            "--k=2",
            "--steps=900",
            "--set=network.hidden=[8]",
            "--set=schedule.learningStartSteps=50",
            "--set=schedule.batchSize=8",
            "--set=schedule.metricsPeriodSteps=100",
            "--set=evaluation.periodSteps=300",
            "--set=evaluation.episodes=2");
    assertEquals(2, again.code());
    assertTrue(
        again
            .err()
            .startsWith(
                "'%s' contains another run: schedule.steps is 600 there, you asked for 900; train it longer with: evenkeel resume %s --steps 900, or choose another folder with --out\n"
                    .formatted(run, run)),
        again.err());
  }
}
