package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GameResults;
import org.evenkeel.paper.games.Runs;

/// The claim that averaging prevents the divergence of DQN in Asterix (section 6.1, figure 2): DQN gets worse after its
/// initial success, and Averaged-DQN less so.
record Divergence(GameResults results) {
  static final String GAME = AtariProtocol.ASTERIX;

  /// The number of parts into which a run is divided. In the paper, DQN is steady after 20 of 120 million frames, so
  /// the initial success of a run is its mean score from a sixth to a third of the run. This is fixed in advance,
  /// because the maximum of a noisy curve would always be above its end.
  private static final int SIXTHS = 6;

  private static final double LEVEL = 0.05;

  /// Returns the mean score from a sixth to a third of a run minus that of its last sixth.
  static double decline(Runs.Run run) {
    double[] scores = run.column(TrainingRun.RETURN);
    int sixth = scores.length / SIXTHS;
    if (sixth == 0) {
      return Double.NaN;
    }
    double decline = 0;
    for (int i = 0; i < sixth; i++) {
      decline += (scores[sixth + i] - scores[scores.length - 1 - i]) / sixth;
    }
    return decline;
  }

  private double[] declines(Contender contender) {
    return results.runs(GAME, contender).each(Divergence::decline);
  }

  private int planned(Contender contender) {
    return results.runs(GAME, contender).planned();
  }

  Claim claim() {
    List<Finding> own = new ArrayList<>();
    List<Contrast> contrasts = new ArrayList<>();
    for (Contender dqn : results.contenders(Contender::isDqn)) {
      own.add(Finding.above(own(dqn), 0, planned(dqn)));
      for (Contender averaged : results.contenders(Contender::isAveraged)) {
        contrasts.add(
            new Contrast(
                "decline of %s minus that of %s".formatted(dqn.label(), averaged.label()),
                declines(dqn),
                declines(averaged),
                Math.min(planned(dqn), planned(averaged))));
      }
    }
    return Claim.of(
            "atari-divergence",
            "Asterix: averaging prevents the divergence of DQN",
            Standing.PRIMARY)
        .said(
            "For the game of Asterix, we see similarly to van Hasselt et al. that the divergence of DQN can be prevented by"
                + " averaging",
            "section 6.1, figure 2")
        .measured(
            "The decline of a run: its mean score from a sixth to a third of the run minus that of its last sixth. First,"
                + " whether DQN declines at all; then, how much more than Averaged-DQN.")
        .judged(
            "As a precondition, the 95 % interval of DQN's decline (Student's t over the runs) must be above 0; otherwise"
                + " there is nothing to prevent. "
                + Contrast.RULE,
            Contrast.evidence(contrasts).given(own))
        .shownIn(List.of("atari-score-asterix", "atari-value-asterix", "atari-single-asterix"));
  }

  private Effect own(Contender dqn) {
    double[] declines = declines(dqn);
    String name = "decline of " + dqn.label();
    if (declines.length < 2) {
      double value = declines.length == 0 ? Double.NaN : declines[0];
      return Effect.sampled(name, value, Double.NaN, Double.NaN, declines.length);
    }
    Estimate e = Sample.of(declines).meanWithTInterval(1 - LEVEL);
    return Effect.sampled(name, e.value(), e.low(), e.high(), declines.length);
  }
}
