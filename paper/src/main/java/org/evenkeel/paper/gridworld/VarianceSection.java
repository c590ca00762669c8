package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.paper.experiment.Numbers;

/// The theory of section 5 asked about the real Gridworld: are the errors as assumed, and does the recursion give
/// the variance that the trials have?
final class VarianceSection {
  private static final String TABLE = "gridworld-variance-table";
  private static final double FACTOR = 1.5;

  private static final String CORRELATION_RULE =
      "Holds if every 95 % interval (Student's t over trials) lies within 0.05 of 0; does not hold if one of them"
          + " does not contain 0 and has its mean beyond 0.05; else undecided. Each interval is by itself.";

  private final List<Reading> continuing;
  private final List<Reading> terminal;
  private final VarianceFigures figures;

  VarianceSection(List<Outcomes> continuing, List<Outcomes> terminal) {
    this.continuing = Reading.of(continuing, "continuing");
    this.terminal = Reading.of(terminal, "terminal");
    this.figures = new VarianceFigures(this.continuing, this.terminal);
  }

  private List<Reading> all() {
    List<Reading> all = new ArrayList<>(continuing);
    all.addAll(terminal);
    return all;
  }

  Section section() {
    return new Section(
        "gridworld-theory",
        "Gridworld: the theory against the trials",
        """
        Section 5 assumes target approximation errors Z that are uncorrelated between iterations, between states \
        and between the members of an ensemble. In the trials above Z = Q(s, a; theta_i) - y(s, a) was recorded for \
        the best action of every state, at the end of training. Its covariance between states goes into the \
        recursion Q_i = Z_i + gamma P (mean of the last K), with P the optimal policy, and the variance that comes \
        out is compared with the variance between trials.

        The model knows no maximum: where several actions are equally good, which in a Gridworld is almost \
        everywhere, the real target takes the larger of several noisy values.\
        """,
        List.of(
            states(),
            iterations(),
            members(),
            targets(),
            agreement("gridworld-theory-predicts", "", continuing, VarianceFigures.CONTINUING),
            agreement(
                "gridworld-theory-terminal", ", terminal goal", terminal, VarianceFigures.TERMINAL),
            order()),
        figures.all(),
        List.of(table()));
  }

  private Claim states() {
    return assumption(
        "gridworld-errors-of-states",
        "Errors of different states are uncorrelated",
        "Further assume that for all s ≠ s': Cov[Z^i_{s,a}, Z^i_{s',a}] = 0",
        "appendix C",
        "The correlation of the errors of neighbouring states, mean over all pairs.",
        collect(all(), r -> r.errors().correlation(steps -> steps == 1)),
        VarianceFigures.CORRELATION);
  }

  private Claim iterations() {
    return assumption(
        "gridworld-errors-of-iterations",
        "Errors of different iterations are uncorrelated",
        "for i ≠ j: Cov[Z^i_{s,a}, Z^j_{s',a'}] = 0",
        "section 5",
        "The correlation of a state's error with its error one iteration before, pooled over the states, about each trial's mean. The network"
            + " goes on from where it was, so its errors may too.",
        collect(all(), r -> r.errors().lagCorrelation()),
        TABLE);
  }

  private Claim members() {
    List<Reading> ensembles = all().stream().filter(r -> r.outcomes().arm().ensemble()).toList();
    return assumption(
        "gridworld-errors-of-members",
        "Errors of different members of an ensemble are uncorrelated",
        "for k ≠ k': Z^{k,i}_{s,a} and Z^{k',j}_{s',a'} are two uncorrelated TAEs",
        "section 5.2",
        "The correlation of the errors of two members at the same state, from the variance of their mean.",
        collect(ensembles, r -> r.errors().memberCorrelation()),
        TABLE);
  }

  private Claim targets() {
    List<Reading> known = all().stream().filter(r -> r.errors().knowsTargets()).toList();
    return assumption(
        "gridworld-errors-and-targets",
        "Errors are uncorrelated with their targets",
        "for i ≠ j: Cov[Z^i_{s,a}, Z^j_{s',a'}] = 0",
        "section 5; a target is made of earlier errors",
        "The correlation of the output's error with its target at the same state. A network that follows a target only"
            + " in part has errors against it: they take back what the target has too much, and the variance is"
            + " smaller than the recursion says. For Averaged-DQN the target of the mean is not known.",
        collect(known, r -> r.errors().targetCorrelation()),
        TABLE);
  }

  private static Map<Reading, Estimate> collect(
      List<Reading> readings, Function<Reading, Estimate> measure) {
    Map<Reading, Estimate> estimates = new LinkedHashMap<>();
    readings.forEach(r -> estimates.put(r, measure.apply(r)));
    return estimates;
  }

  private static Claim assumption(
      String id,
      String title,
      String quote,
      String source,
      String measured,
      Map<Reading, Estimate> estimates,
      String evidence) {
    List<Effect> effects = new ArrayList<>();
    boolean holds = !estimates.isEmpty();
    boolean fails = false;
    for (Map.Entry<Reading, Estimate> entry : estimates.entrySet()) {
      Estimate e = entry.getValue();
      int trials = entry.getKey().outcomes().trials().size();
      effects.add(
          Effect.sampled(
              "correlation, " + entry.getKey().label(), e.value(), e.low(), e.high(), trials));
      holds &= e.low() > -0.05 && e.high() < 0.05;
      fails |= (e.low() > 0 || e.high() < 0) && Math.abs(e.value()) > 0.05;
    }
    return new Claim(
        id,
        title,
        quote,
        source,
        measured,
        effects,
        CORRELATION_RULE,
        fails ? Verdict.DOES_NOT_HOLD : holds ? Verdict.HOLDS : Verdict.UNDECIDED,
        List.of(evidence));
  }

  private Claim agreement(String id, String where, List<Reading> readings, String figure) {
    List<Effect> effects = new ArrayList<>();
    boolean within = true;
    boolean beyond = false;
    for (Reading r : readings) {
      Effect e =
          VarianceRatios.of(
              "measured / predicted variance, " + r.label(),
              r.outcomes(),
              Reading.mean(r.predicted()),
              readings.size());
      effects.add(e);
      within &= e.lower() > 1 / FACTOR && e.upper() < FACTOR;
      beyond |= e.lower() > FACTOR || e.upper() < 1 / FACTOR;
    }
    return new Claim(
        id,
        "The theory predicts the variance of real networks" + where,
        "",
        "asked here; the recursion is that of section 5",
        "The variance between trials divided by what the recursion gives with the measured covariance of the"
            + " errors, both as a mean over the states.",
        effects,
        "The intervals come from a jackknife over trials of the logarithm of the variance (Student's t), with the"
            + " prediction taken as it is, and hold together with 95 % (Bonferroni). Holds if all lie within a factor of"
            + " 1.5 of 1, does not hold if one lies beyond it, else undecided.",
        beyond
            ? Verdict.DOES_NOT_HOLD
            : within && !effects.isEmpty() ? Verdict.HOLDS : Verdict.UNDECIDED,
        List.of(figure, TABLE));
  }

  private Claim order() {
    List<Duel<Reading>> duels = new ArrayList<>(Duel.among(continuing, Reading::arm));
    duels.addAll(Duel.among(terminal, Reading::arm));
    List<Effect> effects = new ArrayList<>();
    int judged = 0;
    boolean right = true;
    boolean wrong = false;
    for (Duel<Reading> duel : duels) {
      String name = "Averaged / Ensemble, K=" + duel.k() + ", " + duel.averaged().goal();
      double predicted =
          Reading.mean(duel.averaged().predicted()) / Reading.mean(duel.ensemble().predicted());
      Effect measured =
          VarianceRatios.of(
              "measured: " + name,
              duel.averaged().outcomes(),
              duel.ensemble().outcomes(),
              duels.size());
      effects.add(Effect.exact("predicted: " + name, predicted));
      effects.add(measured);
      if (predicted > 1.1) {
        judged++;
        right &= measured.lower() > 1;
        wrong |= measured.upper() < 1;
      } else if (predicted < 1 / 1.1) {
        judged++;
        right &= measured.upper() < 1;
        wrong |= measured.lower() > 1;
      }
    }
    return new Claim(
        "gridworld-theory-order",
        "The theory says which of the two has the smaller variance",
        "",
        "asked here",
        "The ratio of the variances of Averaged and Ensemble, mean over the states, as the recursion gives it with"
            + " the measured errors and as it is between trials. With uncorrelated errors on a chain it is below 1; a"
            + " goal that goes on giving rewards is a recurrent state, where it is above 1.",
        effects,
        "The intervals come from a jackknife over trials of the logarithms of the variances (Student's t) and hold"
            + " together with 95 % (Bonferroni). A prediction within 10 % of 1 is none. Holds if each of the others lies on"
            + " the side of 1 that is predicted, does not hold if one lies on the other, else undecided.",
        wrong ? Verdict.DOES_NOT_HOLD : right && judged > 0 ? Verdict.HOLDS : Verdict.UNDECIDED,
        List.of(VarianceFigures.RATIO));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (Reading r : all()) {
      Outcomes o = r.outcomes();
      rows.add(
          List.of(
              o.arm().label(),
              r.goal(),
              String.valueOf(o.trials().size()),
              Numbers.brief(errorVariance(o)),
              Numbers.brief(r.errors().correlation(steps -> true).value()),
              Numbers.brief(r.errors().lagCorrelation().value()),
              o.arm().ensemble() ? Numbers.brief(r.errors().memberCorrelation().value()) : "-",
              r.errors().knowsTargets()
                  ? Numbers.brief(r.errors().targetCorrelation().value())
                  : "-",
              Numbers.brief(Reading.mean(r.measured())),
              Numbers.brief(Reading.mean(r.predicted())),
              Numbers.brief(Reading.mean(r.independent()))));
    }
    return new Table(
        TABLE,
        "Errors and variances in numbers",
        "Correlations: between two states (all pairs), between one iteration and the next, between two members of an ensemble, between an error and its target. Variances of the best action's value, mean over the states.",
        List.of(
            "algorithm",
            "goal",
            "trials",
            "variance of the error",
            "correlation of states",
            "of iterations",
            "of members",
            "of error and target",
            "variance, measured",
            "predicted",
            "predicted without correlation"),
        rows);
  }

  private static double errorVariance(Outcomes outcomes) {
    var errors = outcomes.errors();
    double sum = 0;
    for (int s = 0; s < errors.states(); s++) {
      sum += errors.variance(s);
    }
    return sum / errors.states();
  }
}
