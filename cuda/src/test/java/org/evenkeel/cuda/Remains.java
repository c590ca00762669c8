package org.evenkeel.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;

/// What a run leaves behind: its measurements, and the files of two checkpoints and its policy.
///
/// @param measured the measurements
/// @param files the bytes of each file, by name
record Remains(List<String> measured, Map<String, byte[]> files) {
  /// Trains a run, with a checkpoint in the middle and one at the end.
  static Remains of(Cases run, Execution execution, Path folder) throws IOException {
    List<String> measured = new ArrayList<>();
    long steps = run.training().schedule().steps();
    try (Trainer trainer =
        new Trainer(() -> run.options().play(run.game()), run.training(), run.seed(), execution)) {
      trainer.on(RunEvent.Measured.class, e -> measured.add(e.toString()));
      trainer.run(steps * 2 / 3);
      Checkpoint.write(folder, trainer);
      trainer.run();
      Checkpoint.write(folder, trainer);
      trainer.policy().save(folder.resolve("policy.safetensors"));
    }
    return new Remains(measured, files(folder));
  }

  /// Trains runs in threads of their own, and returns what each leaves.
  ///
  /// @param folder the folder whose subfolders the runs get
  /// @param atOnce the number of runs that are trained at the same time
  static List<Remains> ofAll(List<Cases> runs, Execution execution, Path folder, int atOnce)
      throws InterruptedException, ExecutionException {
    List<Future<Remains>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
      for (int i = 0; i < runs.size(); i++) {
        Cases run = runs.get(i);
        Path own = folder.resolve(String.valueOf(i));
        futures.add(threads.submit(() -> of(run, execution, own)));
      }
    }
    List<Remains> remains = new ArrayList<>();
    for (Future<Remains> future : futures) {
      remains.add(future.get());
    }
    return remains;
  }

  /// Reads the files of a folder.
  static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /// The number of bytes in all files.
  long bytes() {
    return files.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  /// Describes the first difference; empty if there is none.
  String difference(Remains other) {
    for (int i = 0; i < Math.min(measured.size(), other.measured.size()); i++) {
      if (!measured.get(i).equals(other.measured.get(i))) {
        return measured.get(i) + " and " + other.measured.get(i);
      }
    }
    if (measured.size() != other.measured.size()) {
      return measured.size() + " and " + other.measured.size() + " measurements";
    }
    if (!files.keySet().equals(other.files.keySet())) {
      return "the files " + files.keySet() + " and " + other.files.keySet();
    }
    for (String name : files.keySet()) {
      int at = Arrays.mismatch(files.get(name), other.files.get(name));
      if (at >= 0) {
        return name + " from byte " + at + " on";
      }
    }
    return "";
  }
}
