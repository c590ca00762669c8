package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The command line in a process of its own, for what a process does to its end.
final class CliProcess {
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "TERM", 15);

  private CliProcess() {}

  /// How a process ended, and what it said.
  record Ended(int code, String text) {
    String lastLine() {
      String said = text.strip();
      return said.substring(said.lastIndexOf('\n') + 1);
    }
  }

  /// A small training run in a class of the user's: two thousand steps, no evaluations, and a checkpoint whenever the
  /// driver looks at the clock.
  static List<Object> training(String environment, Path classes, Path run) {
    return List.of(
        "train",
        environment,
        "--classpath=" + classes,
        "--out=" + run,
        "--algorithm=dqn",
        "--steps=2000",
        "--set=network.hidden=[4]",
        "--set=schedule.learningStartSteps=50",
        "--set=schedule.batchSize=4",
        "--set=evaluation.periodSteps=0",
        "--checkpoint-seconds=0.000000001");
  }

  /// Starts a command.
  ///
  /// @param options of the JVM
  static Process start(List<String> options, List<?> args) throws IOException {
    return new ProcessBuilder(command(options, args)).redirectErrorStream(true).start();
  }

  /// What is executed to start a command.
  static List<String> command(List<String> options, List<?> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Devenkeel.kernels=scalar", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.evenkeel.cli.Main"));
    Stream.of(args.toArray()).map(Object::toString).forEach(command::add);
    return command;
  }

  /// Waits for its end.
  static Ended finish(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), text);
  }

  /// Reads until a line contains a text, and returns that line.
  static String await(BufferedReader said, String wanted) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      all.append(line).append('\n');
      if (line.contains(wanted)) {
        return line;
      }
    }
    throw new AssertionError("'" + wanted + "' did not come:\n" + all);
  }

  /// Sends a signal. The test is skipped where the process ignores it: who is started with `nohup` hands that down.
  static void signal(Process process, String name) throws Exception {
    if (ignores(process, name)) {
      process.destroyForcibly();
      abort(name + " is ignored by processes that are started from here");
    }
    assertEquals(0, new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor());
  }

  private static boolean ignores(Process process, String name) throws IOException {
    Path status = Path.of("/proc", "" + process.pid(), "status");
    if (!Files.exists(status)) {
      return false;
    }
    int number = Objects.requireNonNull(NUMBERS.get(name));
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")) {
        long ignored = Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16);
        return (ignored >> (number - 1) & 1) != 0;
      }
    }
    return false;
  }
}
