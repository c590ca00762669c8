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
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;

/// What the paper says and does not show: recency weights, Double-DQN, the policies; and the experiment with an
/// agent that explores.
record UnshownSection(List<Outcomes> weighted, List<Outcomes> replay, List<Outcomes> averaged) {
  private static final String WEIGHTED = "gridworld-weights";
  private static final String REPLAY = "gridworld-replay";
  private static final String TABLE = "gridworld-policies";

  Section section() {
    return new Section(
        "gridworld-beyond",
        "Gridworld: what the paper says and does not show",
        """
        Recency weights use the sweep protocol of the first experiment. The others use true experience replay: an \
        agent explores from the lower left corner, epsilon is 1 for a quarter of the steps and then falls to 0.1 over \
        half of them, every step goes into a memory that forgets nothing, each step is followed by one minibatch of \
        32 from it, and every 100 steps a snapshot is taken. Double-DQN needs this protocol: in a sweep all targets are computed when \
        the online network and the newest snapshot are the same, and Double-DQN is DQN. "At the end" is the last tenth of \
        the steps.\
        """,
        List.of(recency(), doubled(), replayed(), policies()),
        List.of(
            figure(WEIGHTED, "Recency weights against the plain mean", "iteration", weighted),
            figure(REPLAY, "With true experience replay", "step of the agent", replay)),
        List.of(table()));
  }

  private Claim recency() {
    List<Contrast> contrasts = new ArrayList<>();
    for (Outcomes other : weighted.subList(1, weighted.size())) {
      String name = "overestimation: " + other.arm().label() + " minus the plain mean";
      contrasts.add(other.above(weighted.getFirst(), name, Outcomes::overestimation));
    }
    return Claim.of(
            "gridworld-recency",
            "Recency weights do not improve on the plain mean",
            Standing.SECONDARY)
        .said(
            "a weighted average scheme did not improve performance and therefore is not presented here",
            "section 3")
        .measured(
            "Overestimation at the end with weights 1, d, d², ... from the newest network to the oldest. The policies are"
                + " in the table; where all are optimal, only the estimates can be better.")
        .judged(Contrast.RULE, Contrast.evidence(contrasts))
        .shownIn(List.of(WEIGHTED, TABLE));
  }

  private Claim doubled() {
    Outcomes dqn = replay.get(0);
    Outcomes twice = replay.get(1);
    return Claim.of(
            "gridworld-double",
            "Double-DQN replaces the positive bias with a negative one",
            Standing.SECONDARY)
        .said(
            "Double Q-learning and its DQN implementation (Double-DQN) is one possible approach to tackle the"
                + " overestimation problem, which replaces the positive bias with a negative one",
            "section 4.2")
        .measured("Average predicted value at the end minus E[Q*], with true experience replay.")
        .judged(
            "A 95 % interval (Student's t over trials) of Double-DQN's bias below 0 agrees with the claim, one above 0"
                + " contradicts it.",
            Evidence.of(Finding.below(bias("bias of Double-DQN", twice), 0, twice.planned())))
        .beside(
            Contrast.differences(
                List.of(dqn.above(twice, "bias: DQN minus Double-DQN", Outcomes::overestimation))))
        .shownIn(List.of(REPLAY, TABLE));
  }

  private static Effect bias(String name, Outcomes arm) {
    int trials = arm.trials().size();
    if (!arm.enough()) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, trials);
    }
    Estimate bias = Sample.of(arm.overestimation()).meanWithTInterval(0.95);
    return Effect.sampled(name, bias.value(), bias.low(), bias.high(), trials);
  }

  /// DQN against each Averaged-DQN with true experience replay.
  private Evidence dqnAbove(String what, Function<Outcomes, double[]> measure) {
    List<Contrast> contrasts = new ArrayList<>();
    for (Outcomes other : replay.subList(2, replay.size())) {
      String name = what + ": DQN minus " + other.arm().label();
      contrasts.add(replay.getFirst().above(other, name, measure));
    }
    return Contrast.evidence(contrasts);
  }

  private Claim replayed() {
    return Claim.of(
            "gridworld-replay-overestimation",
            "Averaging reduces the overestimation with true experience replay too",
            Standing.ROBUSTNESS)
        .said(
            "increasing the number K of averaged target networks leads to reduced overestimation eventually",
            "section 6.2.2, with another protocol")
        .measured(
            "Average predicted value at the end minus E[Q*]. States that the agent seldom saw are in the mean too, and"
                + " pull it down.")
        .judged(Contrast.RULE, dqnAbove("overestimation", Outcomes::overestimation))
        .shownIn(List.of(REPLAY, TABLE));
  }

  private Claim policies() {
    return Claim.of("gridworld-policies", "Averaging gives better policies", Standing.ROBUSTNESS)
        .said(
            "increasing the number K of averaged target networks leads to better policies while reducing"
                + " overestimation",
            "section 7, said of Atari; asked here of the Gridworld")
        .measured(
            "The share of the optimal return that the greedy policy on the output misses, over all states to start"
                + " from, with true experience replay. By the sweep protocol the policies are in the table: where"
                + " all are optimal there is nothing to improve.")
        .judged(Contrast.RULE, dqnAbove("return lost", UnshownSection::shortfalls))
        .shownIn(List.of(TABLE));
  }

  private static double[] shortfalls(Outcomes arm) {
    return arm.each(t -> arm.truth().shortfall(Outcomes.column(t, GridworldTrial.VALUES)));
  }

  private static Figure figure(String id, String title, String clock, List<Outcomes> arms) {
    return new Figure(
        id,
        title,
        "Average predicted value; mean over the trials, the shaded area is one standard deviation. Not smoothed.",
        "The average predicted value of each algorithm over time, and E[Q*].",
        Axis.of(clock),
        Axis.of("average predicted value"),
        arms.stream().map(Outcomes::curve).toList(),
        List.of(new Level("E[Q*]", -1, arms.getFirst().truth().mean())));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    addRows("sweep", averaged, rows);
    addRows("sweep", weighted.subList(1, weighted.size()), rows);
    addRows("replay", replay, rows);
    return new Table(
        TABLE,
        "The trained policies",
        "Greedy on the output after the last iteration: the share of states in which a best action is chosen, and the share of the optimal return that is missed, over all states to start from. Mean and standard deviation over the trials.",
        List.of(
            "algorithm", "protocol", "trials", "overestimation", "best action", "return missed"),
        rows);
  }

  private static void addRows(String protocol, List<Outcomes> arms, List<List<String>> rows) {
    for (Outcomes arm : arms) {
      rows.add(
          List.of(
              arm.arm().label(),
              protocol,
              String.valueOf(arm.trials().size()),
              Numbers.meanAndDeviation(arm.overestimation()),
              Numbers.meanAndDeviation(
                  arm.each(
                      t -> arm.truth().optimalShare(Outcomes.column(t, GridworldTrial.VALUES)))),
              Numbers.meanAndDeviation(shortfalls(arm))));
    }
  }
}
