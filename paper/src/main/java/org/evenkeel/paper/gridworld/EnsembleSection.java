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
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;

/// The second experiment (section 6.2.3, figure 7): Averaged-DQN against Ensemble-DQN, with the paper's goal and with
/// a goal that ends the episode.
record EnsembleSection(List<Outcomes> continuing, List<Outcomes> terminal) {
  private static final String CONTINUING = "gridworld-ensemble";
  private static final String TERMINAL = "gridworld-ensemble-terminal";
  private static final String CLOSE = "gridworld-ensemble-close";
  private static final String TERMINAL_CLOSE = "gridworld-ensemble-terminal-close";
  private static final String TABLE = "gridworld-ensemble-table";
  private static final Axis WHOLE = Axis.of("average predicted value");
  private static final String SOURCE = "section 6.2.3, figure 7";

  private static List<Duel<Outcomes>> duels(List<Outcomes> arms) {
    return Duel.among(arms, Outcomes::arm);
  }

  Section section() {
    return new Section(
        "gridworld-ensemble",
        "Gridworld: averaging past networks against training K networks at once",
        """
        The protocol is the same. Ensemble-DQN trains K networks towards a common target, each with its own \
        minibatches, at K times the cost. The paper's goal keeps giving rewards. With the terminal goal the episode ends \
        after the first reward, so the optimal policy visits no state twice.

        Here an iteration consists of %s minibatches of 32.\
        """
            .formatted(minibatches()),
        List.of(
            overestimates("gridworld-ensemble-overestimates", "", continuing, CLOSE),
            variance("gridworld-ensemble-variance", "", continuing, CONTINUING),
            overestimates(
                "gridworld-terminal-overestimates", ", terminal goal", terminal, TERMINAL_CLOSE),
            variance("gridworld-terminal-variance", ", terminal goal", terminal, TERMINAL)),
        List.of(
            figure(CONTINUING, "Averaged-DQN and Ensemble-DQN (figure 7)", WHOLE, continuing),
            figure(
                CLOSE,
                "Averaged-DQN and Ensemble-DQN near E[Q*]",
                Outcomes.near(continuing),
                continuing),
            figure(TERMINAL, "Averaged-DQN and Ensemble-DQN, terminal goal", WHOLE, terminal),
            figure(
                TERMINAL_CLOSE,
                "Averaged-DQN and Ensemble-DQN near E[Q*], terminal goal",
                Outcomes.near(terminal),
                terminal)),
        List.of(table()));
  }

  private String minibatches() {
    return continuing.getFirst().arm().protocol() instanceof Arm.Protocol.Sweep s
        ? String.valueOf(s.settings().minibatches())
        : "-";
  }

  private Claim overestimates(String id, String where, List<Outcomes> arms, String figure) {
    List<Contrast> contrasts = new ArrayList<>();
    for (Duel<Outcomes> pair : duels(arms)) {
      String name = "overestimation: Ensemble minus Averaged, K=" + pair.k();
      contrasts.add(pair.ensemble().above(pair.averaged(), name, Outcomes::overestimation));
    }
    return Claim.of(
            id, "Ensemble-DQN overestimates more than Averaged-DQN" + where, standing(where))
        .said(
            "Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction, and as a consequence far"
                + " more overestimates the values",
            SOURCE)
        .measured(
            "Average predicted value at the end minus E[Q*]: "
                + means(arms, Outcomes::overestimation)
                + ".")
        .judged(Contrast.RULE, Contrast.evidence(contrasts))
        .shownIn(List.of(figure, TABLE));
  }

  /// Returns the kind of a claim about a goal. The paper's claim is about a goal that keeps giving rewards; the
  /// terminal goal is our addition.
  private static Standing standing(String where) {
    return where.isEmpty() ? Standing.PRIMARY : Standing.ROBUSTNESS;
  }

  private Claim variance(String id, String where, List<Outcomes> arms, String figure) {
    List<Duel<Outcomes>> pairs = duels(arms);
    List<Finding> ratios = new ArrayList<>();
    for (Duel<Outcomes> pair : pairs) {
      Effect ratio =
          VarianceRatios.of(
              "variance: Averaged / Ensemble, K=" + pair.k(),
              pair.averaged(),
              pair.ensemble(),
              pairs.size());
      ratios.add(
          Finding.ratioBelowOne(
              ratio, Math.min(pair.averaged().planned(), pair.ensemble().planned())));
    }
    return Claim.of(id, "Averaged-DQN has the smaller variance" + where, standing(where))
        .said("Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction", SOURCE)
        .measured(
            "The variance between trials of the output for the best action, averaged over all states and over ten iterations"
                + " at the end.")
        .judged(VarianceRatios.RULE, Evidence.of(ratios))
        .shownIn(List.of(VarianceFigures.RATIO, figure, TABLE));
  }

  private static Figure figure(String id, String title, Axis y, List<Outcomes> arms) {
    return new Figure(
        id,
        title,
        "Average predicted value, mean over the trials. The shaded area is one standard deviation. Not smoothed.",
        "Average predicted value of each algorithm over the iterations, with E[Q*] as a horizontal line.",
        Axis.of("iteration"),
        y,
        arms.stream().map(Outcomes::curve).toList(),
        List.of(new Level("E[Q*]", -1, arms.getFirst().truth().mean())));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    addRows("continuing", continuing, rows);
    addRows("terminal", terminal, rows);
    return new Table(
        TABLE,
        "Averaged against Ensemble in numbers",
        "Mean and standard deviation over the trials. The last column is the variance between trials of the best action's value, averaged over the states.",
        List.of(
            "algorithm",
            "goal",
            "trials",
            "overestimation",
            "overshoot",
            "iterations to 95 %",
            "variance"),
        rows);
  }

  private static void addRows(String goal, List<Outcomes> arms, List<List<String>> rows) {
    for (Outcomes arm : arms) {
      rows.add(
          List.of(
              arm.arm().label(),
              goal,
              String.valueOf(arm.trials().size()),
              Numbers.meanAndDeviation(arm.overestimation()),
              Numbers.meanAndDeviation(arm.overshoot()),
              Numbers.meanAndDeviation(arm.climb()),
              arm.enough() ? Numbers.brief(arm.meanVariance()) : "-"));
    }
  }

  private static String means(List<Outcomes> arms, Function<Outcomes, double[]> measure) {
    return String.join(
        ", ",
        arms.stream()
            .filter(a -> !a.trials().isEmpty())
            .map(
                a ->
                    a.arm().label().replace(",", "")
                        + " "
                        + Numbers.brief(Sample.of(measure.apply(a)).mean()))
            .toList());
  }
}
