package org.evenkeel.paper.gridworld;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.study.Trial;

/// A [SweepTrial] as a part of a study.
///
/// @param group what its trials have in common, a folder name: `averaged-5`
/// @param settings what is run
/// @param seed which of the trials
public record GridworldTrial(String group, SweepSettings settings, long seed) implements Trial {
  /// The mean value of the newest network over all state-action pairs, after each iteration.
  public static final String LATEST = "meanLatest";

  /// The same of the combined estimate.
  public static final String COMBINED = "meanCombined";

  /// The last combined estimate of each state-action pair.
  public static final String VALUES = "values";

  /// What [SettledErrors] sampled, `[sample][state]`: the target approximation error of the first learner.
  public static final String ERRORS = "errors";

  /// The mean of the learners' errors; of an ensemble only.
  public static final String MEAN_ERRORS = "meanErrors";

  /// The combined estimate of the same pairs at the same iterations.
  public static final String ESTIMATES = "estimates";

  /// The variance over the iterations of a state's error, and its covariance with the iteration before.
  public static final String TIME_VARIANCE = "errorTimeVariance";

  /// See [#TIME_VARIANCE].
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
    // The optimizer looks at every weight, the rest at a minibatch.
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
