package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.TheoryPlan.EPSILON;
import static org.evenkeel.paper.theory.TheoryPlan.GAMMA;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Finding.Answer;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.paper.theory.Comparisons.Comparison;
import org.evenkeel.paper.theory.TheoryJob.Overestimation.Values;
import org.evenkeel.paper.theory.TheoryResults.Point;

/// The report's section on the errors of a target and their effects (section 4, appendix A).
///
/// @param results the results of the trials
/// @param measured the results as points and figures
record ErrorsSection(TheoryResults results, ErrorsFigures measured) {
  ErrorsSection(TheoryResults results) {
    this(results, new ErrorsFigures(results));
  }

  /// The largest rounding error in a sum of a few doubles of size 10.
  private static final double ROUNDING = 1e-12;

  Section section() {
    return new Section(
        "theory-errors",
        "The errors of a target (section 4, appendix A)",
        """
        The paper splits the error of a value estimate into three parts, bounds one of them, and relates the \
        others to learning curves. Here the parts are computed in random MDPs of 5 states and 3 actions, the bound is \
        compared with measurements, and the drops of appendix A are produced by the smallest model that has them.""",
        List.of(decomposition(), optimality(), bound(), equality(), uneven(), varianceSource()),
        measured.all(),
        List.of());
  }

  private Claim decomposition() {
    Card card =
        new Card(
            "theory-decomposition",
            "The error is the sum of three errors",
            Standing.SECONDARY,
            "Δ_i = Q(s,a;θ_i) − Q*(s,a) = [Q(s,a;θ_i) − y^i_{s,a}] + [y^i_{s,a} − ŷ^i_{s,a}] + [ŷ^i_{s,a} − Q*(s,a)]",
            "section 4",
            "Agrees if the largest difference between the two sides, over all pairs, iterations and MDPs, is only "
                + "rounding (at most 1e-12); contradicts otherwise.",
            List.of("theory-decomposition-parts"));
    OptionalDouble residual = results.largest("decomposition", DecompositionJob.RESIDUAL);
    if (residual.isEmpty()) {
      return card.missing();
    }
    double largest = residual.getAsDouble();
    return card.found(
        Evidence.of(
            Finding.exact(
                "largest difference between the two sides",
                largest,
                "at most 1e-12",
                largest <= ROUNDING)),
        "DQN in random MDPs with uniform target approximation errors; both sides are computed from the definitions. The "
            + "claim is an identity, so this checks that target, true target and optimum are computed as the paper "
            + "defines them.");
  }

  private Claim optimality() {
    Card card =
        new Card(
            "theory-optimality-difference",
            "The optimality difference is the error of tabular Q-learning",
            Standing.SECONDARY,
            "The optimality difference can be seen as the error of a standard tabular Q-learning",
            "section 4",
            "Agrees if the mean optimality difference after the last iteration is within 0.01 ε of the error of the table "
                + "without approximation; contradicts if it is farther off with p below 0.001 (z test).",
            List.of("theory-decomposition-parts"));
    List<Point> optimality = measured.part("optimality");
    List<Point> tabular = measured.part("tabular");
    List<Point> over = measured.part("overestimation");
    if (optimality.isEmpty() || tabular.isEmpty() || over.isEmpty()) {
      return card.missing();
    }
    Point last = optimality.getLast();
    double table = tabular.getLast().value();
    Comparisons tested = new Comparisons(List.of(new Comparison("", table, last)));
    double p = tested.differs()[0];
    boolean far = Math.abs(last.value() - table) > 0.01 * EPSILON;
    Answer answer = !far ? Answer.AGREES : p < Comparisons.LEVEL ? Answer.CONTRADICTS : Answer.OPEN;
    Effect difference =
        new Effect(
            "mean optimality difference after %d iterations, in ε".formatted((int) last.x()),
            last.value() / EPSILON,
            last.lower() / EPSILON,
            last.upper() / EPSILON,
            last.runs(),
            "z test",
            p);
    double one = over.getLast().value();
    return card.found(
        Evidence.of(
            new Finding(
                difference, "within 0.01 of " + Numbers.brief(table / EPSILON), answer, 0, "")),
        ("The true target ŷ^i is computed from the targets y^{i−1}, which contain the discounted overestimation of all "
                + "earlier iterations. If there were nothing else, the optimality difference would converge to γ/(1−γ) = %s "
                + "times the overestimation of one iteration. The measured factor is %s, and the table's error is %s.")
            .formatted(
                Numbers.brief(GAMMA / (1 - GAMMA)),
                Numbers.brief((last.value() - table) / one),
                Numbers.brief(table)),
        Effect.exact("mean error of the table after the same iterations, in ε", table / EPSILON),
        Effect.sampled(
            "mean overestimation error of the last iteration, in ε",
            one / EPSILON,
            over.getLast().lower() / EPSILON,
            over.getLast().upper() / EPSILON,
            last.runs()));
  }

  private static double boundAt(Point point) {
    return Overestimation.bound(GAMMA, EPSILON, (int) point.x());
  }

  private Claim bound() {
    Card card =
        new Card(
            "theory-overestimation-bound",
            "The expected overestimation is bounded",
            Standing.SECONDARY,
            "the expected overestimation errors E_z[R^i_{s,a}] are upper bounded by γε(n−1)/(n+1) (where n is the "
                + "number of applicable actions in state s)",
            "section 4.2",
            "Agrees if every measured mean with unequal values is significantly below the bound (z test, corrected p "
                + "below 0.001, Holm over all); contradicts if one is significantly above it.",
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    for (Values values : List.of(Values.NEAR, Values.FAR)) {
      for (Point p : measured.overestimated(values)) {
        all.add(
            new Comparison(
                "n %d, values %s ε apart".formatted((int) p.x(), values.gap), boundAt(p), p));
      }
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    return card.found(
        Evidence.of(new Comparisons(all).allBelow("measured / bound")),
        "The mean of γ (max_a [Q(a) + Z(a)] − max_a Q(a)), with Z uniform in [−ε, ε], for 2 to 18 actions whose values "
            + "are 0.25 ε or ε apart. Equal values are a separate claim.");
  }

  private Claim equality() {
    Card card =
        new Card(
            "theory-overestimation-equality",
            "With equal values the bound is reached",
            Standing.SECONDARY,
            "in the worst case, all Q values are equal, and we get equality to the upper bound: "
                + "E_z[R^i_{s,a}] = γ E_z[max_{a'}[Z^{i−1}_{s',a'}]] = γε(n−1)/(n+1)",
            "section 4.2",
            Comparisons.AGREEMENT,
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    for (Point p : measured.overestimated(Values.EQUAL)) {
      all.add(new Comparison("n " + (int) p.x(), boundAt(p), p));
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    return card.found(
        Evidence.of(new Comparisons(all).agreement()),
        "The same mean with equal values. The errors of different actions are independent here, which the paper needs but "
            + "does not state.");
  }

  private Claim uneven() {
    Card card =
        new Card(
            "theory-overestimation-uneven",
            "The overestimation is larger if the values are similar",
            Standing.SECONDARY,
            "the overestimation bias is uneven and is bigger in states where the Q-values are similar for the "
                + "different actions",
            "section 4.2",
            "Agrees if, for each number of actions, the mean falls significantly from equal values to values 0.25 ε apart and "
                + "from there to values ε apart (z test, corrected p below 0.001, Holm over all); contradicts if one rises "
                + "significantly.",
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    fall(all, Values.NEAR, Values.EQUAL);
    fall(all, Values.FAR, Values.NEAR);
    if (all.size() < 2 * TheoryPlan.ACTIONS.size()) {
      return card.missing();
    }
    List<Effect> effects = new ArrayList<>();
    for (Values values : Values.values()) {
      Point p = measured.overestimated(values).get(2);
      effects.add(
          Effect.sampled(
              "overestimation with %d actions, values %s ε apart, in γε"
                  .formatted((int) p.x(), values.gap),
              p.value() / (GAMMA * EPSILON),
              p.lower() / (GAMMA * EPSILON),
              p.upper() / (GAMMA * EPSILON),
              p.runs()));
    }
    return card.found(
        Evidence.of(new Comparisons(all).allBelow("change of the overestimation")),
        "The measurements of the two preceding claims.",
        effects.toArray(Effect[]::new));
  }

  private void fall(List<Comparison> all, Values less, Values more) {
    List<Point> small = measured.overestimated(less);
    List<Point> large = measured.overestimated(more);
    for (int i = 0; i < Math.min(small.size(), large.size()); i++) {
      String name =
          "n %d, from %s to %s ε apart".formatted((int) small.get(i).x(), more.gap, less.gap);
      all.add(new Comparison(name, 0, small.get(i).minus(large.get(i))));
    }
  }

  private Claim varianceSource() {
    Card card =
        new Card(
            "theory-variance-source",
            "Drops within a trial cause the variance between trials",
            Standing.OWN_QUESTION,
            "the source of variability in DQN between learning trials is due to occasions drops in average score "
                + "within the learning trial. As suggested in Section 4, this effect can be related to the TAE causing "
                + "to a deviation from the steady state policy.",
            "appendix A, figure 8; section 4.1",
            "This is about the model, not about Breakout. " + Comparisons.AGREEMENT,
            List.of("theory-drops"));
    List<Comparison> all = new ArrayList<>();
    for (Point p : measured.drops("between")) {
      all.add(
          new Comparison(
              "between trials, K " + (int) p.x(), ErrorsFigures.model(p.x()).scoreVariance(), p));
    }
    for (Point p : measured.drops("within")) {
      all.add(
          new Comparison(
              "within a trial, K " + (int) p.x(), ErrorsFigures.model(p.x()).scoreVariance(), p));
    }
    for (Point p : measured.drops("deviated")) {
      all.add(
          new Comparison(
              "share that drops, K " + (int) p.x(), ErrorsFigures.model(p.x()).probability(), p));
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    return card.found(
        Evidence.of(new Comparisons(all).agreement()),
        "Appendix A shows one learning curve and computes nothing, so the model is ours: one decision between two actions, "
            + "correct targets, and errors with a standard deviation of twice the gap. The score drops in an evaluation "
            + "when the error reverses the greedy action. The score's variance between trials equals that within a trial, "
            + "p(1−p) gap², and averaging K networks makes drops rarer. The learning curve itself would need Atari.",
        Effect.exact("share of evaluations that drop, DQN", ErrorsFigures.model(1).probability()),
        Effect.exact(
            "share of evaluations that drop, K 20", ErrorsFigures.model(20).probability()));
  }
}
