package org.evenkeel.atari;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Shell;

/// Downloads the `ale-py` wheel, which contains the ROMs, with pip, because pip knows the user's index, proxy and cache.
final class Pip {
  /// The version from which the list of games was made. The wheels of all platforms have the same ROMs.
  static final String WANTED = "ale-py==0.12.1";

  /// The requests, in the order in which they are tried. There may be no wheel for this Python, or it may be too old for
  /// the version.
  private static final List<List<String>> REQUESTS =
      List.of(
          List.of(WANTED),
          List.of("--python-version=3.12", "--platform=manylinux_2_28_x86_64", WANTED),
          List.of("ale-py"));

  private static final List<List<String>> USUAL =
      List.of(
          List.of("python3", "-m", "pip"),
          List.of("python", "-m", "pip"),
          List.of("pip3"),
          List.of("pip"));

  private final List<List<String>> commands;
  private final Duration patience;

  /// Uses the pip of this machine.
  Pip() {
    this(USUAL, Duration.ofMinutes(5));
  }

  /// Uses the first of the given commands that works.
  ///
  /// @param patience the time limit of a download
  Pip(List<List<String>> commands, Duration patience) {
    this.commands = commands;
    this.patience = patience;
  }

  /// A use of a downloaded wheel.
  @FunctionalInterface
  interface Use<T> {
    T with(Path wheel) throws IOException;
  }

  /// The exit code and the output of a command.
  private record Ending(int code, String said) {
    String lastLine() {
      return said.lines().filter(line -> !line.isBlank()).reduce("", (_, last) -> last.strip());
    }
  }

  /// Downloads the wheel, uses it and deletes it.
  <T> T download(Use<T> use) throws IOException {
    Path folder = Files.createTempDirectory("evenkeel-roms");
    try {
      List<String> pip = find(folder);
      List<Ending> failures = new ArrayList<>();
      for (List<String> request : REQUESTS) {
        Path into = Files.createTempDirectory(folder, "wheel");
        Ending ending = run(folder, command(pip, into, request), patience);
        List<Path> wheels = wheels(into);
        if (ending.code == 0 && !wheels.isEmpty()) {
          return use.with(wheels.getFirst());
        }
        failures.add(ending);
      }
      throw new IOException(
          "pip could not download %s (%s): %s".formatted(WANTED, reason(failures), otherwise()));
    } finally {
      delete(folder);
    }
  }

  private static String otherwise() {
    return "'"
        + Shell.command("roms", "install", "--from")
        + "' installs ROMs or an ale-py wheel that you already have";
  }

  private static List<String> command(List<String> pip, Path into, List<String> request) {
    List<String> command = new ArrayList<>(pip);
    command.addAll(List.of("download", "--disable-pip-version-check", "--no-input", "--retries=2"));
    command.addAll(List.of("--no-deps", "--only-binary=:all:", "-d", into.toString()));
    command.addAll(request);
    return command;
  }

  private List<String> find(Path folder) throws IOException {
    for (List<String> command : commands) {
      List<String> asked = new ArrayList<>(command);
      asked.add("--version");
      try {
        if (run(folder, asked, Duration.ofSeconds(30)).code == 0) {
          return command;
        }
      } catch (NotStarted _) {
        // not on this machine; try the next one
      }
    }
    throw new IOException(
        "pip is needed to download ROMs, but this machine has none: install Python with pip; or "
            + otherwise());
  }

  /// Returns the reason why pip failed. Without a connection, the last line of pip's output is misleading: it reports
  /// that there is no such package.
  private static String reason(List<Ending> failures) {
    if (failures.stream().anyMatch(f -> f.said.contains("connection broken by"))) {
      return "it has no connection to its package index";
    }
    String last = failures.getFirst().lastLine();
    return last.isEmpty() ? "exit code " + failures.getFirst().code : last;
  }

  /// Thrown if a command does not exist.
  private static final class NotStarted extends IOException {
    private static final long serialVersionUID = 1;

    NotStarted(IOException cause) {
      super(cause);
    }
  }

  /// Runs a command in a separate folder, because `python -m pip` would use a folder named `pip` in the current one.
  private static Ending run(Path folder, List<String> command, Duration limit) throws IOException {
    Path said = folder.resolve("said");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException e) {
      throw new NotStarted(e);
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "pip did not finish within %d s and was stopped: %s"
                .formatted(limit.toSeconds(), otherwise()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the download was interrupted", e);
    } finally {
      List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
      all.add(process.toHandle());
      all.forEach(ProcessHandle::destroyForcibly);
      // Until they have ended they may write into the folder that is deleted next.
      all.forEach(Pip::awaitEnd);
    }
    return new Ending(
        process.exitValue(), new String(Files.readAllBytes(said), StandardCharsets.UTF_8));
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      return; // it cannot be killed; the folder is deleted as far as possible
    }
  }

  private static List<Path> wheels(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".whl")).sorted().toList();
    }
  }

  /// Deletes a folder. Files that cannot be deleted stay in the system's temporary folder, so that an error here does not
  /// hide an earlier one.
  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }
}
