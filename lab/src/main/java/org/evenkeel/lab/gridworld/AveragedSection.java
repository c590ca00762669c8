package org.evenkeel.lab.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Sample;

/// The first experiment (section 6.2.2, figure 6): DQN, and Averaged-DQN with growing K.
record AveragedSection(List<Outcomes> arms, String where) {
  private static final String FIGURE = "gridworld-averaged";
  private static final String CLOSE = "gridworld-averaged-close";
  private static final String TABLE = "gridworld-averaged-table";
  private static final String BIAS = "gridworld-bias-by-distance";
  private static final String SOURCE = "section 6.2.2, figure 6";

  Section section() {
    return new Section(
        "gridworld-k",
        "Gridworld: what averaging K networks does to the estimates",
        """
        The paper's Gridworld by the sweep protocol of the authors' prototype: the memory holds every \
        state-action pair, the targets of all of them are computed at once, then 100 minibatches of 32 are \
        learned with Adam, then the next snapshot is taken. %s

        The average predicted value is the mean over all state-action pairs of the algorithm's output, which \
        for Averaged-DQN is the mean of the last K networks. Its optimum is E[Q*] = %s, known exactly by value \
        iteration. "At the end" means the last %d iterations.\
        """
            .formatted(where, Numbers.brief(truth().mean()), arms.getFirst().arm().settled()),
        List.of(reduced(), overshoot(), smoother(), faster(), uneven()),
        List.of(whole(), close(), biasFigure()),
        List.of(table()));
  }

  private Truth truth() {
    return arms.getFirst().truth();
  }

  /// Each K against the next larger one.
  private List<Effect> fallsWithK(String what, Function<Outcomes, double[]> measure) {
    List<Contrast> contrasts = new ArrayList<>();
    for (int i = 1; i < arms.size(); i++) {
      Outcomes few = arms.get(i - 1);
      Outcomes many = arms.get(i);
      contrasts.add(
          new Contrast(
              "%s: K=%d minus K=%d".formatted(what, few.arm().k(), many.arm().k()),
              measure.apply(few),
              measure.apply(many)));
    }
    return Contrast.differences(contrasts);
  }

  private Claim reduced() {
    List<Effect> effects = fallsWithK("overestimation", Outcomes::overestimation);
    return new Claim(
        "gridworld-overestimation",
        "More averaged networks, less overestimation",
        "increasing the number K of averaged target networks leads to reduced overestimation eventually",
        SOURCE,
        "Average predicted value at the end minus E[Q*], for each K against the next: "
            + means(Outcomes::overestimation)
            + ".",
        effects,
        Contrast.RULE,
        Contrast.ofDifferences(effects),
        List.of(CLOSE, TABLE));
  }

  private Claim overshoot() {
    List<Effect> effects = fallsWithK("overshoot", Outcomes::overshoot);
    return new Claim(
        "gridworld-overshoot",
        "More averaged networks, less overshoot",
        "more averaged target networks seem to reduces the overshoot of the values",
        SOURCE,
        "The highest point of each trial's curve minus E[Q*]: " + means(Outcomes::overshoot) + ".",
        effects,
        Contrast.RULE,
        Contrast.ofDifferences(effects),
        List.of(FIGURE, TABLE));
  }

  private Claim smoother() {
    List<Effect> effects =
        new ArrayList<>(
            fallsWithK("step of the output", a -> a.roughness(GridworldTrial.COMBINED)));
    Verdict verdict = Contrast.ofDifferences(effects);
    effects.addAll(
        fallsWithK("step of the newest network", a -> a.roughness(GridworldTrial.LATEST)));
    return new Claim(
        "gridworld-smoother",
        "More averaged networks, smoother convergence",
        "and leads to smoother and less inconsistent convergence",
        SOURCE,
        "Root mean square change of the average value from one iteration to the next at the end, of the output: %s. The newest network, which alone is trained and acts, does not calm down in the same way: %s. The output is smoother because it is a mean of K networks."
            .formatted(
                means(a -> a.roughness(GridworldTrial.COMBINED)),
                means(a -> a.roughness(GridworldTrial.LATEST))),
        effects,
        Contrast.RULE + " The output counts; the newest network is given beside it.",
        verdict,
        List.of(CLOSE, TABLE));
  }

  private Claim faster() {
    List<Effect> effects =
        new ArrayList<>(fallsWithK("iterations to 95 % of E[Q*]", Outcomes::climb));
    Verdict verdict = Contrast.ofDifferences(effects);
    effects.addAll(fallsWithK("iterations to stay within 5 %", Outcomes::settling));
    return new Claim(
        "gridworld-faster",
        "More averaged networks, faster convergence",
        "Increasing the number K of averaged target networks leads to a faster convergence with less"
            + " overestimation",
        SOURCE + ", caption",
        "Iterations until the average value first reaches 95 %% of E[Q*]: %s. Iterations after which it stays within 5 %%: %s. Averaging K networks makes news travel (K+1)/2 iterations for each step of the path."
            .formatted(means(Outcomes::climb), means(Outcomes::settling)),
        effects,
        Contrast.RULE + " The first crossing counts; the time to settle is given beside it.",
        verdict,
        List.of(FIGURE, TABLE));
  }

  /// The near quarter of the distances against the far one.
  private Claim uneven() {
    List<Contrast> contrasts = new ArrayList<>();
    for (Outcomes arm : List.of(arms.getFirst(), arms.getLast())) {
      contrasts.add(
          new Contrast(
              "bias far minus near, " + arm.arm().label(),
              quarter(arm, true, false),
              quarter(arm, false, false)));
      contrasts.add(
          new Contrast(
              "bias as a share of Q*, far minus near, " + arm.arm().label(),
              quarter(arm, true, true),
              quarter(arm, false, true)));
    }
    List<Effect> effects = Contrast.differences(contrasts);
    Verdict absolute = Contrast.ofDifferences(List.of(effects.get(0), effects.get(2)));
    Verdict relative = Contrast.ofDifferences(List.of(effects.get(1), effects.get(3)));
    return new Claim(
        "gridworld-uneven-bias",
        "The bias is larger where a long way begins",
        "the overestimation bias is uneven and is bigger in states where the Q-values are similar for the different actions, or in states which are the start of a long trajectory",
        "section 4.2",
        "The error of the output at the end, mean over the actions, in the quarter of the distances farthest from"
            + " the goal against the nearest quarter: in units of the value, and as a share of Q* there. Values"
            + " far away are small, so the two need not agree.",
        effects,
        "Each of the two measures is judged by the rule for differences (p < 0.05 in Welch's test, corrected by"
            + " Holm). Holds or does not hold if both say so, else undecided.",
        absolute == relative ? absolute : Verdict.UNDECIDED,
        List.of(BIAS));
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

  /// The mean of Q* over the actions, at each distance.
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
        "Mean over the trials; the shaded area is one standard deviation. Not smoothed.",
        "Curves climb to E[Q*], later for larger K; DQN overshoots.",
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
        "The same, near E[Q*]: A, B, C, ... are the overestimation at the end",
        "As in the paper's figure, letters mark the average overestimation of DQN and of Averaged-DQN with growing K.",
        "The levels lie above E[Q*] and come closer to it with larger K.",
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
        "Error of the output after the last iteration, mean over the actions of all states at a distance; the shaded area is one standard deviation between trials.",
        "The bias of each algorithm against the distance from the goal.",
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

  /// `K=1 0.067, K=5 0.045`.
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
