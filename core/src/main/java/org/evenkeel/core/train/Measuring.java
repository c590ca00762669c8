package org.evenkeel.core.train;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.jspecify.annotations.Nullable;

/// The measurements of a run: evaluations, values of states, and means since the previous line.
final class Measuring {
  private final Supplier<? extends Environment> environments;
  private final Training training;
  private final Parts parts;
  private final Seeds seeds;
  private final HeldOut heldOut;
  private final FreshStates freshStates;
  private final Meter meter = new Meter();
  private @Nullable OnAccelerator elsewhere;

  Measuring(
      Supplier<? extends Environment> environments, Training training, Parts parts, Seeds seeds) {
    this.environments = environments;
    this.training = training;
    this.parts = parts;
    this.seeds = seeds;
    Spec spec = parts.episode().spec();
    heldOut = new HeldOut(training, spec.observation());
    freshStates = new FreshStates(training, spec.observation());
  }

  /// Takes measurements where the steps are taken: on an accelerator, once it has the state.
  void on(OnAccelerator accelerator) {
    elsewhere = accelerator;
  }

  private Learner learner() {
    return parts.learner();
  }

  /// Sets states aside before the first update. Called before each update.
  void learning() {
    heldOut.choose(parts.replay(), seeds);
  }

  void updated() {
    meter.updated(learner());
  }

  void episodeEnded() {
    meter.episodeEnded(parts.episode().totalReward(), parts.episode().length());
  }

  /// Returns the number of episodes that have ended.
  long episodes() {
    return meter.episodes();
  }

  boolean evaluatesAt(long step) {
    int period = training.evaluation().periodSteps();
    return period > 0 && (step == training.schedule().steps() || step % period == 0);
  }

  /// The first step after this one that is measured.
  long nextMeasured(long step) {
    long period = training.schedule().metricsPeriodSteps();
    long next = Math.min(training.schedule().steps(), (step / period + 1) * period);
    long evaluations = training.evaluation().periodSteps();
    return evaluations == 0 ? next : Math.min(next, (step / evaluations + 1) * evaluations);
  }

  /// Whether the held-out states have been chosen.
  boolean heldOutChosen() {
    return heldOut.chosen();
  }

  List<Batch> heldOutBatches() {
    return heldOut.batches();
  }

  List<Batch> heldOutSuccessors() {
    return heldOut.successors();
  }

  boolean measuresAt(long step) {
    return evaluatesAt(step)
        || step == training.schedule().steps()
        || step % training.schedule().metricsPeriodSteps() == 0;
  }

  /// Plays an evaluation.
  ///
  /// @return null if it was stopped
  @Nullable EvaluationResult evaluate(
      long step, Supplier<Policy> policy, BooleanSupplier stop, DoubleConsumer progress) {
    RandomStream random = seeds.stream(Seeds.Purpose.EVALUATION, step);
    OnAccelerator there = loaded();
    if (there != null) {
      return there.evaluate(random, stop, progress);
    }
    EvaluationPlay.Setting setting =
        new EvaluationPlay.Setting(environments, training, training.evaluation(), parts.workers());
    try (EvaluationPlay play = new EvaluationPlay(setting, policy.get(), random)) {
      return play.play(stop, progress);
    }
  }

  /// Returns the line of measurements at a step, and starts new means.
  ///
  /// @throws NotFiniteException if a value is not finite
  Metrics read(long step) {
    double epsilon = training.exploration().epsilonAt(step);
    OnAccelerator there = loaded();
    Metrics metrics;
    if (there == null) {
      Meter.Values values = values(step, learner()::sumOfLargest);
      metrics = meter.read(step, epsilon, values, learner().updates());
    } else {
      if (evaluatesAt(step) && training.evaluation().freshStates() > 0) {
        there.store(); // they are drawn and valued here
      }
      OnAccelerator.Values found = there.measure(meter, evaluatesAt(step));
      metrics = meter.read(step, epsilon, values(step, found), found.updates());
    }
    if (heldOut.chosen() && !Double.isFinite(metrics.heldOutValue())) {
      throw new NotFiniteException("the values of the held-out states are not finite");
    }
    return metrics;
  }

  private @Nullable OnAccelerator loaded() {
    OnAccelerator there = elsewhere;
    return there != null && there.loaded() ? there : null;
  }

  private Meter.Values values(long step, HeldOut.Values values) {
    double heldOutValue = heldOut.value(values);
    if (!evaluatesAt(step)) {
      return new Meter.Values(heldOutValue, Double.NaN, Double.NaN);
    }
    RandomStream random = seeds.stream(Seeds.Purpose.FRESH_STATES, step);
    double fresh = freshStates.value(parts.replay(), learner(), random);
    double target = heldOut.targetValue(values);
    if (Double.isInfinite(fresh) || Double.isInfinite(target)) {
      throw new NotFiniteException("the values of stored states are not finite");
    }
    return new Meter.Values(heldOutValue, fresh, target);
  }

  void sections(Sections visitor) throws IOException {
    visitor.section("meter", meter::save, meter::restore);
    visitor.section("held-out", heldOut::save, heldOut::restore);
  }
}
