package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialParcelTest {
  @TempDir private Path folder;

  private static TrialParcel parcel(String name, String content) {
    return new TrialParcel(null, Map.of(name, content.getBytes(UTF_8)));
  }

  @Test
  void aFolderArrivesAsItIsWithoutItsLock() throws IOException {
    Path from = Files.createDirectory(folder.resolve("from"));
    Files.writeString(from.resolve("a.csv"), "1");
    Files.write(from.resolve("b.bin"), new byte[] {0, -1, 7});
    Files.writeString(from.resolve("lock"), "123");
    Files.writeString(from.resolve("c.next"), "half");
    TrialParcel sent = TrialParcel.of(null, from);
    assertEquals(4, sent.bytes());
    assertEquals(4, TrialParcel.bytes(from));
    sent.unpack(folder.resolve("to"));
    assertEquals("1", Files.readString(folder.resolve("to/a.csv")));
    assertArrayEquals(new byte[] {0, -1, 7}, Files.readAllBytes(folder.resolve("to/b.bin")));
    assertFalse(Files.exists(folder.resolve("to/lock")));
    assertFalse(Files.exists(folder.resolve("to/c.next")));
  }

  /// A machine of a cluster must not write anywhere else.
  @ParameterizedTest
  @ValueSource(strings = {"../outside", "/tmp/outside", "below/it", "..", ".", "lock"})
  void namesThatLeadElsewhereAreRefused(String name) {
    Path to = folder.resolve("to");
    assertThrows(IOException.class, () -> parcel(name, "x").unpack(to));
    assertFalse(Files.exists(folder.resolve("outside")));
  }

  /// A trial that says of a folder what it is told to.
  private record Owner(boolean own) implements Trial {
    @Override
    public String name() {
      return "trial";
    }

    @Override
    public String describe() {
      return "trial";
    }

    @Override
    public double work() {
      return 1;
    }

    @Override
    public boolean isOwn(Path there) {
      return own;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      return Map.of();
    }
  }

  @Test
  void whatTheFolderHadOfTheTrialIsReplaced() throws IOException {
    Path to = Files.createDirectory(folder.resolve("to"));
    Files.writeString(to.resolve("checkpoint"), "old");
    assertEquals(null, parcel("policy", "new").replace(new Owner(true), to));
    assertEquals("new", Files.readString(to.resolve("policy")));
    assertFalse(Files.exists(to.resolve("checkpoint")));
    try (Stream<Path> entries = Files.list(folder)) {
      assertEquals(List.of(to), entries.toList(), "nothing is left beside it");
    }
  }

  @Test
  void somethingElseIsMovedAside() throws IOException {
    Path to = Files.createDirectory(folder.resolve("to"));
    Files.writeString(to.resolve("mine"), "days of work");
    Path aside = parcel("policy", "new").replace(new Owner(false), to);
    assertEquals(folder.resolve("to-before-1"), aside);
    assertEquals("days of work", Files.readString(aside.resolve("mine")));
    assertEquals("new", Files.readString(to.resolve("policy")));
  }

  /// What a process that was killed left half unpacked does not matter.
  @Test
  void aParcelThatWasHalfUnpackedIsUnpackedAgain() throws IOException {
    Path half = Files.createDirectory(folder.resolve("to.arriving"));
    Files.writeString(half.resolve("part"), "half");
    assertEquals(null, parcel("policy", "new").replace(new Owner(false), folder.resolve("to")));
    assertFalse(Files.exists(folder.resolve("to/part")));
    assertFalse(Files.exists(half));
    assertTrue(Files.exists(folder.resolve("to/policy")));
  }

  @Test
  void aTrialWithoutAFolderGetsNone() throws IOException {
    assertEquals(
        null, new TrialParcel(null, Map.of()).replace(new Owner(false), folder.resolve("to")));
    assertFalse(Files.exists(folder.resolve("to")));
  }
}
