package org.evenkeel.lab.reproduce;

import static org.evenkeel.lab.reproduce.TheoryPlan.EPSILON;
import static org.evenkeel.lab.reproduce.TheoryPlan.GAMMA;
import static org.evenkeel.lab.reproduce.TheoryResults.drawn;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Series.Style;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.reproduce.Comparisons.Comparison;
import org.evenkeel.lab.reproduce.TheoryJob.Overestimation.Values;
import org.evenkeel.lab.reproduce.TheoryResults.Point;
import org.evenkeel.lab.theory.ErrorLaw;
import org.evenkeel.lab.theory.Overestimation;
import org.evenkeel.lab.theory.PolicyDeviation;

/// Section 4 and appendix A: which errors there are, and what they do.
///
/// @param results what was measured
record ErrorsSection(TheoryResults results) {
  /// Sums of a few doubles of size 10 differ by no more than this.
  private static final double ROUNDING = 1e-12;

  Section section() {
    List<Figure> figures = List.of(decompositionFigure(), overestimationFigure(), dropsFigure());
    return new Section(
        "theory-errors",
        "The errors of a target (section 4, appendix A)",
        """
        The paper splits the error of a value estimate into three parts, bounds one of them, and relates the \
        others to what is seen in learning curves. Here the parts are computed in random MDPs of 5 states and 3 \
        actions, the bound is measured, and the drops of appendix A are produced by the smallest model that has \
        them.""",
        List.of(decomposition(), optimality(), bound(), equality(), uneven(), varianceSource()),
        figures,
        List.of());
  }

  private List<Point> part(String column) {
    return results.points("decomposition", DecompositionJob.ITERATION, column);
  }

  private Claim decomposition() {
    Card card =
        new Card(
            "theory-decomposition",
            "The error is the sum of three errors",
            "Δ_i = Q(s,a;θ_i) − Q*(s,a) = [Q(s,a;θ_i) − y^i_{s,a}] + [y^i_{s,a} − ŷ^i_{s,a}] + [ŷ^i_{s,a} − Q*(s,a)]",
            "section 4",
            "Holds if the largest difference between the two sides, over all pairs, iterations and MDPs, is "
                + "rounding (at most 1e-12).",
            List.of("theory-decomposition-parts"));
    OptionalDouble residual = results.largest("decomposition", DecompositionJob.RESIDUAL);
    if (residual.isEmpty()) {
      return card.missing();
    }
    double largest = residual.getAsDouble();
    return card.found(
        largest <= ROUNDING ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD,
        "DQN in random MDPs with uniform target approximation errors; both sides from the definitions. It is an "
            + "identity: the check is that target, true target and optimum are computed as the paper defines them.",
        List.of(Effect.exact("largest difference between the two sides", largest)));
  }

  private Claim optimality() {
    Card card =
        new Card(
            "theory-optimality-difference",
            "The optimality difference is the error of tabular Q-learning",
            "The optimality difference can be seen as the error of a standard tabular Q-learning",
            "section 4",
            "Holds if the mean optimality difference after the last iteration is that of the table without "
                + "approximation; does not hold if it differs (z test, p below 0.001) by more than a hundredth of ε.",
            List.of("theory-decomposition-parts"));
    List<Point> optimality = part("optimality");
    List<Point> tabular = part("tabular");
    List<Point> over = part("overestimation");
    if (optimality.isEmpty() || tabular.isEmpty() || over.isEmpty()) {
      return card.missing();
    }
    Point last = optimality.getLast();
    double table = tabular.getLast().value();
    Comparisons tested = new Comparisons(List.of(new Comparison("", table, last)));
    double p = tested.differs()[0];
    boolean far = Math.abs(last.value() - table) > 0.01 * EPSILON;
    Verdict verdict =
        !far ? Verdict.HOLDS : p < Comparisons.LEVEL ? Verdict.DOES_NOT_HOLD : Verdict.UNDECIDED;
    return card.found(
        verdict,
        "Only while there is no overestimation. The true target ŷ^i is computed from the targets y^{i−1}, and those "
            + "hold the overestimation of all iterations before. So it goes over into the optimality difference, "
            + "discounted, and stays there: at the end it is about γ/(1−γ) times the overestimation of one iteration, "
            + "while the table's error vanishes.",
        List.of(
            new Effect(
                "mean optimality difference after %d iterations, in ε".formatted((int) last.x()),
                last.value() / EPSILON,
                last.lower() / EPSILON,
                last.upper() / EPSILON,
                last.runs(),
                "z test",
                p),
            Effect.exact("mean error of the table then, in ε", table / EPSILON),
            Effect.sampled(
                "mean overestimation error of one iteration then, in ε",
                over.getLast().value() / EPSILON,
                over.getLast().lower() / EPSILON,
                over.getLast().upper() / EPSILON,
                last.runs())));
  }

  private Figure decompositionFigure() {
    List<Series> series = new ArrayList<>();
    series.add(drawn("Δ, all of it", 0, Style.LINE, part("total")));
    series.add(drawn("target approximation error Z", 1, Style.LINE, part("approximation")));
    series.add(drawn("overestimation error R", 2, Style.LINE, part("overestimation")));
    series.add(drawn("optimality difference", 3, Style.LINE, part("optimality")));
    series.add(drawn("error of the table, without Z", 3, Style.DASHED, part("tabular")));
    return new Figure(
        "theory-decomposition-parts",
        "The parts of DQN's error",
        "DQN from zero in random MDPs (5 states, 3 actions, γ 0.9), Z uniform in [−ε, ε]: means over all "
            + "state-action pairs and MDPs, with 95 % intervals. R of each iteration goes over into the optimality "
            + "difference of the next.",
        "Five lines over 100 iterations. Z stays at 0, R at a small positive value; the optimality difference rises "
            + "from below zero to several times R, and the table's error rises to 0.",
        Axis.of("iteration"),
        Axis.of("mean error, in ε"),
        series,
        List.of(new Level("0", -1, 0)));
  }

  private List<Point> overestimated(Values values) {
    return results.points("overestimation", TheoryJob.Overestimation.ACTIONS, values.column());
  }

  private static double boundAt(Point point) {
    return Overestimation.bound(GAMMA, EPSILON, (int) point.x());
  }

  private Claim bound() {
    Card card =
        new Card(
            "theory-overestimation-bound",
            "The expected overestimation is bounded",
            "the expected overestimation errors E_z[R^i_{s,a}] are upper bounded by γε(n−1)/(n+1) (where n is the "
                + "number of applicable actions in state s)",
            "section 4.2",
            "Holds if each measured mean with unequal values is below the bound beyond chance (z test, corrected p "
                + "below 0.001, Holm over all), does not hold if one is above it beyond chance; else undecided.",
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    for (Values values : List.of(Values.NEAR, Values.FAR)) {
      for (Point p : overestimated(values)) {
        all.add(
            new Comparison(
                "n %d, values %s ε apart".formatted((int) p.x(), values.gap), boundAt(p), p));
      }
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    Comparisons compared = new Comparisons(all);
    double[] p = compared.below();
    int nearest = 0;
    for (int i = 1; i < p.length; i++) {
      nearest = p[i] > p[nearest] ? i : nearest;
    }
    Comparison c = all.get(nearest);
    Point m = c.measured();
    return card.found(
        compared.allBelow(),
        "The mean of γ (max_a [Q(a) + Z(a)] − max_a Q(a)), Z uniform in [−ε, ε], for 2 to 18 actions whose values "
            + "are 0.25 ε or ε apart. The case of equality has its own card.",
        List.of(
            new Effect(
                "measured / bound, the least certain: " + c.name(),
                m.value() / c.expected(),
                m.lower() / c.expected(),
                m.upper() / c.expected(),
                m.runs(),
                "z test, Holm over " + p.length,
                p[nearest])));
  }

  private Claim equality() {
    Card card =
        new Card(
            "theory-overestimation-equality",
            "With equal values the bound is reached",
            "in the worst case, all Q values are equal, and we get equality to the upper bound: "
                + "E_z[R^i_{s,a}] = γ E_z[max_{a'}[Z^{i−1}_{s',a'}]] = γε(n−1)/(n+1)",
            "section 4.2",
            Comparisons.AGREEMENT,
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    for (Point p : overestimated(Values.EQUAL)) {
      all.add(new Comparison("n " + (int) p.x(), boundAt(p), p));
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    Comparisons compared = new Comparisons(all);
    return card.found(
        compared.agreement(),
        "The same with equal values. Errors of different actions are independent here; the paper does not say it, "
            + "and needs it.",
        List.of(compared.worst()));
  }

  private Claim uneven() {
    Card card =
        new Card(
            "theory-overestimation-uneven",
            "The overestimation is larger where the values are similar",
            "the overestimation bias is uneven and is bigger in states where the Q-values are similar for the "
                + "different actions",
            "section 4.2",
            "Holds if for each number of actions the mean falls from equal values to 0.25 ε apart to ε apart, each "
                + "beyond chance (z test, corrected p below 0.001, Holm over all); does not hold if one rises beyond "
                + "chance; else undecided.",
            List.of("theory-overestimation"));
    List<Comparison> all = new ArrayList<>();
    fall(all, Values.NEAR, Values.EQUAL);
    fall(all, Values.FAR, Values.NEAR);
    if (all.size() < 2 * TheoryPlan.ACTIONS.size()) {
      return card.missing();
    }
    List<Effect> effects = new ArrayList<>();
    for (Values values : Values.values()) {
      Point p = overestimated(values).get(2);
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
        new Comparisons(all).allBelow(),
        "The measurements of the two cards before this one.",
        effects);
  }

  private void fall(List<Comparison> all, Values less, Values more) {
    List<Point> small = overestimated(less);
    List<Point> large = overestimated(more);
    for (int i = 0; i < Math.min(small.size(), large.size()); i++) {
      all.add(new Comparison("", 0, small.get(i).minus(large.get(i))));
    }
  }

  private Figure overestimationFigure() {
    List<Series> series = new ArrayList<>();
    double[] n = new double[17];
    double[] bound = new double[n.length];
    for (int i = 0; i < n.length; i++) {
      n[i] = i + 2;
      bound[i] = Overestimation.bound(GAMMA, EPSILON, i + 2);
    }
    series.add(Series.of("bound", 0, Style.LINE, n, bound));
    series.add(drawn("equal values", 0, Style.POINTS, overestimated(Values.EQUAL)));
    series.add(drawn("values 0.25 ε apart", 1, Style.POINTS, overestimated(Values.NEAR)));
    series.add(drawn("values ε apart", 2, Style.POINTS, overestimated(Values.FAR)));
    return new Figure(
        "theory-overestimation",
        "Overestimation by a maximum over noise",
        "Errors uniform in [−ε, ε], γ 0.9: the paper's bound and measured means with 95 % intervals (most are "
            + "smaller than the points).",
        "The bound rises with the number of actions. Measured means with equal values lie on it, those with "
            + "values apart lie far below.",
        Axis.of("actions n"),
        Axis.of("overestimation, in ε"),
        series,
        List.of());
  }

  private List<Point> drops(String column) {
    return results.points("deviation", TheoryJob.Deviation.K, column);
  }

  private static PolicyDeviation model(double k) {
    return new PolicyDeviation(TheoryPlan.GAP, TheoryPlan.SIGMA, (int) k, ErrorLaw.NORMAL);
  }

  private Claim varianceSource() {
    Card card =
        new Card(
            "theory-variance-source",
            "Drops within a trial are the variance between trials",
            "the source of variability in DQN between learning trials is due to occasions drops in average score "
                + "within the learning trial. As suggested in Section 4, this effect can be related to the TAE causing "
                + "to a deviation from the steady state policy.",
            "appendix A, figure 8; section 4.1",
            "Of the model, not of Breakout. " + Comparisons.AGREEMENT,
            List.of("theory-drops"));
    List<Comparison> all = new ArrayList<>();
    for (Point p : drops("between")) {
      all.add(new Comparison("between trials, K " + (int) p.x(), model(p.x()).scoreVariance(), p));
    }
    for (Point p : drops("within")) {
      all.add(new Comparison("within a trial, K " + (int) p.x(), model(p.x()).scoreVariance(), p));
    }
    for (Point p : drops("deviated")) {
      all.add(new Comparison("share that drops, K " + (int) p.x(), model(p.x()).probability(), p));
    }
    if (all.isEmpty()) {
      return card.missing();
    }
    Comparisons compared = new Comparisons(all);
    return card.found(
        compared.agreement(),
        "Appendix A shows one learning curve and computes nothing, so this is a model of ours: one decision between "
            + "two actions, right targets, and errors with twice the gap as standard deviation. An evaluation "
            + "drops when the error turns the greedy action round. The score's variance between trials is that within "
            + "one, p(1−p) gap², and averaging K networks makes drops rarer. The learning curve itself needs Atari.",
        List.of(
            compared.worst(),
            Effect.exact("share of evaluations that drop, DQN", model(1).probability()),
            Effect.exact("the same with K 20", model(20).probability())));
  }

  private Figure dropsFigure() {
    double[] k = new double[20];
    double[] formula = new double[20];
    for (int i = 0; i < 20; i++) {
      k[i] = i + 1.0;
      formula[i] = model(k[i]).scoreVariance();
    }
    return new Figure(
        "theory-drops",
        "Variance of the score from drops alone",
        "One decision, right targets, normal errors of twice the gap. The line is p(1−p) gap², p the probability that "
            + "the mean of K networks prefers the worse action; points are simulated, with 95 % intervals: over many "
            + "trials at one time, and over one long trial.",
        "The variance falls with K; the points between trials and within a trial both lie on the line.",
        Axis.of("averaged networks K"),
        Axis.of("variance of the score, in gap²"),
        List.of(
            Series.of("p(1−p) gap²", 0, Style.LINE, k, formula),
            drawn("between trials", 1, Style.POINTS, drops("between")),
            drawn("within a trial", 2, Style.POINTS, drops("within"))),
        List.of());
  }
}
