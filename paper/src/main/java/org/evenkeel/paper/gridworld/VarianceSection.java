package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Estimate;

/// Tests the theory of section 5 on the Gridworld: whether the errors are as assumed, and whether the recursion
/// predicts the variance between trials.
final class VarianceSection {
  private static final String TABLE = "gridworld-variance-table";
  private static final String CONTINUING = "continuing";
  private static final String TERMINAL = "terminal";
  private static final double FACTOR = 1.5;

  /// The absolute correlation below which errors count as uncorrelated.
  private static final double NO_CORRELATION = 0.05;

  /// The smallest factor between two predicted variances that predicts an order.
  private static final double NO_ORDER = 1.1;

  private static final String CORRELATION_RULE =
      "A 95 % interval (Student's t over trials) entirely within 0.05 of 0 agrees with the assumption; an interval"
          + " entirely outside that range contradicts it. The intervals are not corrected for their number.";

  private final List<Outcomes> continuingArms;
  private final List<Outcomes> terminalArms;
  private final IdentityHashMap<Outcomes, Reading> readings = new IdentityHashMap<>();
  private final VarianceFigures figures;

  VarianceSection(List<Outcomes> continuing, List<Outcomes> terminal) {
    continuingArms = continuing;
    terminalArms = terminal;
    List<Reading> ofContinuing = Reading.of(continuing, CONTINUING);
    List<Reading> ofTerminal = Reading.of(terminal, TERMINAL);
    ofContinuing.forEach(r -> readings.put(r.outcomes(), r));
    ofTerminal.forEach(r -> readings.put(r.outcomes(), r));
    figures = new VarianceFigures(ofContinuing, ofTerminal);
  }

  private List<Outcomes> arms() {
    List<Outcomes> all = new ArrayList<>(continuingArms);
    all.addAll(terminalArms);
    return all;
  }

  private String label(Outcomes arm) {
    return arm.arm().label() + ", " + goal(arm);
  }

  private String goal(Outcomes arm) {
    return continuingArms.contains(arm) ? CONTINUING : TERMINAL;
  }

  /// Returns the readings of the arms that have enough trials.
  private List<Reading> all() {
    return arms().stream().map(readings::get).filter(Objects::nonNull).toList();
  }

  Section section() {
    return new Section(
        "gridworld-theory",
        "Gridworld: the theory against the trials",
        """
        Section 5 assumes target approximation errors Z that are uncorrelated between iterations, between states, \
        and between the members of an ensemble. In the trials above, Z = Q(s, a; theta_i) - y(s, a) was recorded for \
        the best action of every state at the end of training. The covariance of Z between states is entered into the \
        recursion Q_i = Z_i + gamma P (mean of the last K), where P is the optimal policy, and the resulting variance \
        is compared with the variance between trials.

        The model has no maximum. If several actions are equally good, as they are almost everywhere in a Gridworld, \
        the real target uses the largest of several noisy values.\
        """,
        List.of(
            states(),
            iterations(),
            members(),
            targets(),
            agreement("gridworld-theory-predicts", "", continuingArms, VarianceFigures.CONTINUING),
            agreement(
                "gridworld-theory-terminal",
                ", terminal goal",
                terminalArms,
                VarianceFigures.TERMINAL),
            order()),
        figures.all(),
        List.of(table()));
  }

  private Claim states() {
    return assumption(
            "gridworld-errors-of-states",
            "Errors of different states are uncorrelated",
            arms(),
            r -> r.errors().correlation(steps -> steps == 1))
        .said("Further assume that for all s ≠ s': Cov[Z^i_{s,a}, Z^i_{s',a}] = 0", "appendix C")
        .measured("The correlation of the errors of neighbouring states, averaged over all pairs.")
        .shownIn(List.of(VarianceFigures.CORRELATION));
  }

  private Claim iterations() {
    return assumption(
            "gridworld-errors-of-iterations",
            "Errors of different iterations are uncorrelated",
            arms(),
            r -> r.errors().lagCorrelation())
        .said("for i ≠ j: Cov[Z^i_{s,a}, Z^j_{s',a'}] = 0", "section 5")
        .measured(
            "The correlation of a state's error with its error one iteration earlier, pooled over the states and taken"
                + " about each trial's mean. Training continues from the previous network, so errors may persist.");
  }

  private Claim members() {
    return assumption(
            "gridworld-errors-of-members",
            "Errors of different members of an ensemble are uncorrelated",
            arms().stream().filter(a -> a.arm().ensemble()).toList(),
            r -> r.errors().memberCorrelation())
        .said(
            "for k ≠ k': Z^{k,i}_{s,a} and Z^{k',j}_{s',a'} are two uncorrelated TAEs",
            "section 5.2")
        .measured(
            "The correlation of two members' errors at the same state, derived from the variance of the members' mean.");
  }

  private Claim targets() {
    return assumption(
            "gridworld-errors-and-targets",
            "Errors are uncorrelated with their targets",
            arms().stream().filter(a -> a.arm().knowsTargets()).toList(),
            r -> r.errors().targetCorrelation())
        .said(
            "for i ≠ j: Cov[Z^i_{s,a}, Z^j_{s',a'}] = 0",
            "section 5; a target consists of earlier errors")
        .measured(
            "The correlation of the output's error with its target at the same state. A network that follows its target only"
                + " partly makes errors opposed to it. These undo part of the target's deviation, and the variance is smaller"
                + " than the recursion predicts. For Averaged-DQN the target of the mean is not known.");
  }

  private Claim assumption(
      String id, String title, List<Outcomes> arms, Function<Reading, Estimate> measure) {
    List<Finding> findings = new ArrayList<>();
    for (Outcomes arm : arms) {
      String name = "correlation, " + label(arm);
      int trials = arm.trials().size();
      Reading reading = readings.get(arm);
      Effect effect = missing(name, trials);
      if (reading != null) {
        Estimate e = measure.apply(reading);
        effect = Effect.sampled(name, e.value(), e.low(), e.high(), trials);
      }
      findings.add(Finding.within(effect, -NO_CORRELATION, NO_CORRELATION, arm.planned()));
    }
    return Claim.of(id, title, Standing.ASSUMPTION)
        .judged(CORRELATION_RULE, Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  private static Effect missing(String name, int trials) {
    return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, trials);
  }

  private Claim agreement(String id, String where, List<Outcomes> arms, String figure) {
    List<Finding> findings = new ArrayList<>();
    for (Outcomes arm : arms) {
      String name = "measured / predicted variance, " + label(arm);
      Reading reading = readings.get(arm);
      Effect ratio =
          reading == null
              ? missing(name, arm.trials().size())
              : VarianceRatios.of(name, arm, Reading.mean(reading.predicted()), arms.size());
      findings.add(Finding.within(ratio, 1 / FACTOR, FACTOR, arm.planned()));
    }
    return Claim.of(
            id, "The theory predicts the variance of real networks" + where, Standing.OWN_QUESTION)
        .said("", "Our own question, with the recursion of section 5")
        .measured(
            "The variance between trials divided by the variance that the recursion predicts from the measured covariance"
                + " of the errors, both averaged over the states.")
        .judged(
            "An interval entirely within a factor of 1.5 of 1 agrees; an interval entirely outside that range contradicts."
                + " The intervals come from a jackknife over trials of the logarithm of the variance (Student's t), with"
                + " the prediction treated as exact, and have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(figure, TABLE));
  }

  private Claim order() {
    List<Duel<Outcomes>> duels = new ArrayList<>(Duel.among(continuingArms, Outcomes::arm));
    duels.addAll(Duel.among(terminalArms, Outcomes::arm));
    List<Finding> findings = new ArrayList<>();
    List<Effect> beside = new ArrayList<>();
    for (Duel<Outcomes> duel : duels) {
      String name = "Averaged / Ensemble, K=" + duel.k() + ", " + goal(duel.averaged());
      int planned = Math.min(duel.averaged().planned(), duel.ensemble().planned());
      Reading averaged = readings.get(duel.averaged());
      Reading ensemble = readings.get(duel.ensemble());
      Effect measured =
          VarianceRatios.of("measured: " + name, duel.averaged(), duel.ensemble(), duels.size());
      if (averaged == null || ensemble == null) {
        findings.add(Finding.ratioBelowOne(measured, planned));
        continue;
      }
      double predicted = Reading.mean(averaged.predicted()) / Reading.mean(ensemble.predicted());
      beside.add(Effect.exact("predicted: " + name, predicted));
      if (predicted > NO_ORDER) {
        findings.add(Finding.ratioAboveOne(measured, planned));
      } else if (predicted < 1 / NO_ORDER) {
        findings.add(Finding.ratioBelowOne(measured, planned));
      } else {
        beside.add(measured);
      }
    }
    return Claim.of(
            "gridworld-theory-order",
            "The theory predicts which of the two has the smaller variance",
            Standing.OWN_QUESTION)
        .said("", "Our own question")
        .measured(
            "The ratio of the variances of Averaged and Ensemble, averaged over the states: predicted by the recursion from"
                + " the measured errors, and measured between trials. With uncorrelated errors on a chain it is below 1. A"
                + " goal that keeps giving rewards is a recurrent state, where it is above 1.")
        .judged(
            "An interval on the predicted side of 1 agrees; an interval on the other side contradicts. A prediction within"
                + " 10 % of 1 counts as no prediction. The intervals come from a jackknife over trials of the logarithms of"
                + " the variances (Student's t) and have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .beside(beside)
        .shownIn(List.of(VarianceFigures.RATIO));
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
              o.arm().knowsTargets() ? Numbers.brief(r.errors().targetCorrelation().value()) : "-",
              Numbers.brief(Reading.mean(r.measured())),
              Numbers.brief(Reading.mean(r.predicted())),
              Numbers.brief(Reading.mean(r.independent()))));
    }
    return new Table(
        TABLE,
        "Errors and variances in numbers",
        "Correlations are between two states (all pairs), between one iteration and the next, between two members of an ensemble, and between an error and its target. Variances are those of the best action's value, averaged over the states.",
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
