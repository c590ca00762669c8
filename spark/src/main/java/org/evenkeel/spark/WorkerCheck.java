package org.evenkeel.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.api.java.JavaSparkContext;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.evenkeel.spark.probe.Probe;

/// Checks before the first trial that workers can compute it: their Java, their memory, and their access to the folder for
/// checkpoints.
///
/// @param choice the user's choices
/// @param heap the trial that needs the most heap
/// @param outside the trial that needs the most memory outside the heap
record WorkerCheck(Choice choice, Trial heap, Trial outside) {
  /// The Java version for which the classes that are sent are compiled.
  static final int NEEDED_JAVA = 25;

  /// Runs one check on each executor.
  ///
  /// @param workers the number of executors
  void ask(JavaSparkContext context, int workers) throws IOException {
    String checkpoints = choice.checkpoints();
    String marker = "evenkeel-" + UUID.randomUUID();
    HadoopFolder shared = null;
    if (checkpoints != null) {
      try {
        shared = new HadoopFolder(checkpoints);
        shared.put("1", marker);
      } catch (IOException | RuntimeException e) {
        throw new IOException(
            "the --checkpoints folder '%s' cannot be written to from this machine: %s"
                .formatted(withoutSecrets(checkpoints), SparkConnection.firstLine(e)),
            e);
      }
    }
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      numbers.add(i);
    }
    List<String[]> answers;
    try {
      answers =
          context
              .parallelize(numbers, numbers.size())
              .map(new Probe(checkpoints == null ? "" : checkpoints, marker))
              .collect();
    } finally {
      if (shared != null) {
        shared.delete(marker);
      }
    }
    for (String[] answer : answers) {
      check(answer);
    }
  }

  private void check(String[] answer) throws IOException {
    String host = answer[Probe.HOST];
    int java = Integer.parseInt(answer[Probe.JAVA]);
    if (java < NEEDED_JAVA || !Boolean.parseBoolean(answer[Probe.VECTOR])) {
      throw new IOException(
          "the worker at '%s' has Java %d %s the module jdk.incubator.vector, but trials need Java %d with it: start the"
                  .formatted(
                      host,
                      java,
                      Boolean.parseBoolean(answer[Probe.VECTOR]) ? "with" : "without",
                      NEEDED_JAVA)
              + " workers with JAVA_HOME set to a JDK 25, or use --spark spark.executorEnv.JAVA_HOME=...");
    }
    if (!answer[Probe.CHECKPOINTS].isEmpty()) {
      throw new IOException(
          "the --checkpoints folder '%s' cannot be used by the worker at '%s': %s"
              .formatted(
                  withoutSecrets(String.valueOf(choice.checkpoints())),
                  host,
                  answer[Probe.CHECKPOINTS]));
    }
    long room = SparkSettings.heapForTrials(Long.parseLong(answer[Probe.HEAP]));
    MemoryGate.requireRoom(heap.name(), heap.heapBytes(), 0, room, Long.MAX_VALUE);
    long memory = Long.parseLong(answer[Probe.MEMORY]);
    MemoryGate.requireRoom(
        outside.name(),
        0,
        outside.memoryBytes(),
        Long.MAX_VALUE,
        SparkSettings.outsideForTrials(memory, 1, 1));
  }

  /// Returns an address without the user name and password that it may contain.
  static String withoutSecrets(String address) {
    return address.replaceFirst("//[^/@]*@", "//***@");
  }
}
