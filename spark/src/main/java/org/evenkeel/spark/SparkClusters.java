package org.evenkeel.spark;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters;

/// Provides Apache Spark clusters to the program.
public final class SparkClusters implements TrialClusters {
  /// The value of `--on` that means the master given to `spark-submit`.
  private static final String SUBMITTED = "spark-submit";

  /// Creates the provider, for the service loader.
  public SparkClusters() {}

  @Override
  public TrialCluster open(Choice choice, Consumer<String> notes) throws IOException {
    Map<String, String> defaults = SparkSettings.defaults(System.getenv());
    if (choice.master().equals(SUBMITTED)) { // it has set the master and the address
      return new SparkCluster(choice.on(submittedTo()), defaults, notes);
    }
    SparkSettings.requireMaster(choice.master());
    SparkSettings.requireAddress(choice, defaults);
    return new SparkCluster(choice, defaults, notes);
  }

  private static String submittedTo() {
    String master = System.getProperty("spark.master");
    if (master == null) {
      throw new IllegalArgumentException(
          "--on spark-submit requires that the program was started by spark-submit, with its --master");
    }
    return master;
  }
}
