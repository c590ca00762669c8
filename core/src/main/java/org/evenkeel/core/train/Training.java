package org.evenkeel.core.train;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.RecordText;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Sampling;

/// Everything that decides a run, except the environment and the seed: a value with a default for each
/// part. `Training.of(Algorithm.averaged(10)).steps(50_000)`.
///
/// @param algorithm the three choices
/// @param network the shape of the network
/// @param initializer how its parameters start
/// @param optimizer how gradients change them
/// @param loss what is minimized
/// @param maxGradientNorm gradients longer than this are shortened to it; 0 for never
/// @param discount gamma
/// @param nStep rewards summed before a target bootstraps
/// @param replay the memory
/// @param exploration the random actions of training
/// @param schedule when things happen
/// @param evaluation how it is measured
/// @param variants the choices where published code differs silently
public record Training(
    Algorithm algorithm,
    Architecture network,
    Initializer initializer,
    Optimizer optimizer,
    Loss loss,
    double maxGradientNorm,
    double discount,
    int nStep,
    Memory replay,
    Exploration exploration,
    Schedule schedule,
    Evaluate evaluation,
    Variants variants) {

  /// The replay memory.
  ///
  /// @param capacity how many steps it keeps
  /// @param sampling how transitions are drawn from it
  public record Memory(int capacity, Sampling sampling) {
    /// Checks the capacity.
    public Memory {
      Checks.atLeast("capacity", 1, capacity);
    }
  }

  /// When things happen, in steps of the agent.
  ///
  /// @param steps the length of the run
  /// @param learningStartSteps steps before the first update
  /// @param updatePeriodSteps an update comes every so many steps
  /// @param updatesPerPeriod how many updates come then
  /// @param batchSize transitions in a minibatch
  /// @param targetPeriod a snapshot is taken every so many steps (or updates, [Variants.TargetClock])
  /// @param metricsPeriodSteps a line of measurements comes every so many steps
  public record Schedule(
      long steps,
      long learningStartSteps,
      int updatePeriodSteps,
      int updatesPerPeriod,
      int batchSize,
      int targetPeriod,
      int metricsPeriodSteps) {
    /// Checks every field.
    public Schedule {
      Checks.atLeast("steps", 1, steps);
      Checks.atLeast("learningStartSteps", 0, learningStartSteps);
      Checks.atLeast("updatePeriodSteps", 1, updatePeriodSteps);
      Checks.atLeast("updatesPerPeriod", 1, updatesPerPeriod);
      Checks.atLeast("batchSize", 1, batchSize);
      Checks.atLeast("targetPeriod", 1, targetPeriod);
      Checks.atLeast("metricsPeriodSteps", 1, metricsPeriodSteps);
    }
  }

  /// How a run is measured.
  ///
  /// @param periodSteps an evaluation comes every so many steps and at the end; 0 for never
  /// @param episodes how many episodes it plays, where it does not go by steps
  /// @param epsilon the probability of a random action in them
  /// @param heldOutStates states set aside when learning starts, whose values are reported
  /// @param steps whole episodes are played until so many steps have been taken (the paper: 500,000 frames, which
  ///     are 125,000 steps); 0 to go by episodes
  /// @param freshStates states drawn anew at each evaluation, whose values are reported too (the authors: 1,000); 0
  ///     for none
  public record Evaluate(
      int periodSteps,
      int episodes,
      double epsilon,
      int heldOutStates,
      int steps,
      int freshStates) {
    /// Checks every field.
    public Evaluate {
      Checks.atLeast("periodSteps", 0, periodSteps);
      Checks.atLeast("episodes", 1, episodes);
      Checks.atMost("episodes", 1_000_000, episodes);
      Checks.probability("epsilon", epsilon);
      Checks.atLeast("heldOutStates", 1, heldOutStates);
      Checks.atMost("heldOutStates", 100_000, heldOutStates);
      Checks.atLeast("steps", 0, steps);
      Checks.atMost("steps", 1_000_000_000, steps);
      Checks.atLeast("freshStates", 0, freshStates);
      Checks.atMost("freshStates", 100_000, freshStates);
    }

    /// By episodes, without fresh states.
    public Evaluate(int periodSteps, int episodes, double epsilon, int heldOutStates) {
      this(periodSteps, episodes, epsilon, heldOutStates, 0, 0);
    }

    /// As it was before it could go by steps, where it does not.
    @Override
    public String toString() {
      return RecordText.of(this, Map.of("steps", 0, "freshStates", 0));
    }
  }

  /// Checks what the parts do not check themselves.
  public Training {
    if (!(maxGradientNorm >= 0) || Double.isInfinite(maxGradientNorm)) {
      throw new IllegalArgumentException(
          "maxGradientNorm must be a finite number >= 0, was " + maxGradientNorm);
    }
    Checks.probability("discount", discount);
    Checks.atLeast("nStep", 1, nStep);
    Checks.atMost("nStep", 1_000, nStep);
    if (nStep > replay.capacity()) {
      throw new IllegalArgumentException(
          "nStep must be <= capacity, was " + nStep + " with capacity " + replay.capacity());
    }
    if (replay.capacity() < schedule.batchSize()) {
      throw new IllegalArgumentException(
          "capacity must be >= batchSize, was "
              + replay.capacity()
              + " with batchSize "
              + schedule.batchSize());
    }
  }

  /// Defaults for small tasks: a dense network of 64-64 (for vectors), Adam with 0.0005, Huber loss summed
  /// over a minibatch of 32, an update each step after the first 1,000, a snapshot every 500 steps,
  /// 100,000 steps, epsilon from 1 to 0.05 over 10,000 steps, a memory of 50,000.
  public static Training of(Algorithm algorithm) {
    return new Training(
        algorithm,
        new Architecture.Standard(false),
        Initializer.PYTORCH,
        new Optimizer.Adam(0.0005),
        new Loss(Loss.Kind.HUBER, Loss.Reduction.SUM),
        0,
        0.99,
        1,
        new Memory(50_000, new Sampling.Uniform()),
        new Exploration.Linear(1, 0.05, 1_000, 10_000),
        new Schedule(100_000, 1_000, 1, 1, 32, 500, 1_000),
        new Evaluate(10_000, 10, 0, 500),
        Variants.paper());
  }

  /// The paper's hyper-parameters for Atari (appendix D), where it is silent the authors' code: 30 million
  /// steps of four frames, a memory of a million, an update every 4 steps after the first 50,000, a
  /// snapshot every 10,000 steps, Nature's RMSProp, Huber loss summed over 32, rewards cut to [-1, 1], a lost
  /// life and a time-out learned from as ends.
  public static Training paper(Algorithm algorithm) {
    return of(algorithm)
        .initializer(Initializer.HE_UNIFORM)
        .optimizer(Optimizer.NatureRmsProp.paper())
        .replay(new Memory(1_000_000, new Sampling.Uniform()))
        .exploration(new Exploration.Linear(1, 0.1, 50_000, 1_000_000))
        .schedule(new Schedule(30_000_000, 50_000, 4, 1, 32, 10_000, 10_000))
        .evaluation(new Evaluate(250_000, 30, 0.05, 500))
        .with(Variants.LifeLoss.ENDS)
        .with(Variants.Truncation.ENDS)
        .with(Variants.Rewards.CLIPPED);
  }

  /// The same with another algorithm.
  public Training algorithm(Algorithm algorithm) {
    return edit(d -> d.algorithm = algorithm);
  }

  /// The same with another network.
  public Training network(Architecture network) {
    return edit(d -> d.network = network);
  }

  /// The same with a network of dense layers of these sizes.
  public Training hidden(Integer... sizes) {
    return network(new Architecture.Dense(List.of(sizes), network.dueling()));
  }

  /// The same with another initializer.
  public Training initializer(Initializer initializer) {
    return edit(d -> d.initializer = initializer);
  }

  /// The same with another optimizer.
  public Training optimizer(Optimizer optimizer) {
    return edit(d -> d.optimizer = optimizer);
  }

  /// The same with another loss.
  public Training loss(Loss loss) {
    return edit(d -> d.loss = loss);
  }

  /// The same with gradients of at most this length; 0 for any.
  public Training maxGradientNorm(double maxGradientNorm) {
    return edit(d -> d.maxGradientNorm = maxGradientNorm);
  }

  /// The same with another discount.
  public Training discount(double discount) {
    return edit(d -> d.discount = discount);
  }

  /// The same with targets of n steps.
  public Training nStep(int nStep) {
    return edit(d -> d.nStep = nStep);
  }

  /// The same with another memory.
  public Training replay(Memory replay) {
    return edit(d -> d.replay = replay);
  }

  /// The same with another way to draw from the memory.
  public Training sampling(Sampling sampling) {
    return replay(new Memory(replay.capacity(), sampling));
  }

  /// The same with another exploration.
  public Training exploration(Exploration exploration) {
    return edit(d -> d.exploration = exploration);
  }

  /// The same with another schedule.
  public Training schedule(Schedule schedule) {
    return edit(d -> d.schedule = schedule);
  }

  /// The same with another length.
  public Training steps(long steps) {
    Schedule s = schedule;
    return schedule(
        new Schedule(
            steps,
            s.learningStartSteps(),
            s.updatePeriodSteps(),
            s.updatesPerPeriod(),
            s.batchSize(),
            s.targetPeriod(),
            s.metricsPeriodSteps()));
  }

  /// The same measured in another way.
  public Training evaluation(Evaluate evaluation) {
    return edit(d -> d.evaluation = evaluation);
  }

  /// The same with other variants.
  public Training variants(Variants variants) {
    return edit(d -> d.variants = variants);
  }

  /// The same with one variant chosen otherwise.
  public Training with(Variants.Choice choice) {
    return variants(variants.with(choice));
  }

  /// Each part as a line `name: value`: two trainings with the same lines are the same training.
  List<String> lines() {
    return List.of(
        "algorithm: " + algorithm,
        "network: " + network,
        "initializer: " + initializer,
        "optimizer: " + optimizer,
        "loss: " + loss,
        "maxGradientNorm: " + maxGradientNorm,
        "discount: " + discount,
        "nStep: " + nStep,
        "replay: " + replay,
        "exploration: " + exploration,
        "schedule: " + schedule,
        "evaluation: " + evaluation,
        "variants: " + variants);
  }

  private Training edit(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  /// A training with open fields: the language has no `with` for records.
  private static final class Draft {
    Algorithm algorithm;
    Architecture network;
    Initializer initializer;
    Optimizer optimizer;
    Loss loss;
    double maxGradientNorm;
    double discount;
    int nStep;
    Memory replay;
    Exploration exploration;
    Schedule schedule;
    Evaluate evaluation;
    Variants variants;

    Draft(Training from) {
      algorithm = from.algorithm;
      network = from.network;
      initializer = from.initializer;
      optimizer = from.optimizer;
      loss = from.loss;
      maxGradientNorm = from.maxGradientNorm;
      discount = from.discount;
      nStep = from.nStep;
      replay = from.replay;
      exploration = from.exploration;
      schedule = from.schedule;
      evaluation = from.evaluation;
      variants = from.variants;
    }

    Training finish() {
      return new Training(
          algorithm,
          network,
          initializer,
          optimizer,
          loss,
          maxGradientNorm,
          discount,
          nStep,
          replay,
          exploration,
          schedule,
          evaluation,
          variants);
    }
  }
}
