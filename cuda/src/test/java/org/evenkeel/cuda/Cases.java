package org.evenkeel.cuda;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.envs.minatar.MinAtarOptions;

/// The runs that are compared between the processor and a GPU: every algorithm on every game, and every option.
///
/// @param name what is special about it
/// @param game the game
/// @param options the options of the game
/// @param training the settings
/// @param seed the seed
record Cases(String name, Game game, MinAtarOptions options, Training training, long seed) {
  /// How long the runs are.
  ///
  /// @param steps all steps
  /// @param start the steps before learning
  /// @param capacity of the replay buffer; fewer than the steps, so that old ones leave it
  /// @param target the steps between two snapshots
  /// @param evaluation the steps between two evaluations
  /// @param episodes of an evaluation
  record Length(int steps, int start, int capacity, int target, int evaluation, int episodes) {}

  /// For the emulator, where an update takes milliseconds.
  static final Length SHORT = new Length(90, 50, 60, 10, 45, 1);

  /// For a GPU.
  static Length full(int steps) {
    return new Length(steps, 1_000, steps / 2, 500, steps / 4, 4);
  }

  static Training base(Algorithm algorithm, Length n) {
    return Training.of(algorithm)
        .network(new Architecture.MinAtar(false))
        .optimizer(new Optimizer.PyTorchRmsProp(0.001, 0.95, 0.01, 0, true))
        .loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN))
        .discount(0.99)
        .replay(new Memory.Frames(n.capacity))
        .exploration(new Exploration.Linear(1, 0.1, n.start, n.steps / 2))
        .schedule(new Schedule(n.steps, n.start, 1, 1, 32, n.target, n.evaluation / 3))
        .evaluation(new EvaluationPlan(n.evaluation, n.episodes, 0.05, 70));
  }

  /// Every algorithm, on one game after another.
  static List<Cases> algorithms(Length n) {
    List<Cases> cases = new ArrayList<>();
    for (Game game : Game.values()) {
      add(cases, "DQN", game, base(Algorithm.dqn(), n));
      add(cases, "Double-DQN", game, base(Algorithm.doubleDqn(), n));
      add(cases, "Averaged-DQN(10)", game, base(Algorithm.averaged(10), n));
      add(cases, "Ensemble-DQN(3)", game, base(Algorithm.ensemble(3), n));
      add(cases, "Maxmin-DQN(2)", game, base(Algorithm.maxmin(2), n));
      add(cases, "recency weights (5)", game, base(Algorithm.weightedAveraged(5, 0.7), n));
      add(cases, "5-step targets", game, base(Algorithm.averaged(3), n).nStep(5));
      add(
          cases,
          "dueling",
          game,
          base(Algorithm.averaged(3), n).network(new Architecture.MinAtar(true)));
    }
    return cases;
  }

  /// Every other setting that the GPU supports.
  static List<Cases> settings(Length n) {
    Training dqn = base(Algorithm.dqn(), n);
    Training two = base(Algorithm.averaged(2), n);
    Training ensemble = base(Algorithm.ensemble(2), n);
    List<Cases> cases = new ArrayList<>();
    Game game = Game.ASTERIX;
    add(cases, "Adam", game, two.optimizer(new Optimizer.Adam(0.001)));
    add(cases, "TensorFlow's Adam", game, two.optimizer(new Optimizer.TensorFlowAdam(0.001)));
    add(cases, "Nature's RMSProp", game, two.optimizer(Optimizer.NatureRmsProp.paper()));
    add(
        cases,
        "RMSProp with momentum, not centred",
        game,
        two.optimizer(new Optimizer.PyTorchRmsProp(0.0005, 0.95, 0.01, 0.5, false)));
    add(
        cases,
        "RMSProp with momentum, centred",
        game,
        two.optimizer(new Optimizer.PyTorchRmsProp(0.0005, 0.95, 0.01, 0.5, true)));
    add(cases, "SGD with Nesterov", game, two.optimizer(new Optimizer.Sgd(0.01, 0.9, true)));
    add(cases, "clipped gradients", game, two.maxGradientNorm(0.05));
    add(cases, "clipped, two learners", game, ensemble.maxGradientNorm(0.05));
    add(
        cases,
        "two updates every third step",
        game,
        two.schedule(two.schedule().updatePeriodSteps(3).updatesPerPeriod(2)));
    add(
        cases,
        "snapshots count updates, growing window",
        game,
        base(Algorithm.averaged(4), n)
            .window(
                new SnapshotWindow(SnapshotWindow.Start.GROWING, SnapshotWindow.Clock.UPDATES)));
    add(
        cases,
        "independent snapshots at the start",
        game,
        two.window(SnapshotWindow.paper().start(SnapshotWindow.Start.INDEPENDENT)));
    add(
        cases,
        "random ties, combined actor",
        game,
        two.roles(new Roles(Roles.Actor.COMBINED, Roles.Evaluated.ONLINE, Roles.Ties.RANDOM)));
    add(
        cases,
        "one learner acts",
        game,
        ensemble.roles(Roles.paper().actor(Roles.Actor.ONE_LEARNER)));
    add(
        cases,
        "shared minibatches",
        game,
        ensemble.ensemble(Ensemble.paper().minibatches(Ensemble.Minibatches.SHARED)));
    add(cases, "averaged Double-DQN", game, base(Algorithm.averagedDouble(3), n));
    add(cases, "averaged SARSA, 2 steps", game, base(Algorithm.averagedSarsa(2), n).nStep(2));
    add(
        cases,
        "signs of rewards, cut-off episodes end",
        game,
        two.protocol(
            Protocol.plain().rewards(Protocol.Rewards.SIGN).truncation(Protocol.Truncation.ENDS)));
    add(
        cases,
        "squared loss, summed, batch 16",
        game,
        dqn.loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.SUM))
            .optimizer(new Optimizer.Adam(1e-4))
            .schedule(dqn.schedule().batchSize(16)));
    add(
        cases,
        "half squared loss, learning rate falls",
        game,
        dqn.loss(new Loss(Loss.Kind.HALF_SQUARED, Loss.Reduction.MEAN))
            .learningRate(new LearningRate.Linear(0.1, 10, n.steps / 2)));
    add(
        cases,
        "epsilon in pieces, evaluation by steps, fresh states",
        game,
        two.exploration(
                new Exploration.Piecewise(
                    List.of(
                        new Exploration.Piecewise.Point(0, 1),
                        new Exploration.Piecewise.Point(n.steps / 2, 0.5),
                        new Exploration.Piecewise.Point(n.steps, 0))))
            .evaluation(new EvaluationPlan(n.evaluation, 1, 0.1, 33, 60, 50)));
    cases.add(
        new Cases(
            "no ramping, sticky 0.25, minimal actions",
            Game.SPACE_INVADERS,
            new MinAtarOptions(0.25, false, MinAtar.ActionSet.MINIMAL),
            two,
            99));
    return cases;
  }

  private static void add(List<Cases> cases, String name, Game game, Training training) {
    cases.add(new Cases(name, game, MinAtarOptions.published(), training, cases.size() + 1L));
  }

  @Override
  public String toString() {
    return game.id() + ", " + name;
  }
}
