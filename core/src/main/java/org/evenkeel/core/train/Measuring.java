package org.evenkeel.core.train;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.agent.Policy;
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

  private Learner learner() {
    return parts.learner();
  }

  /// Called before each update: states are set aside before the first one.
  void learning() {
    heldOut.choose(parts.replay(), seeds);
  }

  void updated() {
    meter.updated(learner());
  }

  void episodeEnded() {
    meter.episodeEnded(parts.episode().totalReward(), parts.episode().length());
  }

  /// The number of episodes that have ended.
  long episodes() {
    return meter.episodes();
  }

  boolean evaluatesAt(long step) {
    int period = training.evaluation().periodSteps();
    return period > 0 && (step == training.schedule().steps() || step % period == 0);
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
      long step, Policy policy, BooleanSupplier stop, DoubleConsumer progress) {
    EvaluationPlay.Setting setting =
        new EvaluationPlay.Setting(environments, training, training.evaluation(), parts.workers());
    RandomStream random = seeds.stream(Seeds.Purpose.EVALUATION, step);
    try (EvaluationPlay play = new EvaluationPlay(setting, policy, random)) {
      return play.play(stop, progress);
    }
  }

  /// Returns the line of measurements at a step, and starts new means.
  ///
  /// @throws NotFiniteException if a value is not finite
  Metrics read(long step) {
    double epsilon = training.exploration().epsilonAt(step);
    Metrics metrics = meter.read(step, epsilon, values(step), learner());
    if (heldOut.chosen() && !Double.isFinite(metrics.heldOutValue())) {
      throw new NotFiniteException("the values of the held-out states are not finite");
    }
    return metrics;
  }

  private Meter.Values values(long step) {
    double heldOutValue = heldOut.value(learner());
    if (!evaluatesAt(step)) {
      return new Meter.Values(heldOutValue, Double.NaN, Double.NaN);
    }
    RandomStream random = seeds.stream(Seeds.Purpose.FRESH_STATES, step);
    double fresh = freshStates.value(parts.replay(), learner(), random);
    double target = heldOut.targetValue(learner());
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
