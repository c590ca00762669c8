package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds clusters; a service, as the program that talks to them is not part of this one.
public interface TrialClusters {
  /// What a user says about a cluster.
  ///
  /// @param master which one, in the words of its own program: `spark://host:7077`, `local[*]`
  /// @param threads how many compute one trial
  /// @param checkpoints a folder that all machines reach, in which long trials keep how far they are; null for none
  /// @param address under which the machines reach this one; null to be heard on this machine alone
  /// @param settings for the cluster's own program, by name
  /// @param classpath jars and folders with the user's classes, which are sent to all machines
  /// @param log the file to which the cluster's program writes what it has to say
  record Choice(
      String master,
      int threads,
      @Nullable String checkpoints,
      @Nullable String address,
      Map<String, String> settings,
      List<String> classpath,
      Path log) {
    /// Copies and checks.
    public Choice {
      settings = Map.copyOf(settings);
      classpath = List.copyOf(classpath);
      if (threads < 1 || threads > 256) {
        throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
      }
    }

    /// The same on another cluster.
    public Choice on(String other) {
      return new Choice(other, threads, checkpoints, address, settings, classpath, log);
    }
  }

  /// A cluster; nothing is connected yet.
  ///
  /// @param notes hears what to know before the first trial
  /// @throws IllegalArgumentException if something about the choice is wrong, with a sentence
  TrialCluster open(Choice choice, Consumer<String> notes) throws IOException;

  /// The one that this program has.
  ///
  /// @throws IllegalArgumentException if it has none, with a sentence
  static TrialClusters installed() {
    return ServiceLoader.load(TrialClusters.class)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "this program was started without Apache Spark, which trials on a cluster need: start it with"
                        + " './evenkeel', or put evenkeel-spark and Spark's jars on the class path"));
  }
}
