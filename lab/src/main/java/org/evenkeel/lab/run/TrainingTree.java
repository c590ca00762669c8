package org.evenkeel.lab.run;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Combine;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Training;

/// The form of a [Training] in files and flags: its records, and what each kind starts from.
final class TrainingTree {
  /// Reads and writes them. A kind that is not listed must be given whole.
  static final RecordTree FORM =
      new RecordTree(
          List.of(
              new Optimizer.Adam(0.0005),
              new Optimizer.TensorFlowAdam(0.001),
              Optimizer.NatureRmsProp.paper(),
              // PyTorch's own defaults
              new Optimizer.PyTorchRmsProp(0.01, 0.99, 1e-8, 0, false),
              new Optimizer.Sgd(0.001),
              new Exploration.Linear(1, 0.05, 1_000, 10_000),
              new Architecture.Standard(false),
              new Architecture.Dense(List.of(64, 64), false),
              new Architecture.MinAtar(false),
              new Architecture.Nature(false),
              new Architecture.NaturePadded(false),
              Sampling.Prioritized.published(),
              new Sampling.Uniform(),
              new Combine.Mean(),
              new Combine.Min()),
          Map.of(Algorithm.class, Algorithms::spelledOut),
          List.of(
              new RecordTree.Added(Variants.class, "stacks", Variants.Stacks.THROUGH),
              new RecordTree.Added(Training.Evaluate.class, "steps", 0),
              new RecordTree.Added(Training.Evaluate.class, "freshStates", 0)));

  private TrainingTree() {}

  /// A training with what the tree says changed.
  static Training merge(Map<String, Object> tree, Training base) {
    return FORM.read(Training.class, tree, base);
  }
}
