package org.evenkeel.lab.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// The form of a [Training] in files and flags: its records, and the defaults of each kind.
final class TrainingTree {
  /// The types that users may implement, each with the library's type that a file can describe.
  private static final Map<Class<?>, Class<?>> NAMED =
      Map.of(
          Exploration.class, Exploration.Named.class,
          Initializer.class, Initializer.Named.class,
          Optimizer.class, Optimizer.Named.class,
          LearningRate.class, LearningRate.Named.class,
          Combine.class, Combine.Named.class,
          Bootstrap.class, Bootstrap.Named.class,
          Architecture.class, Architecture.Named.class,
          Memory.class, Memory.Frames.class);

  /// The values with which each kind starts. A kind that is not listed must be given completely.
  private static final List<Record> DEFAULTS =
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
          Sampling.Prioritized.published());

  private static final String NAME = "name";

  private static final Map<Class<?>, Map<String, Object>> OPTIONAL =
      Map.of(
          Architecture.Layers.class, Map.of("dueling", false),
          LearningRate.Linear.class, Map.of("startUpdates", 0L),
          LearningRate.Cosine.class, Map.of("startUpdates", 0L),
          Layer.Conv2d.class, Map.of("stride", 1, "padding", 0, NAME, ""),
          Layer.Dense.class, Map.of(NAME, ""),
          Layer.Dueling.class, Map.of(NAME, ""));

  /// Reads and writes training configurations.
  static final RecordTree FORM =
      new RecordTree(
          NAMED,
          DEFAULTS,
          OPTIONAL,
          Map.of(
              Algorithm.class, Algorithms::spelledOut,
              Layer.class, TrainingTree::layer,
              LearningRate.class, TrainingTree::learningRate));

  private TrainingTree() {}

  /// Returns the training configuration that a complete tree describes.
  static Training read(Map<String, Object> tree) {
    return checked(FORM.read(Training.class, tree, null));
  }

  /// Returns a training configuration changed by a tree.
  static Training merge(Map<String, Object> tree, Training base) {
    return checked(FORM.read(Training.class, tree, base));
  }

  /// Checks whether the parts fit together, which is possible only once all are known.
  private static Training checked(Training training) {
    try {
      return training.check();
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      String name = sentence.replaceFirst(" .*", "");
      List<String> paths = RecordTree.paths(FORM.write(training), name);
      if (paths.size() != 1) {
        throw new ConfigException("", sentence);
      }
      String path = paths.getFirst();
      throw new ConfigException(path, path + sentence.substring(name.length()));
    }
  }

  /// Accepts `kernel: 3` for a square convolution.
  private static Object layer(Object tree, @Nullable Object base, String path) {
    if (!(tree instanceof Map<?, ?>)) {
      return tree;
    }
    Map<String, Object> map = new LinkedHashMap<>(RecordTree.map(tree, path));
    if (map.containsKey("kernel")) {
      Object kernel = map.remove("kernel");
      if (map.containsKey("kernelHeight") || map.containsKey("kernelWidth")) {
        throw new ConfigException(
            path, path + " must have either kernel, or kernelHeight and kernelWidth");
      }
      int size = (Integer) Scalars.read(int.class, kernel, path + ".kernel");
      if (size < 1) {
        throw new ConfigException(path + ".kernel", path + ".kernel must be >= 1, was " + size);
      }
      map.put("kernelHeight", size);
      map.put("kernelWidth", size);
    }
    return map;
  }

  /// Rejects a number, which was most likely meant for the optimizer.
  private static Object learningRate(Object tree, @Nullable Object base, String path) {
    if (Scalars.isNumber(tree)) {
      throw new ConfigException(
          path,
          "%s must be a schedule, for example linear, was %s: did you mean 'optimizer.%s'?"
              .formatted(path, Scalars.show(tree), path));
    }
    return tree;
  }
}
