package org.evenkeel.cli;

import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;

/// Measures the speed of a run in each of its phases, to estimate its remaining time.
///
/// Steps before learning starts can be a hundred times as fast as steps that learn, and an evaluation can take longer
/// than the training between two evaluations. Each phase therefore has its own clock, and a phase not seen yet is not
/// estimated from another.
final class Pace {
  /// The warm-up time in seconds. The first updates run before they are compiled, up to 100 times as slow as later ones
  /// on a busy machine.
  private static final double WARM_UP_SECONDS = 2;

  /// The time in seconds beyond the warm-up after which the learning speed is known.
  private static final double KNOWN_SECONDS = 0.5;

  /// The time in seconds after which earlier measurements count only half: the speed may change while the cache of
  /// target values fills.
  private static final double RECENT_SECONDS = 30;

  /// The share of an evaluation after which its duration is known.
  private static final double KNOWN_SHARE = 0.02;

  private final long steps;
  private final long learningStart;
  private final long period;
  private final Clock random = new Clock();
  private final Clock learning = new Clock();
  private double warmedUp;
  private double evaluationSeconds = Double.NaN;

  private long step;
  private double now = Double.NaN;
  private double share = Double.NaN;
  private double inEvaluation;
  private int evaluated;

  /// Seconds per step before and after learning starts, and per evaluation; NaN if unknown.
  record Rates(double randomStep, double learningStep, double evaluation) {
    static final Rates UNKNOWN = new Rates(Double.NaN, Double.NaN, Double.NaN);

    /// Returns these rates, with unknown ones replaced by those of another run.
    Rates or(Rates other) {
      return new Rates(
          Double.isNaN(randomStep) ? other.randomStep : randomStep,
          Double.isNaN(learningStep) ? other.learningStep : learningStep,
          Double.isNaN(evaluation) ? other.evaluation : evaluation);
    }
  }

  /// The remaining time.
  ///
  /// @param seconds the remaining time; NaN if unknown
  /// @param more whether evaluations of unknown duration come in addition
  record Left(double seconds, boolean more) {}

  Pace(Schedule schedule, EvaluationPlan evaluation) {
    steps = schedule.steps();
    learningStart = Math.min(steps, schedule.learningStartSteps());
    period = evaluation.periodSteps();
  }

  /// Records that the run is at this step.
  ///
  /// @param evaluating the share of the current evaluation that is done, 0 to 1; NaN outside evaluations
  /// @param seconds the time on any clock
  void at(long step, double evaluating, double seconds) {
    double elapsed = seconds - now;
    if (!Double.isNaN(elapsed)) {
      if (evaluated > 0 || !Double.isNaN(evaluating)) {
        inEvaluation += Math.max(0, elapsed - stepSeconds(this.step, step, rates(), 0));
      } else if (this.step >= learningStart && warmedUp < WARM_UP_SECONDS) {
        warmedUp += elapsed;
      } else if (this.step >= learningStart) {
        learning.add(step - this.step, elapsed);
      } else if (step <= learningStart) {
        random.add(step - this.step, elapsed);
      }
      if (evaluated > 0) {
        evaluationSeconds = inEvaluation / evaluated;
        evaluated = 0;
        inEvaluation = 0;
      }
    }
    this.step = step;
    share = evaluating;
    now = seconds;
  }

  /// Records the end of an evaluation.
  void evaluated() {
    evaluated++;
  }

  /// Returns the known rates of this run; an evaluation in progress is extrapolated to its end.
  Rates rates() {
    double evaluation = share >= KNOWN_SHARE ? inEvaluation / share : evaluationSeconds;
    double learned = learning.seconds >= KNOWN_SECONDS ? learning.perStep() : Double.NaN;
    return new Rates(random.perStep(), learned, evaluation);
  }

  /// Returns the remaining time at these rates.
  Left left(Rates rates) {
    double left = stepSeconds(step, steps, rates, Double.NaN);
    double evaluations = evaluationsAfter(step) + (Double.isNaN(share) ? 0 : 1 - share);
    if (evaluations == 0) {
      return new Left(left, false);
    }
    return Double.isNaN(rates.evaluation)
        ? new Left(left, true)
        : new Left(left + evaluations * rates.evaluation, false);
  }

  /// Returns the seconds until learning starts; NaN if it has started, never does, or the speed is unknown.
  double untilLearning() {
    return step < learningStart && learningStart < steps
        ? (learningStart - step) * random.perStep()
        : Double.NaN;
  }

  /// Returns the steps per second in the current phase, without evaluations; NaN if unknown.
  double stepsPerSecond() {
    return 1 / (step < learningStart ? random : learning).perStep();
  }

  long step() {
    return step;
  }

  boolean running() {
    return !Double.isNaN(now) && step < steps;
  }

  private double stepSeconds(long from, long to, Rates rates, double unknown) {
    long before = Math.clamp(learningStart - from, 0, to - from);
    return cost(before, rates.randomStep, unknown)
        + cost(to - from - before, rates.learningStep, unknown);
  }

  private static double cost(long steps, double seconds, double unknown) {
    return steps == 0 ? 0 : Double.isNaN(seconds) ? unknown : steps * seconds;
  }

  /// Returns the number of evaluations after a step. There is one at each multiple of the period and at the end.
  private long evaluationsAfter(long step) {
    if (period == 0 || step >= steps) {
      return 0;
    }
    return (steps + period - 1) / period - step / period;
  }

  private static final class Clock {
    private double counted;
    private double seconds;

    void add(long more, double elapsed) {
      if (seconds > RECENT_SECONDS) {
        counted /= 2;
        seconds /= 2;
      }
      counted += more;
      seconds += elapsed;
    }

    double perStep() {
      return counted == 0 ? Double.NaN : seconds / counted;
    }
  }
}
