package org.evenkeel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.evenkeel.core.nn.KernelChoice;

/// The machine that a number was measured on, without host or user name.
///
/// @param cpu the processor's name
/// @param cores processors available to Java
/// @param java version and vendor
/// @param os name and architecture
/// @param kernels the kernels in use
public record Machine(String cpu, int cores, String java, String os, String kernels) {

  /// Returns a description of this machine.
  public static Machine here() {
    return new Machine(
        cpuName(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version") + " " + System.getProperty("java.vendor"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        KernelChoice.description());
  }

  /// Returns the description in one line.
  public String describe() {
    return String.format(
        Locale.ROOT, "%s, %d cores, %s, Java %s, kernels %s", cpu, cores, os, java, kernels);
  }

  private static String cpuName() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
    return System.getProperty("os.arch");
  }
}
