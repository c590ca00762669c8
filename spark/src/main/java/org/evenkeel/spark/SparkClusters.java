package org.evenkeel.spark;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters;

/// Makes clusters of Apache Spark known to the program.
public final class SparkClusters implements TrialClusters {
  /// In place of a master: that of `spark-submit`.
  private static final String SUBMITTED = "spark-submit";

  /// For [java.util.ServiceLoader].
  public SparkClusters() {}

  @Override
  public TrialCluster open(Choice choice, Consumer<String> notes) throws IOException {
    Map<String, String> defaults = SparkSettings.defaults(System.getenv());
    if (choice.master().equals(SUBMITTED)) { // which has said where, and on which address
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
          "--on spark-submit is for a program that spark-submit has started, with its --master");
    }
    return master;
  }
}
