package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;

/// The first experiment (section 6.2.2, figure 6): DQN, and Averaged-DQN with increasing K.
record AveragedSection(List<Outcomes> arms, String where) {
  private static final String FIGURE = "gridworld-averaged";
  private static final String CLOSE = "gridworld-averaged-close";
  private static final String TABLE = "gridworld-averaged-table";
  private static final String BIAS = "gridworld-bias-by-distance";
  private static final String SOURCE = "section 6.2.2, figure 6";

  Section section() {
    return new Section(
        "gridworld-k",
        "Gridworld: how averaging K networks changes the estimates",
        """
        This is the paper's Gridworld with the sweep protocol of the authors' prototype. The replay buffer holds \
        every state-action pair. In each iteration the targets of all pairs are computed at once, 100 minibatches of 32 \
        are learned with Adam, and the next snapshot is taken. %s

        The average predicted value is the mean over all state-action pairs of the algorithm's output, which \
        for Averaged-DQN is the mean of the last K networks. Its optimum is E[Q*] = %s, computed exactly by value \
        iteration. "At the end" means the last %d iterations. Trial i of every algorithm has the same seed and thus the \
        same initial network; the tests treat the trials as independent.

        Details that the paper does not specify follow the prototype: weights N(0, 0.02), TensorFlow's Adam with 0.001, \
        one hidden layer with ReLU, and a network and Adam state that carry over from iteration to iteration. The \
        prototype itself differs from the paper, and from this experiment, in its world (40x40, discount 0.95) and in \
        learning V(s) instead of Q(s, a). Its K networks start independently; here they start as copies of the first, \
        as in the authors' Atari code. The 1,000 iterations are our choice.\
        """
            .formatted(where, Numbers.brief(truth().mean()), arms.getFirst().arm().settled()),
        List.of(reduced(), overshoot(), smoother(), faster(), uneven()),
        List.of(whole(), close(), biasFigure()),
        List.of(table()));
  }

  private Truth truth() {
    return arms.getFirst().truth();
  }

  /// Returns a comparison of each K with the next larger one.
  private List<Contrast> fallsWithK(String what, Function<Outcomes, double[]> measure) {
    List<Contrast> contrasts = new ArrayList<>();
    for (int i = 1; i < arms.size(); i++) {
      Outcomes few = arms.get(i - 1);
      Outcomes many = arms.get(i);
      String name = "%s: K=%d minus K=%d".formatted(what, few.arm().k(), many.arm().k());
      contrasts.add(few.above(many, name, measure));
    }
    return contrasts;
  }

  private Claim reduced() {
    return Claim.of(
            "gridworld-overestimation",
            "More averaged networks, less overestimation",
            Standing.PRIMARY)
        .said(
            "increasing the number K of averaged target networks leads to reduced overestimation eventually",
            SOURCE)
        .measured(
            "Average predicted value at the end minus E[Q*], each K compared with the next larger one: "
                + means(Outcomes::overestimation)
                + ".")
        .judged(
            Contrast.RULE,
            Contrast.evidence(fallsWithK("overestimation", Outcomes::overestimation)))
        .shownIn(List.of(CLOSE, TABLE));
  }

  private Claim overshoot() {
    return Claim.of(
            "gridworld-overshoot", "More averaged networks, less overshoot", Standing.SECONDARY)
        .said("more averaged target networks seem to reduces the overshoot of the values", SOURCE)
        .measured(
            "The highest point of each trial's curve minus E[Q*]: "
                + means(Outcomes::overshoot)
                + ".")
        .judged(Contrast.RULE, Contrast.evidence(fallsWithK("overshoot", Outcomes::overshoot)))
        .shownIn(List.of(FIGURE, TABLE));
  }

  private Claim smoother() {
    return Claim.of(
            "gridworld-smoother",
            "More averaged networks, smoother convergence",
            Standing.SECONDARY)
        .said("and leads to smoother and less inconsistent convergence", SOURCE)
        .measured(
            "Root mean square change of the average value from one iteration to the next, at the end. Output: %s. Newest network alone: %s. A mean of K networks changes less than any single one of them simply because it is a mean."
                .formatted(
                    means(a -> a.roughness(GridworldTrial.COMBINED)),
                    means(a -> a.roughness(GridworldTrial.LATEST))))
        .judged(
            Contrast.RULE + " The output decides; the newest network is shown for comparison only.",
            Contrast.evidence(
                fallsWithK("step of the output", a -> a.roughness(GridworldTrial.COMBINED))))
        .beside(
            Contrast.differences(
                fallsWithK("step of the newest network", a -> a.roughness(GridworldTrial.LATEST))))
        .shownIn(List.of(CLOSE, TABLE));
  }

  private Claim faster() {
    Evidence climb = Contrast.evidence(fallsWithK("iterations to 95 % of E[Q*]", Outcomes::climb));
    Evidence settling =
        Contrast.evidence(fallsWithK("iterations to stay within 5 %", Outcomes::settling));
    return Claim.of(
            "gridworld-faster", "More averaged networks, faster convergence", Standing.SECONDARY)
        .said(
            "Increasing the number K of averaged target networks leads to a faster convergence with less"
                + " overestimation",
            SOURCE + ", caption")
        .measured(
            "Iterations until the average value first reaches 95 %% of E[Q*]: %s. Iterations until it stays within 5 %% of E[Q*] (all of them if it never does): %s."
                .formatted(means(Outcomes::climb), means(Outcomes::settling)))
        .judged(Contrast.RULE + " The two measures are corrected separately.", climb.and(settling))
        .shownIn(List.of(FIGURE, TABLE));
  }

  /// Compares the nearest quarter of the distances with the farthest, trial by trial.
  private Claim uneven() {
    List<Finding> findings = new ArrayList<>();
    for (boolean relative : new boolean[] {false, true}) {
      String name = (relative ? "bias as a share of Q*," : "bias") + " far minus near, ";
      for (Outcomes arm : List.of(arms.getFirst(), arms.getLast())) {
        findings.add(Finding.above(farMinusNear(name, arm, relative), 0, arm.planned()));
      }
    }
    return Claim.of(
            "gridworld-uneven-bias",
            "The bias is larger at the start of a long trajectory",
            Standing.SECONDARY)
        .said(
            "the overestimation bias is uneven and is bigger in states where the Q-values are similar for the different actions, or in states which are the start of a long trajectory",
            "section 4.2")
        .measured(
            "The error of the output after the last iteration, averaged over the actions: its mean over the quarter of the"
                + " distances farthest from the goal minus its mean over the nearest quarter. It is given in units of the"
                + " value and as a share of Q* at that distance. Values far from the goal are small, so the two need not"
                + " agree.")
        .judged(
            "An interval above 0 agrees with the claim; an interval below 0 contradicts it. The intervals are Student's t"
                + " over trials, with a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(BIAS));
  }

  private Effect farMinusNear(String name, Outcomes arm, boolean relative) {
    double[] far = quarter(arm, true, relative);
    double[] near = quarter(arm, false, relative);
    double[] differences = new double[far.length];
    for (int t = 0; t < far.length; t++) {
      differences[t] = far[t] - near[t];
    }
    String label = name + arm.arm().label();
    if (differences.length < 2) {
      return Effect.sampled(label, Double.NaN, Double.NaN, Double.NaN, differences.length);
    }
    Estimate e = Sample.of(differences).meanWithTInterval(1 - 0.05 / 4);
    return Effect.sampled(label, e.value(), e.low(), e.high(), differences.length);
  }

  private double[] quarter(Outcomes arm, boolean far, boolean relative) {
    double[] truthByDistance = optimum();
    int quarter = truthByDistance.length / 4;
    int from = far ? truthByDistance.length - quarter : 0;
    return arm.each(
        trial -> {
          double[] bias = arm.biasByDistance(trial);
          double sum = 0;
          for (int d = from; d < from + quarter; d++) {
            sum += relative ? bias[d] / truthByDistance[d] : bias[d];
          }
          return sum / quarter;
        });
  }

  /// Returns the mean of Q* over the actions at each distance.
  private double[] optimum() {
    double[] q = truth().values();
    double[] means = new double[truth().world().states()];
    for (int pair = 0; pair < q.length; pair++) {
      means[pair * means.length / q.length] += q[pair] * means.length / q.length;
    }
    return truth().byDistance(means);
  }

  private Figure whole() {
    return new Figure(
        FIGURE,
        "Averaged-DQN: average predicted value in Gridworld (figure 6)",
        "Average predicted value, mean over the trials. The shaded area is one standard deviation. Not smoothed.",
        "Average predicted value of each algorithm over the iterations, with E[Q*] as a horizontal line.",
        Axis.of("iteration"),
        Axis.of("average predicted value"),
        arms.stream().map(Outcomes::curve).toList(),
        List.of(new Level("E[Q*]", -1, truth().mean())));
  }

  private Figure close() {
    List<Level> levels = new ArrayList<>(List.of(new Level("E[Q*]", -1, truth().mean())));
    for (int i = 0; i < arms.size(); i++) {
      Outcomes arm = arms.get(i);
      if (arm.enough()) {
        double over = Sample.of(arm.overestimation()).mean();
        levels.add(
            new Level(String.valueOf((char) ('A' + i)), arm.arm().colour(), truth().mean() + over));
      }
    }
    return new Figure(
        CLOSE,
        "Averaged-DQN near E[Q*]: A, B, C, ... mark the overestimation at the end",
        "As in the paper's figure, letters mark the average overestimation of DQN and of Averaged-DQN with increasing K.",
        "Average predicted value of each algorithm close to E[Q*], with a horizontal line at each algorithm's final level.",
        Axis.of("iteration"),
        Outcomes.near(arms),
        arms.stream().map(Outcomes::curve).toList(),
        levels);
  }

  private Figure biasFigure() {
    List<Series> series = new ArrayList<>();
    for (Outcomes arm : arms) {
      if (!arm.enough()) {
        continue;
      }
      int n = truth().longest() + 1;
      double[][] columns = new double[4][n];
      List<double[]> trials = arm.trials().stream().map(arm::biasByDistance).toList();
      for (int d = 0; d < n; d++) {
        int at = d;
        Sample sample = Sample.of(trials.stream().mapToDouble(t -> t[at]).toArray());
        columns[0][d] = d;
        columns[1][d] = sample.mean();
        columns[2][d] = sample.mean() - sample.standardDeviation();
        columns[3][d] = sample.mean() + sample.standardDeviation();
      }
      series.add(
          new Series(
              arm.arm().label(),
              arm.arm().colour(),
              Series.Style.LINE,
              columns[0],
              columns[1],
              columns[2],
              columns[3]));
    }
    return new Figure(
        BIAS,
        "Where the estimates are too high",
        "Error of the output after the last iteration, averaged over all states at a given distance and their actions. The shaded area is one standard deviation between trials.",
        "Bias of each algorithm by distance from the goal.",
        Axis.of("steps from the goal"),
        Axis.of("estimate minus Q*"),
        series,
        List.of(new Level("0", -1, 0)));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (Outcomes arm : arms) {
      rows.add(
          List.of(
              arm.arm().label(),
              String.valueOf(arm.trials().size()),
              Numbers.meanAndDeviation(arm.overestimation()),
              Numbers.meanAndDeviation(arm.overestimation(GridworldTrial.LATEST)),
              Numbers.meanAndDeviation(arm.overshoot()),
              Numbers.meanAndDeviation(arm.climb()),
              Numbers.meanAndDeviation(arm.settling()),
              Numbers.meanAndDeviation(arm.roughness(GridworldTrial.LATEST))));
    }
    return new Table(
        TABLE,
        "The first experiment in numbers",
        "Mean and standard deviation over the trials.",
        List.of(
            "algorithm",
            "trials",
            "overestimation",
            "of the newest network",
            "overshoot",
            "iterations to 95 %",
            "iterations to settle",
            "step of the newest network"),
        rows);
  }

  /// Returns the mean of a measure for each arm: `K=1 0.067, K=5 0.045`.
  private String means(Function<Outcomes, double[]> measure) {
    return String.join(
        ", ",
        arms.stream()
            .map(
                a ->
                    "K=%d %s"
                        .formatted(
                            a.arm().k(),
                            a.trials().isEmpty()
                                ? "-"
                                : Numbers.brief(Sample.of(measure.apply(a)).mean())))
            .toList());
  }
}
