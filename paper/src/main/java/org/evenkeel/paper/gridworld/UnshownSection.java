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

/// Claims that the paper makes without showing results: recency weights, Double-DQN and the policies. Also repeats the
/// experiment with an agent that explores.
record UnshownSection(List<Outcomes> weighted, List<Outcomes> replay, List<Outcomes> averaged) {
  private static final String WEIGHTED = "gridworld-weights";
  private static final String REPLAY = "gridworld-replay";
  private static final String TABLE = "gridworld-policies";

  Section section() {
    return new Section(
        "gridworld-beyond",
        "Gridworld: claims that the paper makes without showing results",
        """
        Recency weights are tested with the sweep protocol of the first experiment. The other claims are tested with \
        true experience replay. An agent explores from the lower left corner; epsilon is 1 for a quarter of the steps and \
        then falls to 0.1 over half of them. Every step is stored in a replay buffer that keeps all of them and is followed \
        by one minibatch of 32, and a snapshot is taken every 100 steps. Double-DQN needs this protocol: in a sweep, all \
        targets are computed while the online network equals the newest snapshot, so that Double-DQN is the same as DQN. \
        "At the end" means the last tenth of the steps.\
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
            "Overestimation at the end with weights 1, d, d², ... from the newest network to the oldest. The table shows the"
                + " policies; if all are optimal, only the estimates can improve.")
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
            "A 95 % interval (Student's t over trials) of Double-DQN's bias below 0 agrees with the claim; an interval above"
                + " 0 contradicts it.",
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

  /// Compares DQN with each Averaged-DQN, with true experience replay.
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
            "Averaging also reduces overestimation with true experience replay",
            Standing.ROBUSTNESS)
        .said(
            "increasing the number K of averaged target networks leads to reduced overestimation eventually",
            "section 6.2.2, with another protocol")
        .measured(
            "Average predicted value at the end minus E[Q*]. The mean includes states that the agent rarely visited, which"
                + " lower it.")
        .judged(Contrast.RULE, dqnAbove("overestimation", Outcomes::overestimation))
        .shownIn(List.of(REPLAY, TABLE));
  }

  private Claim policies() {
    return Claim.of("gridworld-policies", "Averaging gives better policies", Standing.ROBUSTNESS)
        .said(
            "increasing the number K of averaged target networks leads to better policies while reducing"
                + " overestimation",
            "section 7, about Atari; tested here in the Gridworld")
        .measured(
            "The share of the optimal return that the policy greedy on the output misses, averaged over all start states,"
                + " with true experience replay. The table also shows the policies of the sweep protocol; if all of them"
                + " are optimal, there is nothing to improve.")
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
        "Average predicted value, mean over the trials. The shaded area is one standard deviation. Not smoothed.",
        "Average predicted value of each algorithm over time, with E[Q*] as a horizontal line.",
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
        "Policies that are greedy on the output after the last iteration: the share of states in which a best action is chosen, and the share of the optimal return that is missed, averaged over all start states. Mean and standard deviation over the trials.",
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
