package org.evenkeel.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.evenkeel.lab.study.TrialParcel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints of one trial from several machines in one folder.
class CheckpointStoreTest {
  @TempDir private Path temp;

  /// A shared folder on this disk that counts what is sent.
  private final class Shared implements SharedFolder {
    private final List<String> put = new ArrayList<>();

    private Path at(String file) {
      return temp.resolve("shared").resolve(file);
    }

    @Override
    public List<String> list(String folder) throws IOException {
      if (!Files.isDirectory(at(folder))) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(at(folder))) {
        return files.map(file -> file.getFileName().toString()).toList();
      }
    }

    @Override
    public long length(String file) throws IOException {
      return Files.exists(at(file)) ? Files.size(at(file)) : -1;
    }

    @Override
    public void put(Path local, String file) throws IOException {
      Files.createDirectories(at(file).getParent());
      Files.copy(local, at(file)); // fails if it is there
      put.add(file);
    }

    @Override
    public void put(String text, String file) throws IOException {
      Files.createDirectories(at(file).getParent());
      assertFalse(Files.exists(at(file)), "nothing is written twice");
      Files.writeString(at(file), text);
    }

    @Override
    public void get(String file, Path local) throws IOException {
      Files.copy(at(file), local);
    }

    @Override
    public String text(String file) throws IOException {
      return Files.readString(at(file));
    }

    @Override
    public void delete(String file) throws IOException {
      Files.deleteIfExists(at(file));
    }

    @Override
    public void deleteFolder(String folder) {
      throw new UnsupportedOperationException();
    }
  }

  private final Shared shared = new Shared();

  private Path machine(String name) throws IOException {
    return Files.createDirectories(temp.resolve(name));
  }

  private CheckpointStore store(String name) throws IOException {
    return new CheckpointStore(shared, "trial", name, machine(name));
  }

  /// As a run does: a checkpoint, the steps stored since, rows that grow, and only the last two checkpoints kept.
  private static void reach(Path folder, long from, long step, long gone) throws IOException {
    Files.writeString(folder.resolve("replay-" + from + "-" + step + ".bin"), from + ".." + step);
    Files.writeString(folder.resolve("checkpoint-" + step + ".bin"), "state at " + step);
    Files.writeString(folder.resolve("metrics.csv"), "rows until " + step);
    Files.deleteIfExists(folder.resolve("checkpoint-" + gone + ".bin"));
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (Path file : TrialParcel.files(folder)) {
      try {
        all.put(file.getFileName().toString(), Files.readString(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all;
  }

  @Test
  void anotherMachineGoesOnFromTheNewest() throws IOException {
    CheckpointStore first = store("first");
    assertEquals(0, first.fetch(0), "there is none yet");
    assertFalse(first.send(), "nothing to send yet");
    reach(machine("first"), 0, 100, 0);
    assertTrue(first.send());
    assertFalse(first.send(), "sent already");
    reach(machine("first"), 100, 200, 0);
    assertTrue(first.send());
    CheckpointStore second = store("second");
    assertEquals(200, second.fetch(0));
    assertEquals(contents(machine("first")), contents(machine("second")));
    // It goes on, and sends only what is new.
    shared.put.clear();
    reach(machine("second"), 200, 350, 100);
    assertTrue(second.send());
    assertEquals(3, shared.put.size(), shared.put.toString());
    assertEquals(350, store("third").fetch(0));
    assertEquals(contents(machine("second")), contents(machine("third")));
  }

  @Test
  void whatIsNewerHereIsNotReplaced() throws IOException {
    reach(machine("first"), 0, 100, 0);
    store("first").send();
    assertEquals(0, store("second").fetch(100));
    assertEquals(Map.of(), contents(machine("second")));
    assertEquals(100, store("third").fetch(99));
  }

  /// Two copies of one trial at the same time, with other moments for their checkpoints.
  @Test
  void twoMachinesAtOnceDoNotDisturbEachOther() throws IOException {
    CheckpointStore a = store("a");
    CheckpointStore b = store("b");
    long before = 0;
    for (long step = 100; step <= 1_000; step += 100) {
      reach(machine("a"), step - 100, step, step - 200);
      a.send();
      reach(machine("b"), before, step + 7, before == 0 ? 0 : before - 100);
      before = step + 7;
      b.send();
      CheckpointStore next = store("next-" + step);
      assertEquals(step + 7, next.fetch(0));
      assertEquals(contents(machine("b")), contents(machine("next-" + step)));
    }
    // Old lists and what only they needed are gone.
    assertEquals(4, shared.list("trial").stream().filter(name -> name.endsWith(".list")).count());
  }

  @Test
  void anIncompleteOneIsPassedOver() throws IOException {
    CheckpointStore first = store("first");
    reach(machine("first"), 0, 100, 0);
    first.send();
    Map<String, String> good = contents(machine("first"));
    reach(machine("first"), 100, 200, 0);
    first.send();
    for (String name : shared.list("trial")) {
      if (name.endsWith("checkpoint-200.bin")) {
        Files.writeString(temp.resolve("shared/trial").resolve(name), "torn");
      }
    }
    Files.writeString(temp.resolve("shared/trial/step-300-x.list"), "7 a b\n");
    Files.writeString(temp.resolve("shared/trial/step-400-x.list"), "7 ../../a ../b\nend\n");
    Files.writeString(temp.resolve("shared/trial/step-many-x.list"), "end\n");
    assertEquals(100, store("second").fetch(0));
    assertEquals(good, contents(machine("second")));
  }
}
