package org.evenkeel.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.study.TrialParcel;

/// The checkpoints of one trial in a folder that all machines can reach. Whichever machine computes the trial next
/// continues from there.
///
/// Several machines may compute the same trial at the same time: Spark starts a second copy of a slow one, and a machine
/// considered lost may still be running. Therefore no file is ever written twice. Each machine writes files under unique
/// names, and finally a list, `step-STEP-OWN.list`, of the files that make up its checkpoint of that step. Any complete
/// list is valid, because a trial is the same wherever it is computed. Files that are already in the previous list are
/// not sent again.
final class CheckpointStore {
  private static final String START = "step-";
  private static final String ENDING = ".list";

  /// The number of its own lists that a machine keeps. An older one may be in use by a machine that is just starting.
  private static final int KEPT = 2;

  private final SharedFolder shared;
  private final String trial;
  private final String own;
  private final Path folder;

  /// The local files that are also in the shared folder, by local name.
  private Map<String, Entry> there = new LinkedHashMap<>();

  /// The lists that this machine wrote, oldest first.
  private final List<String> written = new ArrayList<>();

  private final List<Set<String>> writtenFiles = new ArrayList<>();
  private long reached;

  /// A file in the shared folder.
  private record Entry(String stored, long bytes) {}

  /// @param trial the name of the trial's folder in the shared one
  /// @param own a name unique to this machine and this attempt
  /// @param folder the local folder in which the trial is computed
  CheckpointStore(SharedFolder shared, String trial, String own, Path folder) {
    this.shared = shared;
    this.trial = trial;
    this.own = own;
    this.folder = folder;
  }

  /// Fetches the newest complete checkpoint if it is newer than a step. The local folder must be empty or not exist.
  ///
  /// @return its step; 0 if there is none
  long fetch(long newerThan) throws IOException {
    for (String list : lists()) {
      long step = step(list);
      if (step <= newerThan) {
        return 0;
      }
      Map<String, Entry> files = read(list);
      if (!files.isEmpty() && fetch(files)) {
        there = files;
        reached = step;
        return step;
      }
    }
    return 0;
  }

  /// @return whether all files existed; if not, the local folder is empty again
  private boolean fetch(Map<String, Entry> files) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, Entry> file : files.entrySet()) {
      Entry entry = file.getValue();
      Path local = folder.resolve(file.getKey());
      boolean whole = shared.length(at(entry.stored)) == entry.bytes;
      if (whole) {
        try {
          shared.get(at(entry.stored), local);
          whole = Files.size(local) == entry.bytes;
        } catch (IOException e) {
          whole = false; // removed meanwhile by a machine that has a newer one
        }
      }
      if (!whole) {
        for (Path partly : TrialParcel.files(folder)) {
          Files.delete(partly);
        }
        return false;
      }
    }
    return true;
  }

  /// Sends the new files if the local folder has a newer checkpoint than the shared one.
  ///
  /// @return whether it has
  boolean send() throws IOException {
    long step = Checkpoint.newest(folder);
    if (step <= reached) {
      return false;
    }
    Map<String, Entry> now = new LinkedHashMap<>();
    for (Path file : TrialParcel.files(folder)) {
      String name = String.valueOf(file.getFileName());
      Entry before = there.get(name);
      if (before != null && isWrittenOnce(name)) {
        now.put(name, before);
      } else {
        String stored = own + "-" + step + "-" + name;
        long bytes = Files.size(file);
        shared.put(file, at(stored));
        now.put(name, new Entry(stored, bytes));
      }
    }
    String list = START + step + "-" + own + ENDING;
    shared.put(text(now), at(list));
    there = now;
    reached = step;
    written.add(list);
    Set<String> stored = new HashSet<>();
    now.values().forEach(entry -> stored.add(entry.stored));
    writtenFiles.add(stored);
    removeOld();
    return true;
  }

  /// Returns whether a file never changes: checkpoints and stored steps do not, others change during a run.
  private static boolean isWrittenOnce(String name) {
    return name.endsWith(".bin");
  }

  /// Removes this machine's older lists, and their files that the kept lists do not need.
  private void removeOld() throws IOException {
    while (written.size() > KEPT) {
      shared.delete(at(written.removeFirst()));
      Set<String> gone = writtenFiles.removeFirst();
      writtenFiles.forEach(gone::removeAll);
      for (String stored : gone) {
        shared.delete(at(stored));
      }
    }
  }

  /// Returns the lists, newest first.
  private List<String> lists() throws IOException {
    return shared.list(trial).stream()
        .filter(name -> name.startsWith(START) && name.endsWith(ENDING) && step(name) > 0)
        .sorted(Comparator.comparingLong(CheckpointStore::step).reversed())
        .toList();
  }

  /// Returns the step in the name of a list; 0 if it has none.
  private static long step(String list) {
    String[] parts = list.split("-", 3);
    try {
      return parts.length < 3 ? 0 : Long.parseLong(parts[1]);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private String at(String name) {
    return trial + "/" + name;
  }

  private static String text(Map<String, Entry> files) {
    StringBuilder text = new StringBuilder();
    files.forEach(
        (name, entry) ->
            text.append(entry.bytes)
                .append(' ')
                .append(entry.stored)
                .append(' ')
                .append(name)
                .append('\n'));
    return text.append("end\n").toString();
  }

  /// Returns the files of a list; empty if it cannot be used.
  private Map<String, Entry> read(String list) throws IOException {
    Map<String, Entry> files = new LinkedHashMap<>();
    List<String> lines;
    try {
      lines = shared.text(at(list)).lines().toList();
    } catch (IOException e) {
      return Map.of(); // removed meanwhile
    }
    for (String line : lines) {
      if (line.equals("end")) {
        return files;
      }
      String[] fields = line.split(" ", 3);
      if (fields.length < 3
          || !fields[0].matches("[0-9]{1,18}")
          || !fields[1].matches("[A-Za-z0-9._-]+")
          || !fields[2].matches("[A-Za-z0-9_-][A-Za-z0-9._-]*")) {
        return Map.of();
      }
      files.put(fields[2], new Entry(fields[1], Long.parseLong(fields[0])));
    }
    return Map.of(); // incomplete
  }
}
