package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Opens clusters. It is a service because the module that connects to them is optional.
public interface TrialClusters {
  /// A user's settings for a cluster.
  ///
  /// @param master its address in the syntax of the cluster software: `spark://host:7077`, `local[*]`
  /// @param threads the number of threads that compute one trial
  /// @param checkpoints a folder that all machines can access, where long trials save their progress; null for none
  /// @param address the address at which the machines reach this one; null if only this machine is used
  /// @param settings settings of the cluster software, by name
  /// @param classpath jars and folders with the user's classes, which are sent to all machines
  /// @param log the file for the log of the cluster software
  record Choice(
      String master,
      int threads,
      @Nullable String checkpoints,
      @Nullable String address,
      Map<String, String> settings,
      List<String> classpath,
      Path log) {
    /// Copies and checks the arguments.
    public Choice {
      settings = Map.copyOf(settings);
      classpath = List.copyOf(classpath);
      if (threads < 1 || threads > 256) {
        throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
      }
    }

    /// Returns a copy for another cluster.
    public Choice on(String other) {
      return new Choice(other, threads, checkpoints, address, settings, classpath, log);
    }
  }

  /// Opens a cluster without connecting to it yet.
  ///
  /// @param notes the receiver of information for the user, before the first trial
  /// @throws IllegalArgumentException if a setting is invalid; the message explains why
  TrialCluster open(Choice choice, Consumer<String> notes) throws IOException;

  /// Returns the installed implementation.
  ///
  /// @throws IllegalArgumentException if there is none; the message explains why
  static TrialClusters installed() {
    return ServiceLoader.load(TrialClusters.class)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "this program was started without Apache Spark, which is needed to run trials on a cluster: start it with"
                        + " './evenkeel', or put evenkeel-spark and Spark's jars on the class path"));
  }
}
