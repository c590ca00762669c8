package org.evenkeel.lab.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.jspecify.annotations.Nullable;

/// Short names of the published algorithms: `averaged` with k = 5 stands for the three choices of an [Algorithm].
public final class Algorithms {
  /// The default K: the largest one that Averaged-DQN's authors used in all three Atari games.
  public static final int DEFAULT_K = 10;

  private Algorithms() {}

  /// A published algorithm, and whether it has the parameters k and decay.
  private enum Named {
    DQN(false, false),
    DOUBLE_DQN(false, false),
    AVERAGED(true, false),
    ENSEMBLE(true, false),
    WEIGHTED_AVERAGED(true, true),
    MAXMIN(true, false),
    AVERAGED_DOUBLE(true, false),
    AVERAGED_SARSA(true, false);

    private final boolean takesK;
    private final boolean takesDecay;

    Named(boolean takesK, boolean takesDecay) {
      this.takesK = takesK;
      this.takesDecay = takesDecay;
    }

    String title() {
      return RecordTree.enumName(this);
    }

    Algorithm of(int k, double decay) {
      return switch (this) {
        case DQN -> Algorithm.dqn();
        case DOUBLE_DQN -> Algorithm.doubleDqn();
        case AVERAGED -> Algorithm.averaged(k);
        case ENSEMBLE -> Algorithm.ensemble(k);
        case WEIGHTED_AVERAGED -> Algorithm.weightedAveraged(k, decay);
        case MAXMIN -> Algorithm.maxmin(k);
        case AVERAGED_DOUBLE -> Algorithm.averagedDouble(k);
        case AVERAGED_SARSA -> Algorithm.averagedSarsa(k);
      };
    }
  }

  /// Returns the short names.
  public static List<String> names() {
    return Arrays.stream(Named.values()).map(Named::title).toList();
  }

  /// Returns the algorithm with a short name.
  ///
  /// @param k the number of estimates; null if the algorithm has only one
  /// @param decay the decay of the weights of `weighted-averaged`; null for all others
  public static Algorithm named(String name, @Nullable Integer k, @Nullable Double decay) {
    Named named = find(name);
    if (k != null && !named.takesK) {
      throw new IllegalArgumentException(
          "k does not apply to %s, which has a single estimate: did you mean averaged with k %d?"
              .formatted(named.title(), k));
    }
    if (k == null && named.takesK) {
      throw new IllegalArgumentException(named.title() + " needs k, the number of estimates");
    }
    if (decay != null && !named.takesDecay) {
      throw new IllegalArgumentException(
          "decay applies only to weighted-averaged, but the algorithm is " + named.title());
    }
    if (decay == null && named.takesDecay) {
      throw new IllegalArgumentException(
          named.title() + " needs decay, the weight of a snapshot relative to the next newer one");
    }
    return named.of(k == null ? 1 : k, decay == null ? 1 : decay);
  }

  /// Returns whether the algorithm with this name has several estimates.
  public static boolean takesK(String name) {
    return find(name).takesK;
  }

  /// Returns the same algorithm with another number of estimates.
  public static Algorithm withK(Algorithm algorithm, int k) {
    if (algorithm.equals(Algorithm.dqn()) || algorithm.equals(Algorithm.doubleDqn())) {
      return named(describe(algorithm), k, null);
    }
    Estimates estimates =
        switch (algorithm.estimates()) {
          case Estimates.Snapshots _ -> new Estimates.Snapshots(k);
          case Estimates.Learners _ -> new Estimates.Learners(k);
        };
    return new Algorithm(estimates, algorithm.combine(), algorithm.bootstrap());
  }

  /// Returns the short name with its numbers, `averaged(5)`, or the three choices: `snapshots(5) min double`.
  public static String describe(Algorithm algorithm) {
    double decay = algorithm.combine() instanceof Combine.RecencyWeighted w ? w.decay() : 1;
    for (Named named : Named.values()) {
      // A weighted mean of a single snapshot is still called weighted-averaged.
      if (algorithm.equals(named.of(algorithm.k(), decay))) {
        return named.takesDecay
            ? "%s(%d, %s)".formatted(named.title(), algorithm.k(), decay)
            : named.takesK ? named.title() + "(" + algorithm.k() + ")" : named.title();
      }
    }
    String estimates =
        switch (algorithm.estimates()) {
          case Estimates.Snapshots s -> "snapshots(" + s.k() + ")";
          case Estimates.Learners l -> "learners(" + l.k() + ")";
        };
    String combine =
        switch (algorithm.combine()) {
          case Combine.Mean _ -> "mean";
          case Combine.Min _ -> "min";
          case Combine.RecencyWeighted w -> "recency-weighted(" + w.decay() + ")";
          default -> algorithm.combine().identity();
        };
    String bootstrap =
        algorithm.bootstrap() instanceof Bootstrap.Named named
            ? RecordTree.enumName(named)
            : algorithm.bootstrap().identity();
    return estimates + " " + combine + " " + bootstrap;
  }

  /// Spells out the form used in configuration files: `{name: averaged, k: 5}`, or just `dqn`.
  static Object spelledOut(Object tree, @Nullable Object base, String path) {
    Map<String, Object> map =
        tree instanceof String name ? Map.of("name", name) : RecordTree.map(tree, path);
    if (!map.containsKey("name")) {
      return tree;
    }
    try {
      Map<String, Object> rest = new LinkedHashMap<>(map);
      Object name = rest.remove("name");
      Object k = rest.remove("k");
      Object decay = rest.remove("decay");
      for (String key : rest.keySet()) {
        String keys = "a named algorithm has only k and decay";
        String hint = Names.hint(key, List.of("name", "k", "decay"), keys);
        throw new IllegalArgumentException("unknown key '" + key + "' in a named algorithm" + hint);
      }
      Algorithm algorithm =
          named(
              (String) Scalars.read(String.class, name, path + ".name"),
              k == null ? null : (Integer) Scalars.read(int.class, k, path + ".k"),
              decay == null ? null : (Double) Scalars.read(double.class, decay, path + ".decay"));
      return TrainingTree.FORM.write(algorithm);
    } catch (ConfigException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(path, path + ": " + e.getMessage());
    }
  }

  private static Named find(String name) {
    for (Named named : Named.values()) {
      if (Names.plain(named.title()).equals(Names.plain(name))) {
        return named;
      }
    }
    String all = "algorithms are " + String.join(", ", names());
    throw new IllegalArgumentException(
        "unknown algorithm '" + name + "'" + Names.hint(name, names(), all));
  }
}
