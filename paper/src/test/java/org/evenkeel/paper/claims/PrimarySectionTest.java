package org.evenkeel.paper.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Verdict;
import org.junit.jupiter.api.Test;

/// The verdicts of the claims on processes whose truth is known: injected errors in place of networks.
final class PrimarySectionTest {
  private static final double SIGMA = 0.0003;
  private static final int TRIALS = 12;

  /// @param k the number by which the arm is called
  /// @param averaged the number of tables that are averaged
  private static ArmReadings arm(int k, int averaged, double sigma, int iterations, long seed) {
    ValueProcess process =
        new ValueProcess.Injected(
            4,
            Gridworld.Goal.CONTINUING,
            0.9,
            averaged,
            iterations,
            new InjectedErrors.Independent(sigma));
    Window window = Window.before(iterations);
    List<Window> windows = List.of(window, window, window);
    List<Map<String, double[]>> trials = new ArrayList<>();
    for (int i = 0; i < TRIALS; i++) {
      trials.add(process.run(seed + i, windows, share -> {}));
    }
    return new ArmReadings(
        new ClaimArm("a/" + k, "arm, K=" + k, 0, k, TRIALS, process, windows), trials, TRIALS);
  }

  private static ArmReadings averaged(int k) {
    return arm(k, k, SIGMA, 2_000, k);
  }

  private static ArmReadings ensemble(int k, double sigma) {
    return arm(k, 1, sigma / Math.sqrt(k), 2_000, 100 + k);
  }

  private static Verdict verdict(Section section, String id) {
    Claim claim =
        section.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    assertTrue(!claim.evidence().sentence().isEmpty());
    return claim.verdict();
  }

  @Test
  void trueClaimsAreSupported() {
    Section section =
        new PrimarySection(
                List.of(averaged(1), averaged(4), averaged(16)),
                // Members that err twice as much.
                List.of(ensemble(4, 2 * SIGMA), ensemble(16, 2 * SIGMA)),
                // A slower target that does not average errs as DQN does.
                List.of(arm(4, 1, SIGMA, 2_000, 300)))
            .section();
    assertEquals(Verdict.SUPPORTED, verdict(section, "claim-1-overestimation"));
    assertEquals(Verdict.SUPPORTED, verdict(section, "claim-3a-ensemble-overestimates"));
    assertEquals(Verdict.SUPPORTED, verdict(section, "claim-3-far-more"));
    assertEquals(Verdict.SUPPORTED, verdict(section, "claim-3b-ensemble-variance"));
    assertEquals(Verdict.SUPPORTED, verdict(section, "claim-7-more-than-slow"));
  }

  @Test
  void falseClaimsAreContradicted() {
    ArmReadings plain = averaged(1);
    Section section =
        new PrimarySection(
                // What is called K = 4 and 16 makes errors that grow with K.
                List.of(plain, arm(4, 1, 2 * SIGMA, 2_000, 1), arm(16, 1, 4 * SIGMA, 2_000, 1)),
                List.of(ensemble(4, SIGMA / 2), ensemble(16, SIGMA / 2)),
                List.of(arm(4, 1, SIGMA / 2, 2_000, 300)))
            .section();
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-1-overestimation"));
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-2-variance"));
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-3a-ensemble-overestimates"));
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-3-far-more"));
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-3b-ensemble-variance"));
    assertEquals(Verdict.CONTRADICTED, verdict(section, "claim-7-more-than-slow"));
  }

  @Test
  void nothingIsDecidedWhileValuesStillMoveOrTrialsAreMissing() {
    Section moving =
        new PrimarySection(
                List.of(averaged(1), arm(4, 4, SIGMA, 60, 1)),
                List.of(ensemble(4, 2 * SIGMA)),
                List.of())
            .section();
    assertEquals(Verdict.NOT_DECIDABLE, verdict(moving, "claim-1-overestimation"));
    Claim first = moving.claims().getFirst();
    assertTrue(
        first.evidence().sentence().contains("change of the overestimation at the end, arm, K=4"),
        first.evidence().sentence());

    ArmReadings whole = averaged(4);
    ArmReadings missing =
        new ArmReadings(whole.arm(), whole.trials().subList(0, 5), whole.planned());
    Section short_ =
        new PrimarySection(List.of(averaged(1), missing), List.of(), List.of()).section();
    assertEquals(Verdict.NOT_DECIDABLE, verdict(short_, "claim-1-overestimation"));
    assertEquals(Verdict.NOT_DECIDABLE, verdict(short_, "claim-2-variance"));
  }

  /// A report without any trial has verdicts that say so, and all of its figures.
  @Test
  void aReportWithoutTrialsIsComplete() {
    ArmReadings none = averaged(1);
    ArmReadings empty = new ArmReadings(none.arm(), List.of(), TRIALS);
    ArmReadings other = new ArmReadings(averaged(4).arm(), List.of(), TRIALS);
    for (Section section :
        List.of(
            new PrimarySection(List.of(empty, other), List.of(other), List.of(other)).section(),
            new InjectedSection(
                    List.of(empty, other), List.of(other), List.of(empty, empty, empty), 1)
                .section(),
            new NetworkErrorsSection(List.of(empty, other), List.of(other), 1).section())) {
      for (Claim claim : section.claims()) {
        assertTrue(
            claim.verdict() == Verdict.NOT_DECIDABLE || claim.verdict() == Verdict.NOT_TESTED,
            claim.id() + " " + claim.verdict());
      }
    }
  }
}
