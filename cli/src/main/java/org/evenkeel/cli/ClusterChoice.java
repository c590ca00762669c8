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
  /// The log file for Spark's own output.
  private static final String LOG = "spark.log";

  @Option(
      names = "--on",
      paramLabel = "MASTER",
      description =
          "Compute on an Apache Spark cluster: spark://HOST:PORT, local[*], yarn or k8s://... Does not change the result."
              + " See docs/cluster.md.")
  private @Nullable String master;

  @Option(
      names = "--checkpoints",
      paramLabel = "FOLDER",
      description =
          "With --on: a folder that every worker can reach (file:/..., hdfs:/..., s3a:/...). A run whose worker dies"
              + " continues from its checkpoint there; without this option it starts again.")
  private @Nullable String checkpoints;

  @Option(
      names = "--driver-host",
      paramLabel = "ADDRESS",
      description =
          "With --on: the address at which the workers reach this machine (default: reachable from this machine only).")
  private @Nullable String address;

  @Option(
      names = "--spark",
      paramLabel = "KEY=VALUE",
      description =
          "With --on: a Spark setting, such as spark.executor.memory=4g; may be repeated. Keep secrets in"
              + " spark-defaults.conf, since other users can see this command line.")
  private List<String> settings = new ArrayList<>();

  ClusterChoice() {}

  /// Whether to use a cluster.
  ///
  /// @throws IllegalArgumentException if cluster options are given without `--on`
  boolean isGiven() {
    if (master == null && (checkpoints != null || address != null || !settings.isEmpty())) {
      throw new IllegalArgumentException(
          "--checkpoints, --driver-host and --spark need a cluster: name it with --on");
    }
    return master != null;
  }

  /// Opens the cluster; nothing is connected yet.
  ///
  /// @param threads the number of threads for one trial
  /// @param folder the folder for the results
  /// @param notes the receiver of remarks for the user before the start
  /// @throws IllegalArgumentException with a message for the user if a setting is wrong
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

  /// Returns a sentence on the continuation of a long trial whose worker is lost.
  String lostWorkers() {
    return checkpoints == null
        ? "a trial whose worker dies starts again from the beginning; with --checkpoints FOLDER it would continue"
        : "a trial whose worker dies continues on another from its last checkpoint";
  }
}
