package org.evenkeel.paper.gridworld;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.study.Trial;

/// A [SweepTrial] as a trial of a study.
///
/// @param group the folder name that its trials share: `averaged-5`
/// @param settings the settings except the seed
/// @param seed the seed of this trial
public record GridworldTrial(String group, SweepSettings settings, long seed) implements Trial {
  /// The column with the mean value of the newest network over all state-action pairs, after each iteration.
  public static final String LATEST = "meanLatest";

  /// The column with the mean value of the combined estimate over all state-action pairs, after each iteration.
  public static final String COMBINED = "meanCombined";

  /// The column with the last combined estimate of each state-action pair.
  public static final String VALUES = "values";

  /// The column with the target approximation error of the first learner, sampled by [SettledErrors] as
  /// `[sample][state]`.
  public static final String ERRORS = "errors";

  /// The column with the mean of the learners' errors; ensembles only.
  public static final String MEAN_ERRORS = "meanErrors";

  /// The column with the combined estimate of the pairs and iterations of [#ERRORS].
  public static final String ESTIMATES = "estimates";

  /// The column with the variance of each state's error over the iterations.
  public static final String TIME_VARIANCE = "errorTimeVariance";

  /// The column with the covariance of each state's error with its error in the previous iteration.
  public static final String TIME_COVARIANCE = "errorTimeCovariance";

  @Override
  public String name() {
    return group + "/seed" + seed;
  }

  @Override
  public String describe() {
    return settings.text() + " seed " + seed;
  }

  @Override
  public double work() {
    double updates =
        (double) settings.iterations() * settings.minibatches() * settings.algorithm().learners();
    // The optimizer touches every weight; everything else depends on the minibatch only.
    return updates * (4 + 0.04 * settings.side() * settings.side());
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    double iterations = settings.iterations();
    SweepTrial.Result result =
        new SweepTrial(settings, seed).run(done -> progress.accept(done / iterations));
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put(LATEST, result.meanLatest());
    columns.put(COMBINED, result.meanCombined());
    columns.put(VALUES, widen(result.combined()));
    SettledErrors errors = result.errors();
    columns.put(ERRORS, widen(errors.errors()));
    if (settings.algorithm().learners() > 1) {
      columns.put(MEAN_ERRORS, widen(errors.meanErrors()));
    }
    columns.put(ESTIMATES, widen(errors.estimates()));
    columns.put(TIME_VARIANCE, errors.timeVariance());
    columns.put(TIME_COVARIANCE, errors.timeCovariance());
    return columns;
  }

  private static double[] widen(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }
}
