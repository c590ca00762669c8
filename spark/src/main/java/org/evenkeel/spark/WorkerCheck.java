package org.evenkeel.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.api.java.JavaSparkContext;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.evenkeel.spark.probe.Probe;

/// Asks workers, before the first trial, whether they can compute one: their Java, their memory, and whether they reach the
/// folder for checkpoints.
///
/// @param choice what the user said
/// @param heap the trial that needs most of the heap
/// @param outside the trial that needs most outside it
record WorkerCheck(Choice choice, Trial heap, Trial outside) {
  /// What the classes that are sent are compiled for.
  static final int NEEDED_JAVA = 25;

  /// One question to each executor there is.
  ///
  /// @param workers how many there are
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
            "the folder of --checkpoints, '%s', cannot be written to from here: %s"
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
          "the worker at '%s' has Java %d %s the module jdk.incubator.vector, and trials need Java %d with it: start the"
                  .formatted(
                      host,
                      java,
                      Boolean.parseBoolean(answer[Probe.VECTOR]) ? "with" : "without",
                      NEEDED_JAVA)
              + " workers with JAVA_HOME set to a JDK 25, or give --spark spark.executorEnv.JAVA_HOME=...");
    }
    if (!answer[Probe.CHECKPOINTS].isEmpty()) {
      throw new IOException(
          "the folder of --checkpoints, '%s', cannot be used by the worker at '%s': %s"
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

  /// An address without the name and password that it may have.
  static String withoutSecrets(String address) {
    return address.replaceFirst("//[^/@]*@", "//***@");
  }
}
