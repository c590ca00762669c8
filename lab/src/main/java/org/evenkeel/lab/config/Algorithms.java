package org.evenkeel.lab.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.jspecify.annotations.Nullable;

/// Short names of algorithms: `averaged` with k = 5 stands for the three choices of an [Algorithm].
public final class Algorithms {
  /// The default K: the largest one that Averaged-DQN's authors used in all three Atari games.
  public static final int DEFAULT_K = 10;

  private Algorithms() {}

  private static final String K = "k";
  private static final String DECAY = "decay";
  private static final String TAU = "tau";

  /// An algorithm with a short name.
  private enum Named {
    DQN,
    DOUBLE_DQN,
    AVERAGED,
    ENSEMBLE,
    WEIGHTED_AVERAGED,
    MAXMIN,
    AVERAGED_DOUBLE,
    AVERAGED_SARSA,
    MOVING_AVERAGE,
    WEIGHT_MEAN;

    /// Returns the names of its numbers.
    List<String> numbers() {
      return switch (this) {
        case DQN, DOUBLE_DQN -> List.of();
        case AVERAGED, ENSEMBLE, MAXMIN, AVERAGED_DOUBLE, AVERAGED_SARSA, WEIGHT_MEAN -> List.of(K);
        case WEIGHTED_AVERAGED -> List.of(K, DECAY);
        case MOVING_AVERAGE -> List.of(TAU);
      };
    }

    boolean takes(String number) {
      return numbers().contains(number);
    }

    String title() {
      return RecordTree.enumName(this);
    }

    Algorithm of(int k, double decay, double tau) {
      return switch (this) {
        case DQN -> Algorithm.dqn();
        case DOUBLE_DQN -> Algorithm.doubleDqn();
        case AVERAGED -> Algorithm.averaged(k);
        case ENSEMBLE -> Algorithm.ensemble(k);
        case WEIGHTED_AVERAGED -> Algorithm.weightedAveraged(k, decay);
        case MAXMIN -> Algorithm.maxmin(k);
        case AVERAGED_DOUBLE -> Algorithm.averagedDouble(k);
        case AVERAGED_SARSA -> Algorithm.averagedSarsa(k);
        case MOVING_AVERAGE -> Algorithm.movingAverage(tau);
        case WEIGHT_MEAN -> Algorithm.weightMean(k);
      };
    }
  }

  /// Returns the short names.
  public static List<String> names() {
    return Arrays.stream(Named.values()).map(Named::title).toList();
  }

  /// Returns the algorithm with a short name.
  ///
  /// @param k the number of estimates, or of the snapshots of `weight-mean`; null if the algorithm has only one
  /// @param decay the decay of the weights of `weighted-averaged`; null for all others
  /// @param tau the weight of the newest snapshot of `moving-average`; null for all others
  public static Algorithm named(
      String name, @Nullable Integer k, @Nullable Double decay, @Nullable Double tau) {
    Named named = find(name);
    if (k != null && !named.takes(K)) {
      throw new IllegalArgumentException(
          "k does not apply to %s, which has a single estimate: did you mean averaged with k %d?"
              .formatted(named.title(), k));
    }
    if (k == null && named.takes(K)) {
      throw new IllegalArgumentException(
          "%s needs k, the number of %s"
              .formatted(named.title(), named == Named.WEIGHT_MEAN ? "snapshots" : "estimates"));
    }
    if (decay != null && !named.takes(DECAY)) {
      throw new IllegalArgumentException(
          "decay applies only to weighted-averaged, but the algorithm is " + named.title());
    }
    if (decay == null && named.takes(DECAY)) {
      throw new IllegalArgumentException(
          named.title() + " needs decay, the weight of a snapshot relative to the next newer one");
    }
    if (tau != null && !named.takes(TAU)) {
      throw new IllegalArgumentException(
          "tau applies only to moving-average, but the algorithm is " + named.title());
    }
    if (tau == null && named.takes(TAU)) {
      throw new IllegalArgumentException(
          named.title() + " needs tau, the weight of the newest snapshot");
    }
    return named.of(k == null ? 1 : k, decay == null ? 1 : decay, tau == null ? 1 : tau);
  }

  /// Returns whether the algorithm with this name needs k.
  public static boolean takesK(String name) {
    return find(name).takes(K);
  }

  /// Returns the K of an algorithm: the number of its estimates, or of the snapshots whose parameters are averaged.
  public static int k(Algorithm algorithm) {
    return algorithm.estimates().snapshots();
  }

  /// Returns the same algorithm with another K.
  public static Algorithm withK(Algorithm algorithm, int k) {
    if (algorithm.equals(Algorithm.dqn()) || algorithm.equals(Algorithm.doubleDqn())) {
      return named(describe(algorithm), k, null, null);
    }
    Estimates estimates =
        switch (algorithm.estimates()) {
          case Estimates.Snapshots _ -> new Estimates.Snapshots(k);
          case Estimates.Learners _ -> new Estimates.Learners(k);
          case Estimates.MovingAverage _ ->
              named(Named.MOVING_AVERAGE.title(), k, null, null).estimates();
          case Estimates.WeightMean _ -> new Estimates.WeightMean(k);
        };
    return new Algorithm(estimates, algorithm.combine(), algorithm.bootstrap());
  }

  /// Returns the short name with its numbers, `averaged(5)`, or the three choices: `snapshots(5) min double`.
  public static String describe(Algorithm algorithm) {
    double decay = algorithm.combine() instanceof Combine.RecencyWeighted w ? w.decay() : 1;
    double tau = algorithm.estimates() instanceof Estimates.MovingAverage m ? m.tau() : 1;
    Map<String, Object> numbers = Map.of(K, k(algorithm), DECAY, decay, TAU, tau);
    for (Named named : Named.values()) {
      // A weighted mean of a single snapshot is still called weighted-averaged.
      if (algorithm.equals(named.of(k(algorithm), decay, tau))) {
        return named.numbers().isEmpty()
            ? named.title()
            : named.numbers().stream()
                .map(number -> String.valueOf(numbers.get(number)))
                .collect(Collectors.joining(", ", named.title() + "(", ")"));
      }
    }
    String estimates =
        switch (algorithm.estimates()) {
          case Estimates.Snapshots s -> "snapshots(" + s.k() + ")";
          case Estimates.Learners l -> "learners(" + l.k() + ")";
          case Estimates.MovingAverage m -> "moving-average(" + m.tau() + ")";
          case Estimates.WeightMean w -> "weight-mean(" + w.snapshots() + ")";
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
      Object k = rest.remove(K);
      Object decay = rest.remove(DECAY);
      Object tau = rest.remove(TAU);
      for (String key : rest.keySet()) {
        String keys = "a named algorithm has only k, decay and tau";
        String hint = Names.hint(key, List.of("name", K, DECAY, TAU), keys);
        throw new IllegalArgumentException("unknown key '" + key + "' in a named algorithm" + hint);
      }
      Algorithm algorithm =
          named(
              (String) Scalars.read(String.class, name, path + ".name"),
              k == null ? null : (Integer) Scalars.read(int.class, k, path + ".k"),
              decay == null ? null : (Double) Scalars.read(double.class, decay, path + ".decay"),
              tau == null ? null : (Double) Scalars.read(double.class, tau, path + ".tau"));
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
