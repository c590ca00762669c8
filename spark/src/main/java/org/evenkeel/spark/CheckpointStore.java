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

/// How far one trial is, in a folder that all machines reach: whichever of them computes it next goes on from there.
///
/// Several machines may compute the same trial at the same time: Spark starts a second copy of a slow one, and a machine
/// that was given up may still be running. So no file is ever written twice. Each machine writes under names of its own,
/// and last a list, `step-STEP-OWN.list`, of which files make up its checkpoint of that step. Any complete list is good:
/// a trial is the same wherever it is computed. The files that a list shares with the one before are not sent again.
final class CheckpointStore {
  private static final String START = "step-";
  private static final String ENDING = ".list";

  /// The lists of its own that a machine keeps; the older may be in use by one that is starting.
  private static final int KEPT = 2;

  private final SharedFolder shared;
  private final String trial;
  private final String own;
  private final Path folder;

  /// What is in the shared folder of the files here, by the name here.
  private Map<String, Entry> there = new LinkedHashMap<>();

  /// The lists that this machine wrote, oldest first.
  private final List<String> written = new ArrayList<>();

  private final List<Set<String>> writtenFiles = new ArrayList<>();
  private long reached;

  /// A file in the shared folder.
  private record Entry(String stored, long bytes) {}

  /// @param trial the name of the trial's own folder there
  /// @param own a name that no other machine and no other try has
  /// @param folder where the trial is computed here
  CheckpointStore(SharedFolder shared, String trial, String own, Path folder) {
    this.shared = shared;
    this.trial = trial;
    this.own = own;
    this.folder = folder;
  }

  /// Fetches the newest complete checkpoint into the folder, which must not exist or be empty, if it is newer than a step.
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

  /// @return whether all of them were there; if not, the folder is empty again
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
          whole = false; // removed at this moment by a machine that has a newer one
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

  /// Sends what is new if the folder has a newer checkpoint than the shared one.
  ///
  /// @return whether there was one
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

  /// Checkpoints and stored steps are; the others change while the run goes on.
  private static boolean isWrittenOnce(String name) {
    return name.endsWith(".bin");
  }

  /// Files of older lists of its own that the kept ones do not need.
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

  /// Newest first.
  private List<String> lists() throws IOException {
    return shared.list(trial).stream()
        .filter(name -> name.startsWith(START) && name.endsWith(ENDING) && step(name) > 0)
        .sorted(Comparator.comparingLong(CheckpointStore::step).reversed())
        .toList();
  }

  /// The step in the name of a list; 0 if it has none.
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

  /// Empty if it cannot be used.
  private Map<String, Entry> read(String list) throws IOException {
    Map<String, Entry> files = new LinkedHashMap<>();
    List<String> lines;
    try {
      lines = shared.text(at(list)).lines().toList();
    } catch (IOException e) {
      return Map.of(); // removed at this moment
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
    return Map.of(); // it has no end
  }
}
