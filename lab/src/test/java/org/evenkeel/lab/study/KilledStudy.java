package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Kills [SmallStudy] with SIGKILL at random instants, lets it go on, and compares every file in the end with that of a
/// study that was never interrupted.
///
/// An instant is a share of the work left, drawn with a fixed seed; the process says how far it is. So the instants
/// do not depend on how fast a machine is.
public final class KilledStudy {
  /// Times, machine and process are not the same twice.
  private static final Set<String> NEVER_THE_SAME = Set.of("timing.csv", "provenance.json", "lock");

  private static final int STEPS = 3_000;

  private final Path folder;
  private final Random random;
  private int kills;
  private int found;

  private KilledStudy(Path folder, long seed) {
    this.folder = folder;
    random = new Random(seed);
  }

  /// Kills and compares.
  ///
  /// @param args a folder that does not exist, how many kills, the seed
  public static void main(String[] args) throws IOException, InterruptedException {
    int kills = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    KilledStudy test = new KilledStudy(Files.createDirectories(Path.of(args[0])), seed);
    test.untilEnd(test.folder.resolve("whole"), 1, 0);
    Map<String, byte[]> wanted = files(test.folder.resolve("whole"));
    int studies = 0;
    while (test.kills < kills) {
      Path killed = test.folder.resolve("killed-" + studies++);
      test.untilEnd(killed, 2, kills);
      compare(wanted, files(killed));
    }
    System.out.println(
        "ten trials, two of which diverge: %s kills in %s studies, %s starts found trials, every byte as in the study never interrupted"
            .formatted(test.kills, studies, test.found));
  }

  /// Starts the study until it ends by itself.
  private void untilEnd(Path study, int threads, int mostKills)
      throws IOException, InterruptedException {
    boolean ended = false;
    while (!ended) {
      ended = start(study, threads, kills < mostKills ? random.nextDouble() : 2);
    }
  }

  /// @param killAt the share of the work left at which it is killed; above 1 for never
  /// @return whether it ended by itself
  private boolean start(Path study, int threads, double killAt)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                SmallStudy.class.getName(),
                study.toString(),
                String.valueOf(threads),
                String.valueOf(STEPS))
            .redirectErrorStream(true)
            .start();
    List<String> said = new ArrayList<>();
    boolean killed = false;
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("at ")) {
          if (!killed && Double.parseDouble(line.substring(3)) >= killAt) {
            killed = true;
            process.toHandle().destroyForcibly(); // not that of Process, which closes the stream
          }
        } else {
          said.add(line);
        }
      }
    }
    int code = process.waitFor();
    // What is being written has another name; under its own a file is whole, so there is nothing to
    // warn of.
    if (said.stream().anyMatch(line -> line.startsWith("warning "))) {
      throw new IllegalStateException("a kill damaged something: " + said);
    }
    if (said.stream().anyMatch(line -> line.startsWith("missing ") && !line.equals("missing 10"))) {
      found++;
    }
    if (code == 0) {
      if (!said.contains("ended 8 finished, 2 failed")) {
        throw new IllegalStateException("8 trials must finish and 2 fail: " + said);
      }
      return true;
    }
    if (!killed) {
      throw new IllegalStateException("a study ended with " + code + ": " + said);
    }
    kills++;
    return false;
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = String.valueOf(file.getFileName());
        // Rows of a start that was killed before its first checkpoint are kept beside the others.
        if (!NEVER_THE_SAME.contains(name) && !name.startsWith("metrics-before-")) {
          files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static void compare(Map<String, byte[]> wanted, Map<String, byte[]> given) {
    if (!wanted.keySet().equals(given.keySet())) {
      throw new IllegalStateException(
          "files must be %s, were %s".formatted(wanted.keySet(), given.keySet()));
    }
    wanted.forEach(
        (name, bytes) -> {
          if (!Arrays.equals(bytes, given.get(name))) {
            throw new IllegalStateException(name + " has other bytes after kills");
          }
        });
  }
}
