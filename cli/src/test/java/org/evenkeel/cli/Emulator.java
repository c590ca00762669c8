package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A GPU for tests: a library in place of the NVIDIA driver that runs the kernels on the processor.
final class Emulator {
  private static final Path LIBRARY = Path.of("target", "emulator", "libcuda.so").toAbsolutePath();
  private static boolean built;

  private Emulator() {}

  /// Builds it once in a process and returns its file. A test that needs it is skipped without g++.
  static synchronized Path library() throws Exception {
    boolean compiler =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "g++")));
    assumeTrue(compiler, "g++ is missing");
    if (!built) {
      Process build =
          new ProcessBuilder("bash", Checkout.ROOT + "/cuda/emulate", LIBRARY.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, build.waitFor(), output);
      built = true;
    }
    return LIBRARY;
  }

  /// Starts a command in a process of its own that finds this GPU.
  ///
  /// @param settings of the emulator: names without `EVENKEEL_EMULATOR_`
  static Process start(Map<String, String> settings, List<?> args) throws Exception {
    List<String> options =
        List.of("--enable-native-access=ALL-UNNAMED", "-Devenkeel.cuda.library=" + library());
    return start(settings, options, args);
  }

  private static Process start(Map<String, String> settings, List<String> options, List<?> args)
      throws IOException {
    ProcessBuilder process =
        new ProcessBuilder(CliProcess.command(options, args)).redirectErrorStream(true);
    settings.forEach(
        (name, value) -> process.environment().put("EVENKEEL_EMULATOR_" + name, value));
    return process.start();
  }

  /// Runs a command in a process of its own that finds this GPU.
  static CliProcess.Ended run(Map<String, String> settings, List<?> args) throws Exception {
    return CliProcess.finish(start(settings, args));
  }

  /// Runs a command on a machine without the NVIDIA driver.
  static CliProcess.Ended withoutDriver(List<?> args) throws Exception {
    List<String> options =
        List.of(
            "--enable-native-access=ALL-UNNAMED", "-Devenkeel.cuda.library=/nothing/libcuda.so");
    return CliProcess.finish(start(Map.of(), options, args));
  }
}
