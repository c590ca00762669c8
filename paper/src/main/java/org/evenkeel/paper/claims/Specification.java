package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.gridworld.SweepSettings;

/// One set of the choices that the paper leaves open for figure 7, with Averaged-DQN and Ensemble-DQN. Each differs from
/// the first in one choice.
///
/// @param name its name in paths
/// @param words the choice, for readers
/// @param averaged the arm of Averaged-DQN
/// @param ensemble the arm of Ensemble-DQN
record Specification(String name, String words, ClaimArm averaged, ClaimArm ensemble) {
  private static final int K = 10;

  /// The number of minibatches of the paper's first experiment; that of the second is one of the choices.
  private static final int MINIBATCHES = 100;

  /// Returns all sets of choices at a scale, the basic one first.
  static List<Specification> all(Scale scale) {
    List<Specification> all = new ArrayList<>();
    Builder b = new Builder(scale, all);
    b.add("base", "10x10 cells, K = 10, 100 minibatches", K, 1, s -> s);
    b.add("k-2", "K = 2", 2, 1, s -> s);
    b.add("minibatches-300", "300 minibatches", K, 1, s -> s.minibatches(300));
    if (scale == Scale.QUICK) {
      return all;
    }
    b.add("k-5", "K = 5", 5, 1, s -> s);
    b.add("k-20", "K = 20", 20, 1, s -> s);
    b.add("minibatches-30", "30 minibatches", K, 1, s -> s.minibatches(30));
    b.add("side-5", "5x5 cells", K, 1, s -> s.side(5));
    b.add("side-15", "15x15 cells", K, 1, s -> s.side(15));
    b.add(
        "ends-after",
        "the episode ends after the reward",
        K,
        1,
        s -> s.goal(Gridworld.Goal.TERMINAL_AFTER_ACTION));
    b.add(
        "ends-on-entering",
        "the episode ends at the goal",
        K,
        1,
        s -> s.goal(Gridworld.Goal.TERMINAL_ON_ENTERING));
    b.add("discount-0.8", "discount 0.8", K, 1, s -> with(s, s.batchSize(), s.hidden(), 0.8));
    // Values need twice as many iterations, as log 0.95 is half of log 0.9.
    b.add("discount-0.95", "discount 0.95", K, 2, s -> with(s, s.batchSize(), s.hidden(), 0.95));
    b.add("batch-8", "minibatches of 8", K, 1, s -> with(s, 8, s.hidden(), s.discount()));
    b.add("batch-128", "minibatches of 128", K, 1, s -> with(s, 128, s.hidden(), s.discount()));
    b.add("hidden-20", "20 hidden units", K, 1, s -> with(s, s.batchSize(), 20, s.discount()));
    b.add("hidden-320", "320 hidden units", K, 1, s -> with(s, s.batchSize(), 320, s.discount()));
    for (double rate : new double[] {0.0003, 0.003}) {
      Optimizer adam = new Optimizer.TensorFlowAdam(rate);
      b.add(
          "rate-" + rate,
          "learning rate " + rate,
          K,
          1,
          s -> with(s, adam, s.loss(), s.initializer(), s.draws()));
    }
    Optimizer pytorch = new Optimizer.Adam(0.001);
    b.add(
        "adam-pytorch",
        "PyTorch's Adam",
        K,
        1,
        s -> with(s, pytorch, s.loss(), s.initializer(), s.draws()));
    Loss huber = new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN);
    b.add(
        "huber",
        "Huber loss",
        K,
        1,
        s -> with(s, s.optimizer(), huber, s.initializer(), s.draws()));
    for (Initializer.Named initializer :
        List.of(
            Initializer.Named.HE_UNIFORM, Initializer.Named.PYTORCH, Initializer.Named.TORCH7)) {
      b.add(
          "start-" + initializer.name().toLowerCase(Locale.ROOT),
          "initial weights: " + initializer.name(),
          K,
          1,
          s -> with(s, s.optimizer(), s.loss(), initializer, s.draws()));
    }
    b.add(
        "shared",
        "the ensemble shares its minibatches",
        K,
        1,
        s -> with(s, s.optimizer(), s.loss(), s.initializer(), Ensemble.Minibatches.SHARED));
    return all;
  }

  private static SweepSettings with(SweepSettings s, int batchSize, int hidden, double discount) {
    return new SweepSettings(
        s.side(),
        s.goal(),
        s.algorithm(),
        s.iterations(),
        s.minibatches(),
        batchSize,
        hidden,
        discount,
        s.optimizer(),
        s.loss(),
        s.initializer(),
        s.draws());
  }

  private static SweepSettings with(
      SweepSettings s,
      Optimizer optimizer,
      Loss loss,
      Initializer initializer,
      Ensemble.Minibatches draws) {
    return new SweepSettings(
        s.side(),
        s.goal(),
        s.algorithm(),
        s.iterations(),
        s.minibatches(),
        s.batchSize(),
        s.hidden(),
        s.discount(),
        optimizer,
        loss,
        initializer,
        draws);
  }

  /// Adds sets of choices to a list.
  private record Builder(Scale scale, List<Specification> all) {
    /// @param longer the factor by which the trials are longer than usual
    void add(String name, String words, int k, int longer, UnaryOperator<SweepSettings> choice) {
      int averaged = longer * (scale == Scale.PAPER ? 200 + 40 * k : 60 + 10 * k);
      int ensemble = longer * (scale == Scale.PAPER ? 300 : 60);
      all.add(
          new Specification(
              name,
              words,
              arm(name, Algorithm.averaged(k), averaged, ensemble, choice),
              arm(name, Algorithm.ensemble(k), ensemble, averaged / k, choice)));
    }

    /// @param other the iterations of the other reading: equal iterations for Averaged-DQN, equal gradient steps for
    ///     Ensemble-DQN
    private ClaimArm arm(
        String name,
        Algorithm algorithm,
        int iterations,
        int other,
        UnaryOperator<SweepSettings> choice) {
      boolean isEnsemble = algorithm.learners() > 1;
      SweepSettings base =
          SweepSettings.second(algorithm)
              .side(scale == Scale.PAPER ? 10 : 4)
              .minibatches(scale == Scale.PAPER ? MINIBATCHES : 10)
              .iterations(iterations);
      Window end = Window.before(iterations);
      Window then = Window.before(Math.min(iterations, Math.max(20, other)));
      return new ClaimArm(
          ClaimsKind.NAME
              + "/choices-"
              + scale.word()
              + "/"
              + name
              + (isEnsemble ? "/ensemble" : "/averaged"),
          isEnsemble ? "Ensemble-DQN" : "Averaged-DQN",
          isEnsemble ? 2 : 1,
          algorithm.k(),
          scale == Scale.PAPER ? 12 : 3,
          new ValueProcess.Networks(choice.apply(base)),
          isEnsemble ? List.of(end, end, then) : List.of(end, then, end));
    }
  }
}
