package org.evenkeel.core.train;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;

/// The configuration of a training run: everything that determines it except the environment and the
/// seed. Each part has a default.
///
/// `Training.of(Algorithm.averaged(10)).steps(50_000).batchSize(64)`
///
/// Each method returns a changed copy. They may be called in any order: [#check] checks that the parts fit together
/// when a [Trainer] is created.
///
/// @param algorithm the estimates, their combination and the bootstrap
/// @param network the shape of the network
/// @param initializer the rule for the network's initial parameters
/// @param optimizer the rule by which gradients change the parameters
/// @param learningRate the schedule of the optimizer's learning rate
/// @param loss the function that is minimized
/// @param maxGradientNorm gradients with a larger norm are scaled down to it; 0 for no clipping
/// @param discount gamma
/// @param nStep the number of rewards summed before a target bootstraps
/// @param replay the replay buffer
/// @param exploration the strategy that chooses actions during training
/// @param schedule the length of the run and the periods of its updates, snapshots and measurements
/// @param evaluation the plan of the evaluations
/// @param protocol the interpretation of the environment's steps by learning
/// @param window the initial content of the window of snapshots, and the unit of the target period
/// @param ensemble the way in which several learners learn
/// @param roles the network that acts and the estimate that is evaluated
public record Training(
    Algorithm algorithm,
    Architecture network,
    Initializer initializer,
    Optimizer optimizer,
    LearningRate learningRate,
    Loss loss,
    double maxGradientNorm,
    double discount,
    int nStep,
    Memory replay,
    Exploration exploration,
    Schedule schedule,
    EvaluationPlan evaluation,
    Protocol protocol,
    SnapshotWindow window,
    Ensemble ensemble,
    Roles roles) {
  public Training {
    Objects.requireNonNull(algorithm, "algorithm");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(initializer, "initializer");
    Objects.requireNonNull(optimizer, "optimizer");
    Objects.requireNonNull(learningRate, "learningRate");
    Objects.requireNonNull(loss, "loss");
    Objects.requireNonNull(replay, "replay");
    Objects.requireNonNull(exploration, "exploration");
    Objects.requireNonNull(schedule, "schedule");
    Objects.requireNonNull(evaluation, "evaluation");
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(ensemble, "ensemble");
    Objects.requireNonNull(roles, "roles");
    Checks.notNegative("maxGradientNorm", maxGradientNorm);
    Checks.probability("discount", discount);
    Checks.atLeast("nStep", 1, nStep);
    Checks.atMost("nStep", 1_000, nStep);
  }

  /// Rejects parts that do not fit together.
  ///
  /// @return this training
  public Training check() {
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
    protocol.check();
    return this;
  }

  /// Returns the defaults for small tasks: a dense network of 64-64 (for vectors), Adam with learning rate 0.0005,
  /// Huber loss summed over a minibatch of 32, an update at each step after the first 1,000, a snapshot every 500
  /// steps, 100,000 steps, epsilon from 1 to 0.05 over 10,000 steps, a replay buffer of 50,000 transitions.
  public static Training of(Algorithm algorithm) {
    return new Training(
        algorithm,
        new Architecture.Standard(false),
        Initializer.PYTORCH,
        new Optimizer.Adam(0.0005),
        new LearningRate.Constant(),
        new Loss(Loss.Kind.HUBER, Loss.Reduction.SUM),
        0,
        0.99,
        1,
        new Memory.Frames(50_000),
        new Exploration.Linear(1, 0.05, 1_000, 10_000),
        new Schedule(100_000, 1_000, 1, 1, 32, 500, 1_000),
        new EvaluationPlan(10_000, 10, 0, 500),
        Protocol.plain(),
        SnapshotWindow.paper(),
        Ensemble.paper(),
        Roles.paper());
  }

  /// Returns a copy with this algorithm.
  public Training algorithm(Algorithm algorithm) {
    return edit(d -> d.algorithm = algorithm);
  }

  /// Returns a copy with this network.
  public Training network(Architecture network) {
    return edit(d -> d.network = network);
  }

  /// Returns a copy with a network of these layers, followed by a dense output layer.
  public Training network(Layer... layers) {
    return network(Architecture.of(layers));
  }

  /// Returns a copy with a network of dense layers of these sizes.
  public Training hidden(int... sizes) {
    List<Integer> hidden = Arrays.stream(sizes).boxed().toList();
    return network(new Architecture.Dense(hidden, network.dueling()));
  }

  /// Returns a copy with this initializer.
  public Training initializer(Initializer initializer) {
    return edit(d -> d.initializer = initializer);
  }

  /// Returns a copy with this optimizer.
  public Training optimizer(Optimizer optimizer) {
    return edit(d -> d.optimizer = optimizer);
  }

  /// Returns a copy with this learning rate schedule.
  public Training learningRate(LearningRate learningRate) {
    return edit(d -> d.learningRate = learningRate);
  }

  /// Returns a copy with this loss.
  public Training loss(Loss loss) {
    return edit(d -> d.loss = loss);
  }

  /// Returns a copy with gradients clipped to this norm; 0 for no clipping.
  public Training maxGradientNorm(double maxGradientNorm) {
    return edit(d -> d.maxGradientNorm = maxGradientNorm);
  }

  /// Returns a copy with this discount.
  public Training discount(double discount) {
    return edit(d -> d.discount = discount);
  }

  /// Returns a copy with n-step targets.
  public Training nStep(int nStep) {
    return edit(d -> d.nStep = nStep);
  }

  /// Returns a copy with this replay buffer.
  public Training replay(Memory replay) {
    return edit(d -> d.replay = replay);
  }

  /// Returns a copy whose replay buffer holds this many transitions.
  public Training memorySize(int capacity) {
    return replay(frames("memorySize").capacity(capacity));
  }

  /// Returns a copy that draws from its replay buffer in this way.
  public Training sampling(Sampling sampling) {
    return replay(frames("sampling").sampling(sampling));
  }

  private Memory.Frames frames(String what) {
    if (replay instanceof Memory.Frames frames) {
      return frames;
    }
    throw new IllegalArgumentException(
        what
            + " is a setting of the library's own replay buffer, but this one is "
            + replay.getClass().getName());
  }

  /// Returns a copy with this exploration.
  public Training exploration(Exploration exploration) {
    return edit(d -> d.exploration = exploration);
  }

  /// Returns a copy with this schedule.
  public Training schedule(Schedule schedule) {
    return edit(d -> d.schedule = schedule);
  }

  /// Returns a copy with a changed schedule: `schedule(s -> s.updatePeriodSteps(4))`.
  public Training schedule(UnaryOperator<Schedule> change) {
    return schedule(change.apply(schedule));
  }

  /// Returns a copy of this length.
  public Training steps(long steps) {
    return schedule(schedule.steps(steps));
  }

  /// Returns a copy with minibatches of this size.
  public Training batchSize(int batchSize) {
    return schedule(schedule.batchSize(batchSize));
  }

  /// Returns a copy with this period between snapshots.
  public Training targetPeriod(int targetPeriod) {
    return schedule(schedule.targetPeriod(targetPeriod));
  }

  /// Returns a copy that starts learning after this many steps.
  public Training learningStartSteps(long learningStartSteps) {
    return schedule(schedule.learningStartSteps(learningStartSteps));
  }

  /// Returns a copy with this evaluation plan.
  public Training evaluation(EvaluationPlan evaluation) {
    return edit(d -> d.evaluation = evaluation);
  }

  /// Returns a copy with a changed evaluation plan: `evaluation(e -> e.episodes(30))`.
  public Training evaluation(UnaryOperator<EvaluationPlan> change) {
    return evaluation(change.apply(evaluation));
  }

  /// Returns a copy with this interpretation of steps.
  public Training protocol(Protocol protocol) {
    return edit(d -> d.protocol = protocol);
  }

  /// Returns a copy with a changed protocol: `protocol(p -> p.lifeLoss(LifeLoss.ENDS).stacks(Stacks.WHOLE))`.
  public Training protocol(UnaryOperator<Protocol> change) {
    return protocol(change.apply(protocol));
  }

  /// Returns a copy with this window of snapshots.
  public Training window(SnapshotWindow window) {
    return edit(d -> d.window = window);
  }

  /// Returns a copy with a changed window: `window(w -> w.clock(Clock.UPDATES))`.
  public Training window(UnaryOperator<SnapshotWindow> change) {
    return window(change.apply(window));
  }

  /// Returns a copy with this choice of how several learners learn.
  public Training ensemble(Ensemble ensemble) {
    return edit(d -> d.ensemble = ensemble);
  }

  /// Returns a copy with a changed ensemble: `ensemble(e -> e.update(Update.ONE))`.
  public Training ensemble(UnaryOperator<Ensemble> change) {
    return ensemble(change.apply(ensemble));
  }

  /// Returns a copy with these roles.
  public Training roles(Roles roles) {
    return edit(d -> d.roles = roles);
  }

  /// Returns a copy with changed roles: `roles(r -> r.ties(Ties.RANDOM))`.
  public Training roles(UnaryOperator<Roles> change) {
    return roles(change.apply(roles));
  }

  private Training edit(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  /// A mutable training: the language has no `with` for records.
  private static final class Draft {
    Algorithm algorithm;
    Architecture network;
    Initializer initializer;
    Optimizer optimizer;
    LearningRate learningRate;
    Loss loss;
    double maxGradientNorm;
    double discount;
    int nStep;
    Memory replay;
    Exploration exploration;
    Schedule schedule;
    EvaluationPlan evaluation;
    Protocol protocol;
    SnapshotWindow window;
    Ensemble ensemble;
    Roles roles;

    Draft(Training from) {
      algorithm = from.algorithm;
      network = from.network;
      initializer = from.initializer;
      optimizer = from.optimizer;
      learningRate = from.learningRate;
      loss = from.loss;
      maxGradientNorm = from.maxGradientNorm;
      discount = from.discount;
      nStep = from.nStep;
      replay = from.replay;
      exploration = from.exploration;
      schedule = from.schedule;
      evaluation = from.evaluation;
      protocol = from.protocol;
      window = from.window;
      ensemble = from.ensemble;
      roles = from.roles;
    }

    Training finish() {
      return new Training(
          algorithm,
          network,
          initializer,
          optimizer,
          learningRate,
          loss,
          maxGradientNorm,
          discount,
          nStep,
          replay,
          exploration,
          schedule,
          evaluation,
          protocol,
          window,
          ensemble,
          roles);
    }
  }
}
