package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.cuda.Gpus;
import org.evenkeel.lab.run.Provenance;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `evenkeel devices`: lists the hardware that can train.
@Command(
    name = "devices",
    mixinStandardHelpOptions = true,
    description =
        "Lists the hardware of this machine that can train, and the reason why a GPU cannot be used.",
    footer = {
      "",
      "${ROOT-COMMAND-NAME} train minatar/breakout --seeds 20 --device cuda",
      "    trains all seeds at once on the GPU, with the same result as on the CPU"
    })
final class DevicesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  DevicesCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Object> facts = Provenance.facts();
    int cores = Runtime.getRuntime().availableProcessors();
    line(
        out,
        "cpu",
        "%s, %s, kernels: %s"
            .formatted(facts.get("cpu"), Counted.of(cores, "core"), facts.get("kernels")));
    Gpus gpus = Gpus.found();
    for (Gpus.Found gpu : gpus.all()) {
      line(
          out,
          "cuda",
          String.format(
              Locale.ROOT,
              "%s, compute capability %s, %,d MB, %s",
              gpu.name(),
              gpu.capability(),
              gpu.memoryBytes() / 1_000_000,
              gpu.refusal().isEmpty() ? "usable" : "not usable: " + gpu.refusal()));
    }
    if (gpus.all().isEmpty()) {
      line(out, "cuda", "not usable: " + gpus.problem());
    }
    if (!gpus.cudaVersion().isEmpty()) {
      line(out, "driver", "supports CUDA " + gpus.cudaVersion());
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void line(PrintWriter out, String name, String text) {
    out.printf("%-12s %s%n", name, Outside.sentence(text));
  }
}
