package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of every command that can compute on a cluster.
final class ClusterChoice {
  /// Where the cluster's own program writes what it has to say.
  private static final String LOG = "spark.log";

  @Option(
      names = "--on",
      paramLabel = "MASTER",
      description =
          "Computes on a cluster of Apache Spark: spark://HOST:PORT, local[*], yarn or k8s://... The result is the same."
              + " docs/cluster.md has the rest.")
  private @Nullable String master;

  @Option(
      names = "--checkpoints",
      paramLabel = "FOLDER",
      description =
          "With --on, a folder that all workers reach (file:/..., hdfs:/..., s3a:/...): a run whose worker dies continues"
              + " from there. Without one it starts again.")
  private @Nullable String checkpoints;

  @Option(
      names = "--driver-host",
      paramLabel = "ADDRESS",
      description =
          "With --on, the address under which the workers reach this machine (default: this machine alone can).")
  private @Nullable String address;

  @Option(
      names = "--spark",
      paramLabel = "KEY=VALUE",
      description =
          "With --on, a setting for Spark, as spark.executor.memory=4g; may be repeated. Secrets belong in"
              + " spark-defaults.conf, as others can see this line.")
  private List<String> settings = new ArrayList<>();

  ClusterChoice() {}

  /// Whether a cluster is to be used.
  ///
  /// @throws IllegalArgumentException if there are options for one and none is named
  boolean isGiven() {
    if (master == null && (checkpoints != null || address != null || !settings.isEmpty())) {
      throw new IllegalArgumentException(
          "--checkpoints, --driver-host and --spark are about a cluster, which --on must name");
    }
    return master != null;
  }

  /// The cluster; nothing is connected yet.
  ///
  /// @param threads how many compute one trial
  /// @param folder where the results go
  /// @param notes hears what to know beforehand
  /// @throws IllegalArgumentException with a sentence if something is wrong
  TrialCluster open(int threads, List<String> classpath, Path folder, Consumer<String> notes)
      throws IOException {
    String named = master;
    if (named == null) {
      throw new IllegalStateException("no cluster was named");
    }
    Map<String, String> all = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1 || !setting.startsWith("spark.")) {
        throw new IllegalArgumentException(
            "--spark must be KEY=VALUE with a key that begins with 'spark.', was '"
                + (equals < 1 ? setting : setting.substring(0, equals) + "=...")
                + "'");
      }
      all.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return TrialClusters.installed()
        .open(
            new TrialClusters.Choice(
                named, threads, checkpoints, address, all, classpath, folder.resolve(LOG)),
            notes);
  }

  /// What becomes of a long trial whose worker is lost.
  String lostWorkers() {
    return checkpoints == null
        ? "a trial whose worker dies starts again from its beginning; with --checkpoints FOLDER it would continue"
        : "a trial whose worker dies continues on another from its last checkpoint";
  }
}
