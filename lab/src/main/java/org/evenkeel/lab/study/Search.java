package org.evenkeel.lab.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.lab.config.ConfigException;

/// A search for good settings. Configurations are drawn at random. Random search (Bergstra and Bengio, 2012) trains all
/// of them to the end, successive halving (Jamieson and Talwalkar, 2016) only the better ones.
///
/// The study's own settings are always the first configuration and are never dropped, so a search that finds nothing
/// better reports this. The best of many configurations looks better than it is. Therefore it is trained again with new
/// seeds, and so is the first one.
///
/// @param method the rule by which runs are allocated
/// @param configurations their number, including the study's own settings
/// @param ranges keys of `config.yaml` with the values that may be drawn for them
/// @param seed the seed of the draws
/// @param keep the divisor of successive halving: one in `keep` configurations survives each round
/// @param confirm the number of new seeds with which the best and the first configuration are trained
public record Search(
    Method method,
    int configurations,
    Map<String, Range> ranges,
    long seed,
    int keep,
    int confirm) {
  /// The rule by which runs are allocated.
  public enum Method {
    /// All configurations are trained to the end.
    RANDOM,
    /// All configurations are started; after each round the better ones continue.
    HALVING
  }

  /// The number of draws without a new configuration after which there is none left.
  private static final int TRIES = 1_000;

  /// Checks the numbers.
  public Search {
    ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
    require("configurations", configurations, 2, 1_000);
    require("keep", keep, 2, 100);
    require("confirm", confirm, 1, 1_000);
    if (ranges.isEmpty()) {
      throw new ConfigException(
          "search.ranges", "search.ranges must have at least 1 key, was empty");
    }
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ConfigException(
          "search." + name,
          "search.%s must be %s to %s, was %s".formatted(name, least, most, value));
    }
  }

  /// Creates a random search.
  public static Search random(int configurations, Map<String, Range> ranges) {
    return new Search(Method.RANDOM, configurations, ranges, 1, 3, 5);
  }

  /// Creates a successive halving in which one in three survives each round.
  public static Search halving(int configurations, Map<String, Range> ranges) {
    return new Search(Method.HALVING, configurations, ranges, 1, 3, 5);
  }

  /// The values that may be drawn for a setting.
  public sealed interface Range {
    /// A number, drawn uniformly or uniformly in its logarithm.
    ///
    /// @param whole whether only whole numbers are drawn
    record Between(double from, double to, boolean logarithmic, boolean whole) implements Range {
      /// Checks the ends.
      public Between {
        if (!(from < to) || !Double.isFinite(to - from)) {
          throw new IllegalArgumentException(
              "from must be less than to, were %s and %s".formatted(from, to));
        }
        if (logarithmic && !(from > 0)) {
          throw new IllegalArgumentException(
              "from must be > 0 on a logarithmic scale, was " + from);
        }
      }
    }

    /// One of a list of values.
    record Among(List<Object> values) implements Range {
      /// Copies the values.
      public Among {
        values = List.copyOf(values);
        if (values.size() < 2) {
          throw new IllegalArgumentException(
              "values must have at least 2 elements, had " + values.size());
        }
      }
    }
  }

  /// Returns the configurations, each as changes to the study's settings; the first changes nothing. They are the same
  /// for every environment and algorithm.
  ///
  /// @throws ConfigException if the ranges do not allow that many configurations
  public List<Map<String, Object>> draws() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Map<String, Object>> draws = new ArrayList<>();
    draws.add(Map.of());
    int tries = 0;
    while (draws.size() < configurations) {
      Map<String, Object> draw = new LinkedHashMap<>();
      ranges.forEach((key, range) -> draw.put(key, draw(range, random)));
      if (!draws.contains(draw)) {
        draws.add(draw);
        tries = 0;
      } else if (++tries == TRIES) {
        throw new ConfigException(
            "search.configurations",
            "search.configurations is %s, but the ranges allow only %s different ones besides the study's own"
                .formatted(configurations, draws.size() - 1));
      }
    }
    return draws;
  }

  private static Object draw(Range range, SplittableRandom random) {
    return switch (range) {
      case Range.Among among -> among.values.get(random.nextInt(among.values.size()));
      case Range.Between b when b.whole && !b.logarithmic ->
          random.nextLong((long) b.from, (long) b.to + 1);
      case Range.Between b -> {
        double u = random.nextDouble();
        double drawn =
            b.logarithmic
                ? StrictMath.exp(
                    StrictMath.log(b.from) + u * (StrictMath.log(b.to) - StrictMath.log(b.from)))
                : b.from + u * (b.to - b.from);
        // Three digits are easy to read and type, and no result depends on the fourth.
        double rounded = new BigDecimal(drawn).round(new MathContext(3)).doubleValue();
        yield b.whole ? (Object) Math.round(drawn) : (Object) Math.clamp(rounded, b.from, b.to);
      }
    };
  }

  /// Returns the steps at which configurations are compared. The last is the end of the run.
  ///
  /// @param steps the length of a run
  /// @param period steps from one evaluation to the next, since comparisons are made at evaluations
  List<Long> rounds(long steps, long period) {
    if (method == Method.RANDOM) {
      return List.of(steps);
    }
    List<Long> rounds = new ArrayList<>();
    long at = steps;
    for (long left = configurations; left > 1; left = (left + keep - 1) / keep) {
      rounds.addFirst(at);
      at = Math.max(period, (at / keep + period - 1) / period * period);
      if (at >= rounds.getFirst()) {
        break;
      }
    }
    return rounds;
  }
}
