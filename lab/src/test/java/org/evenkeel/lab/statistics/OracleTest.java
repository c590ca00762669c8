package org.evenkeel.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every number of `values.csv`, each within its own tolerance. A quantity that is not known here fails.
final class OracleTest {
  private static final double LEVEL = 0.95;
  private static final Bootstrap BOOTSTRAP = Bootstrap.of(1);
  private static final Bootstrap OF_PROFILES = BOOTSTRAP.resamples(Bootstrap.PROFILE_RESAMPLES);

  /// A name, and behind it which bound of its interval, if any: `iqm_low`.
  private static final Pattern BOUND = Pattern.compile("(.+?)(?:_(low|high))?");

  private static final Pattern PROFILE = Pattern.compile("(average_)?profile_([0-9.]+)");

  /// One bootstrap gives two lines.
  private static final Map<String, Estimate> KNOWN = new HashMap<>();

  record Line(String name, String quantity, double value, double tolerance) {}

  static List<Line> lines() {
    return Tables.lines("values", 5).stream()
        .map(f -> new Line(f[0], f[1], Double.parseDouble(f[2]), Double.parseDouble(f[3])))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void everyValueIsThatOfTheOriginal(Line line) {
    assertEquals(line.value, found(line.name, line.quantity), line.tolerance);
  }

  @Test
  void noLineIsMissing() {
    assertEquals(352, lines().size());
  }

  @Test
  void anUnknownQuantityFails() {
    for (String name : List.of("library", "a_against_b", "ties", "exact_bootstrap", "curve")) {
      assertThrows(AssertionError.class, () -> found(name, "kurtosis"), name);
      assertThrows(AssertionError.class, () -> found(name, "kurtosis_low"), name);
    }
    assertThrows(AssertionError.class, () -> found("another", "mean"));
  }

  @Test
  void smoothedCurvesAreThoseOfTheOriginal() {
    double[] values = Tables.column("curve", 1);
    assertEquals(12, values.length);
    assertArrayEquals(Tables.column("curve", 2), Smoothing.exponential(values, 0.9), 1e-14);
    assertArrayEquals(Tables.column("curve", 3), Smoothing.debiased(values, 0.9), 1e-14);
    assertArrayEquals(Tables.column("curve", 4), Smoothing.movingAverage(values, 5), 1e-14);
  }

  private static double found(String name, String quantity) {
    return switch (name) {
      case "library", "small_x", "small_y", "a", "b", "seven_runs", "odd" ->
          ofScores(name, quantity);
      case "library_against_flipped" ->
          improvement(name, Tables.scores("library"), flipped("scores_library"), quantity);
      case "small_x_against_small_y", "a_against_b", "a_rounded_against_b_rounded" -> {
        String[] two = name.split("_against_", -1);
        yield improvement(name, Tables.scores(two[0]), Tables.scores(two[1]), quantity);
      }
      case "seven_and_seven", "uneven", "ties" -> ofSamples(name, quantity);
      case "exact_bootstrap" -> ofAllResamples(quantity);
      case "curve" -> ofCurve(quantity);
      default -> fail("values.csv has a case that this test does not know: " + name);
    };
  }

  private static Scores flipped(String name) {
    double[][] rows = Tables.matrix(name);
    Collections.reverse(Arrays.asList(rows));
    return Scores.of(rows);
  }

  private static double unknown(String quantity) {
    return fail("values.csv has a quantity that this test does not know: " + quantity);
  }

  private static double part(String bound, Estimate estimate) {
    return switch (bound) {
      case "low" -> estimate.low();
      case "high" -> estimate.high();
      default -> estimate.value();
    };
  }

  private static Estimate known(String key, Supplier<Estimate> estimate) {
    Estimate before = KNOWN.get(key);
    if (before == null) {
      before = estimate.get();
      KNOWN.put(key, before);
    }
    return before;
  }

  private static double ofScores(String name, String quantity) {
    Matcher parts = BOUND.matcher(quantity);
    if (!parts.matches()) {
      return unknown(quantity);
    }
    String base = parts.group(1);
    String bound = String.valueOf(parts.group(2));
    return part(bound, known(name + " " + base, () -> estimate(Tables.scores(name), base)));
  }

  private static Estimate estimate(Scores scores, String base) {
    Matcher profile = PROFILE.matcher(base);
    if (profile.matches()) {
      double[] tau = {Double.parseDouble(profile.group(2))};
      return profile.group(1) == null
          ? PerformanceProfile.ofRuns(scores, tau, OF_PROFILES).get(0)
          : PerformanceProfile.ofTaskMeans(scores, tau, OF_PROFILES).get(0);
    }
    return switch (base) {
      case "mean" -> BOOTSTRAP.estimate(scores, Scores::mean);
      case "median" -> BOOTSTRAP.estimate(scores, Scores::median);
      case "iqm" -> BOOTSTRAP.estimate(scores, Scores::iqm);
      case "optimality_gap" -> BOOTSTRAP.estimate(scores, Scores::optimalityGap);
      default -> fail("values.csv has a quantity that this test does not know: " + base);
    };
  }

  private static double improvement(String name, Scores x, Scores y, String quantity) {
    Estimate estimate = known(name, () -> BOOTSTRAP.estimate(x, y, ProbabilityOfImprovement::of));
    return switch (quantity) {
      case "probability_of_improvement" -> estimate.value();
      case "probability_of_improvement_low" -> estimate.low();
      case "probability_of_improvement_high" -> estimate.high();
      default -> unknown(quantity);
    };
  }

  private static double ofSamples(String name, String quantity) {
    Sample a = Tables.sample(name, "a");
    Sample b = Tables.sample(name, "b");
    if (quantity.startsWith("welch_")) {
      return ofWelch(WelchTest.of(a, b), quantity);
    }
    MannWhitney mannWhitney = MannWhitney.of(a, b);
    return switch (quantity) {
      case "mann_whitney_u_a" -> mannWhitney.u();
      case "mann_whitney_p_exact" -> mannWhitney.p(MannWhitney.Method.EXACT);
      case "mann_whitney_p_normal" -> mannWhitney.p(MannWhitney.Method.NORMAL);
      case "mann_whitney_p_normal_continuity" ->
          mannWhitney.p(MannWhitney.Method.NORMAL_CONTINUITY);
      default ->
          ofOneSample(name, quantity.endsWith("_a") || quantity.contains("_a_") ? a : b, quantity);
    };
  }

  private static double ofWelch(WelchTest welch, String quantity) {
    return switch (quantity) {
      case "welch_t" -> welch.t();
      case "welch_df" -> welch.degreesOfFreedom();
      case "welch_p_two_sided" -> welch.pTwoSided();
      case "welch_p_greater" -> welch.pGreater();
      case "welch_difference_low" -> welch.difference(LEVEL).low();
      case "welch_difference_high" -> welch.difference(LEVEL).high();
      default -> unknown(quantity);
    };
  }

  private static double ofOneSample(String name, Sample sample, String quantity) {
    return switch (quantity) {
      case "mean_a", "mean_b" -> sample.mean();
      case "sd_sample_a", "sd_sample_b" -> sample.standardDeviation();
      case "sd_population_a", "sd_population_b" -> sample.populationDeviation();
      case "standard_error_a", "standard_error_b" -> sample.standardError();
      case "t_interval_low_a", "t_interval_low_b" -> sample.meanWithTInterval(LEVEL).low();
      case "t_interval_high_a", "t_interval_high_b" -> sample.meanWithTInterval(LEVEL).high();
      case "bootstrap_mean_a_low", "bootstrap_mean_b_low" ->
          resampledMean(name + quantity.charAt(15), sample).low();
      case "bootstrap_mean_a_high", "bootstrap_mean_b_high" ->
          resampledMean(name + quantity.charAt(15), sample).high();
      default -> unknown(quantity);
    };
  }

  private static Estimate resampledMean(String key, Sample sample) {
    return known(key, () -> BOOTSTRAP.estimate(Scores.ofOneTask(sample.values()), Scores::mean));
  }

  /// The means of all 256 resamples of four values: percentiles without chance.
  private static double ofAllResamples(String quantity) {
    double[] four = Tables.sample("exact_bootstrap", "a").values();
    double[] means = new double[256];
    for (int i = 0; i < means.length; i++) {
      means[i] = (four[i & 3] + four[i >> 2 & 3] + four[i >> 4 & 3] + four[i >> 6]) / 4;
    }
    Arrays.sort(means);
    if (quantity.startsWith("percentile_")) {
      return Percentiles.ofSorted(means, Double.parseDouble(quantity.substring(11)));
    }
    return quantity.equals("sd_of_resample_means")
        ? Sample.of(means).populationDeviation()
        : unknown(quantity);
  }

  private static double ofCurve(String quantity) {
    Curve curve = Curve.of(Tables.column("curve", 0), Tables.column("curve", 1));
    return switch (quantity) {
      case "area_trapezoid" -> curve.area();
      case "area_over_length" -> curve.meanHeight();
      case "mean_of_last_3" -> curve.meanOfLast(3);
      default -> unknown(quantity);
    };
  }
}
