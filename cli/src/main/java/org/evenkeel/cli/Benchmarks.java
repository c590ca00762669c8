package org.evenkeel.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// Replaces [BenchCommand] in an installed archive, which does not contain JMH because of its licence, the GPL.
@Command(name = "bench", hidden = true, description = "Not part of the installed archive.")
final class Benchmarks implements Callable<Integer> {
  private static final String JMH = "org.openjdk.jmh.runner.Runner";

  @Spec private CommandSpec spec = CommandSpec.create();

  /// All arguments, accepted so that every form of `bench` prints the same message.
  @SuppressWarnings("UnusedVariable")
  @Unmatched
  private @Nullable List<String> arguments;

  Benchmarks() {}

  /// Whether JMH is on the class path, as it is in a build from the sources.
  static boolean areInstalled() {
    return Benchmarks.class.getResource("/" + JMH.replace('.', '/') + ".class") != null;
  }

  @Override
  public Integer call() {
    // This is not reported as a usage error, whose hint on --help would lead back here.
    spec.commandLine()
        .getErr()
        .println(
            "bench measures with JMH, which is not part of this installation: run './evenkeel bench' in a"
                + " source checkout");
    return ExitCode.USAGE;
  }
}
