package org.evenkeel.atari;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bringing ROMs into a folder. The games here are made up, so that there is a ROM of each.
final class RomInstallerTest {
  private static final byte[] PONG = content(1, 2048);
  private static final byte[] TENNIS = content(2, 4096);
  private static final byte[] QBERT = content(3, 8192);
  private static final List<Game> GAMES =
      List.of(game("pong", PONG), game("qbert", QBERT), game("tennis", TENNIS));
  private static final Game PADDLES = GAMES.get(0);
  private static final Game CUBES = GAMES.get(1);
  private static final Game RACKETS = GAMES.get(2);

  @TempDir private Path parent;

  private static byte[] content(long seed, int bytes) {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return content;
  }

  private static Game game(String word, byte[] content) {
    return new Game(word, Roms.md5(content), content.length, 4);
  }

  private Roms roms() {
    return new Roms(parent.resolve("data/roms"));
  }

  private RomInstaller installer() {
    return new RomInstaller(roms(), GAMES);
  }

  private Path file(String name, byte[] content) throws IOException {
    Path file = parent.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private Path zip(String name, Map<String, byte[]> entries) throws IOException {
    Path file = parent.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }

  private Map<String, byte[]> wheelEntries() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("ale_py/__init__.py", "import os".getBytes(UTF_8));
    entries.put("ale_py/roms/pong.bin", PONG);
    entries.put("ale_py/roms/../../../../tennis.bin", TENNIS);
    entries.put("ale_py/roms/something.bin", QBERT);
    entries.put("ale_py/libale.so", content(9, 4096));
    return entries;
  }

  /// What is in the folder of ROMs; nothing else may be left in it.
  private List<String> installedFiles() throws IOException {
    if (Files.notExists(roms().folder())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(roms().folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void assertAllInstalled() throws IOException {
    assertEquals(List.of("pong.bin", "qbert.bin", "tennis.bin"), installedFiles());
    assertArrayEquals(PONG, Files.readAllBytes(roms().path(PADDLES)));
    assertArrayEquals(QBERT, Files.readAllBytes(roms().path(CUBES)));
    assertArrayEquals(TENNIS, Files.readAllBytes(roms().path(RACKETS)));
  }

  private void refused(String sentence, Path source) throws IOException {
    List<String> before = installedFiles();
    Exception e = assertThrows(Exception.class, () -> installer().install(source));
    assertTrue(e instanceof IllegalArgumentException, e::toString);
    assertEquals(sentence, e.getMessage());
    assertEquals(before, installedFiles());
  }

  private void failed(String sentence, Path source) throws IOException {
    List<String> before = installedFiles();
    IOException e = assertThrows(IOException.class, () -> installer().install(source));
    assertEquals(sentence, e.getMessage());
    assertEquals(before, installedFiles());
  }

  @Test
  void aFolderIsSearchedForContentWhateverTheNames() throws IOException {
    file("mine/Pong (1977) [!].a26", PONG);
    file("mine/deep/er/x", TENNIS);
    file("mine/deep/qbert.bin", content(4, 8192));
    file("mine/film.mkv", content(5, 100_000));
    RomInstaller.Result result = installer().install(parent.resolve("mine"));
    assertEquals(
        new RomInstaller.Result(List.of(PADDLES, RACKETS), List.of(), List.of(), List.of(CUBES)),
        result);
    assertEquals(List.of("pong.bin", "tennis.bin"), installedFiles());
    assertArrayEquals(PONG, Files.readAllBytes(roms().path(PADDLES)));
  }

  @Test
  void rightFilesAreLeftAndWrongOnesReplaced() throws IOException {
    file("data/roms/pong.bin", PONG);
    file("data/roms/tennis.bin", content(6, 4096));
    file("data/roms/notes.txt", new byte[] {1});
    var before = Files.getLastModifiedTime(roms().path(PADDLES));
    RomInstaller.Result result = installer().install(zip("a.whl", wheelEntries()));
    assertEquals(
        new RomInstaller.Result(List.of(CUBES), List.of(PADDLES), List.of(RACKETS), List.of()),
        result);
    assertEquals(before, Files.getLastModifiedTime(roms().path(PADDLES)));
    assertEquals(List.of("notes.txt", "pong.bin", "qbert.bin", "tennis.bin"), installedFiles());
    assertArrayEquals(TENNIS, Files.readAllBytes(roms().path(RACKETS)));
  }

  @Test
  void oneFileIsEnough() throws IOException {
    RomInstaller.Result result = installer().install(file("whatever.rom", TENNIS));
    assertEquals(List.of(RACKETS), result.installed());
    assertEquals(List.of(PADDLES, CUBES), result.missing());
    assertEquals(List.of("tennis.bin"), installedFiles());
  }

  @Test
  void anArchiveIsKnownByItsContentAndItsPathsAreNotFollowed() throws IOException {
    RomInstaller.Result result = installer().install(zip("download", wheelEntries()));
    assertEquals(GAMES, result.installed());
    assertAllInstalled();
    try (Stream<Path> all = Files.walk(parent)) {
      assertEquals(4, all.filter(Files::isRegularFile).count(), "the archive and three ROMs");
    }
  }

  @Test
  void aTruncatedOrDamagedArchiveIsOneSentence() throws IOException {
    byte[] whole = Files.readAllBytes(zip("whole.whl", wheelEntries()));
    Path cut = file("cut.whl", Arrays.copyOf(whole, whole.length / 2));
    failed(
        "'%s' is not a complete zip archive (zip END header not found): download it again"
            .formatted(cut),
        cut);
    Path text = file("page.whl", "<html>404</html>".getBytes(UTF_8));
    failed(
        "'%s' is not a complete zip archive (zip END header not found): download it again"
            .formatted(text),
        text);
    Path empty = file("empty.zip", new byte[0]);
    failed(
        "'%s' is not a complete zip archive (zip file is empty): download it again"
            .formatted(empty),
        empty);
  }

  @Test
  void anEntryWithAWrongChecksumIsOneSentence() throws IOException {
    Path stored = parent.resolve("stored.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(stored))) {
      ZipEntry entry = new ZipEntry("roms/pong.bin");
      CRC32 sum = new CRC32();
      sum.update(PONG);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(PONG.length);
      entry.setCrc(sum.getValue());
      zip.putNextEntry(entry);
      zip.write(PONG);
    }
    assertEquals(List.of(PADDLES), installer().install(stored).installed());
    byte[] bytes = Files.readAllBytes(stored);
    bytes[1_000] ^= 1;
    Path damaged = file("damaged.zip", bytes);
    failed(
        "'%s' is not a complete zip archive (the checksum of roms/pong.bin is wrong): download it again"
            .formatted(damaged),
        damaged);
  }

  @Test
  void whatHasNotTheSizeOfARomIsNotRead() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("bomb", new byte[50_000_000]);
    entries.put("pong", PONG);
    byte[] bytes = Files.readAllBytes(zip("bomb.zip", entries));
    // The data of the first entry is damaged: reading it would fail.
    for (int i = 40; i < 400; i++) {
      bytes[i] = (byte) 0xff;
    }
    assertEquals(List.of(PADDLES), installer().install(file("bomb.zip", bytes)).installed());
  }

  @Test
  void anEntryThatClaimsToBeSmallerIsNoRom() throws IOException {
    byte[] bytes = Files.readAllBytes(zip("liar.zip", Map.of("pong.bin", new byte[9_000_000])));
    int directory = bytes.length - 22 - 46 - "pong.bin".length();
    assertEquals('P', bytes[directory]);
    // The size in the directory, 24 bytes into its entry: 2048.
    System.arraycopy(new byte[] {0, 8, 0, 0}, 0, bytes, directory + 24, 4);
    Path liar = file("liar.zip", bytes);
    Exception e = assertThrows(Exception.class, () -> installer().install(liar));
    assertTrue(
        e.getMessage().startsWith("'" + liar + "' is not a complete zip archive ("), e::toString);
    assertEquals(List.of(), installedFiles());
  }

  @Test
  void tooManyFilesAreRefused() throws IOException {
    Path zip = zip("many.zip", wheelEntries());
    assertEquals(
        "'%s' has 5 entries, more than the limit of 4: --from accepts a folder with ROMs, a ROM file, or a zip archive such as an ale-py wheel"
            .formatted(zip),
        assertThrows(IllegalArgumentException.class, () -> new RomSource(GAMES, 4).find(zip))
            .getMessage());
    assertEquals(3, new RomSource(GAMES, 5).find(zip).size());
    for (int i = 0; i < 5; i++) {
      file("mine/" + i, new byte[i]);
    }
    Path mine = parent.resolve("mine");
    assertEquals(
        "'%s' has more than 4 files: give --from the folder that contains the ROMs".formatted(mine),
        assertThrows(IllegalArgumentException.class, () -> new RomSource(GAMES, 4).find(mine))
            .getMessage());
    file("mine/0", TENNIS);
    assertEquals(Set.of(RACKETS), new RomSource(GAMES, 5).find(mine).keySet());
  }

  @Test
  void whatIsNoSourceOfRomsIsRefused() throws IOException {
    String wanted =
        ": --from accepts a folder with ROMs, a ROM file, or a zip archive such as an ale-py wheel";
    Path missing = parent.resolve("missing");
    refused("'" + missing + "' does not exist" + wanted, missing);
    Path small = file("small.bin", new byte[] {1, 2, 3});
    refused(
        "'" + small + "' is not the ROM of a supported game, none of which has 3 bytes" + wanted,
        small);
    byte[] content = content(7, 2048);
    Path other = file("pong.bin", content);
    refused(
        "'"
            + other
            + "' is not the ROM of a supported game, none of which has the MD5 "
            + Roms.md5(content)
            + wanted,
        other);
    Path zip = zip("other.zip", Map.of("a.txt", new byte[3]));
    refused(
        "there is no ROM of a supported game in '%s': the wheel of ale-py==0.12.1 has them"
            .formatted(zip),
        zip);
    Path folder = Files.createDirectory(parent.resolve("folder"));
    refused(
        "there is no ROM of a supported game in '%s': 'evenkeel roms list' shows the games"
            .formatted(folder),
        folder);
    Path wheel = file("folder/in/a.whl", new byte[3]);
    refused(
        "there is no ROM in '%s', but there is an archive: try --from %s".formatted(folder, wheel),
        folder);
  }

  @Test
  void linksInACircleDoNotMatter() throws IOException {
    file("mine/a/tennis", TENNIS);
    try {
      Files.createSymbolicLink(parent.resolve("mine/a/b"), parent.resolve("mine"));
    } catch (UnsupportedOperationException | IOException e) {
      assumeTrue(false, "no links here");
    }
    assertEquals(List.of(RACKETS), installer().install(parent.resolve("mine")).installed());
  }

  @Test
  void aFolderThatCannotBeWrittenToIsOneSentence() throws IOException {
    file("data", new byte[1]);
    Path source = file("mine/tennis", TENNIS);
    IOException e = assertThrows(IOException.class, () -> installer().install(source));
    assertTrue(
        e.getMessage().startsWith("ROMs cannot be written to '" + roms().folder() + "' ("),
        e::toString);
    assertTrue(e.getMessage().endsWith("): set EVENKEEL_ROMS to a writable folder"), e::toString);
  }

  @Test
  void aFolderUnderTheNameOfARomIsOneSentence() throws IOException {
    Files.createDirectories(roms().path(RACKETS));
    Path source = file("mine/tennis", TENNIS);
    assertEquals(Roms.State.WRONG, roms().state(RACKETS));
    failed(
        "'%s' must be a ROM file, but is a folder: move it out of the way"
            .formatted(roms().path(RACKETS)),
        source);
  }

  @Test
  void theStateOfARomIsThatOfItsContent() throws IOException {
    assertEquals(Roms.State.MISSING, roms().state(PADDLES));
    file("data/roms/pong.bin", PONG);
    assertEquals(Roms.State.CHECKED, roms().state(PADDLES));
    file("data/roms/pong.bin", content(8, 2048));
    assertEquals(Roms.State.WRONG, roms().state(PADDLES));
    file("data/roms/pong.bin", new byte[0]);
    assertEquals(Roms.State.WRONG, roms().state(PADDLES));
  }

  /// All ROMs, where the tests are given some.
  @Test
  void theRomsOfAllGamesAreKnown() throws IOException {
    RomInstaller.Result result = new RomInstaller(roms()).install(TestRoms.require().folder());
    assertEquals(List.of(), result.missing());
    assertEquals(Game.all(), result.installed());
    for (Game game : Game.all()) {
      assertEquals(roms().path(game), roms().require(game));
    }
    assertEquals(Game.all(), new RomInstaller(roms()).fetch().present());
  }
}
