package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.evenkeel.atari.Game;
import org.evenkeel.atari.Roms;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `roms` as a user types it.
final class RomsCommandTest {
  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("data/roms");
  }

  /// A command whose ROMs are in a folder of this test, not in the user's.
  private Typed run(Object... args) {
    CommandLine evenkeel = Main.commandLine();
    RomsCommand roms = evenkeel.getSubcommands().get("roms").getCommand();
    roms.roms = () -> new Roms(folder());
    return Typed.run(evenkeel, args);
  }

  private void refused(int code, String sentence, Object from) throws IOException {
    var before = Typed.files(parent);
    run("roms", "install", "--from", from).refused(code, "roms install", sentence);
    assertEquals(before, Typed.files(parent), "something was written or lost");
  }

  /// The ROMs that the tests are given, where there are any.
  private static Path realRoms() {
    String given = System.getenv().getOrDefault("EVENKEEL_TEST_ROMS", "");
    assumeTrue(!given.isBlank() && new Roms(Path.of(given)).complete(), "no ROMs to test with");
    return Path.of(given);
  }

  @Test
  void withoutACommandItSaysWhatThereIs() {
    Typed typed = run("roms");
    assertEquals(0, typed.code());
    assertTrue(typed.out().startsWith("Usage: evenkeel roms"), typed.out());
    assertTrue(typed.out().contains("EVENKEEL_ROMS"), typed.out());
    run("roms", "instal").refused(2, "roms", "unknown command 'instal'; did you mean 'install'?");
  }

  @Test
  void theListHasAllGamesInATableThatFitsAScreen() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("breakout.bin"), "wrong");
    Typed typed = run("roms", "list");
    assertEquals("", typed.err());
    assertEquals(0, typed.code());
    List<String> lines = typed.out().lines().toList();
    assertEquals(30, lines.size());
    for (String line : lines.subList(0, 26)) {
      assertTrue(line.length() <= 80, line);
    }
    String words = " " + typed.out().replaceAll("\\s+", " ");
    for (Game game : Game.all()) {
      String mark = game.id().equals("breakout") ? "!" : "-";
      assertTrue(words.contains(" " + mark + " " + game.id() + " "), game.id());
    }
    assertEquals(
        """
        folder       %s
        games        104: + 0 with a ROM, - 103 without, ! 1 with a wrong file
        'evenkeel roms install' downloads and checks the ROMs
        """
            .formatted(folder()),
        String.join("\n", lines.subList(27, 30)) + "\n");
  }

  @Test
  void whatGoesWrongIsOneSentence() throws IOException {
    String wanted =
        ": --from accepts a folder with ROMs, a ROM file, or a zip archive such as an ale-py wheel";
    Path missing = parent.resolve("missing");
    refused(2, "'" + missing + "' does not exist" + wanted, missing);
    Path empty = Files.createDirectory(parent.resolve("empty"));
    refused(
        2,
        "there is no ROM of a supported game in '%s': 'evenkeel roms list' shows the games"
            .formatted(empty),
        empty);
    Path text = Files.writeString(parent.resolve("notes.txt"), "five!");
    refused(
        2,
        "'%s' is not the ROM of a supported game, none of which has 5 bytes".formatted(text)
            + wanted,
        text);
    Path torn = Files.writeString(parent.resolve("torn.whl"), "PK\u0003\u0004 and no more");
    refused(
        1,
        "'%s' is not a complete zip archive (zip END header not found): download it again"
            .formatted(torn),
        torn);
    Path zip = parent.resolve("other.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("breakout.bin"));
      out.write(new byte[2048]);
    }
    refused(
        2,
        "there is no ROM of a supported game in '%s': the wheel of ale-py==0.12.1 has them"
            .formatted(zip),
        zip);
  }

  @Test
  void realRomsAreInstalledAndWrongOnesReplaced() throws IOException {
    Path source = realRoms();
    Typed one = run("roms", "install", "--from", source.resolve("breakout.bin"));
    assertEquals("", one.err());
    assertEquals(
        """
        folder       %s
        installed    1 ROM
        missing      103 ROMs: adventure, air_raid, alien, amidar, assault, asterix, asteroids, atlantis and 95 more (evenkeel roms list)
        """
            .formatted(folder()),
        one.out());
    Files.writeString(folder().resolve("pong.bin"), "wrong");
    assertEquals(
        """
        folder       %s
        installed    102 ROMs (already installed: 1 ROM)
        replaced     the wrong files of pong
        """
            .formatted(folder()),
        run("roms", "install", "--from", source).out());
    String list = run("roms", "list").out();
    assertTrue(list.endsWith("\ngames        104: + 104 with a ROM, - 0 without\n"), list);
    Typed again = run("roms", "install");
    assertEquals("", again.err(), "nothing is fetched");
    assertTrue(
        again.out().endsWith("installed    0 ROMs (already installed: 104 ROMs)\n"), again.out());
  }

  @Test
  void aFolderThatCannotBeWrittenToIsOneSentence() throws IOException {
    Path source = realRoms();
    Files.writeString(parent.resolve("data"), "a file");
    Typed typed = run("roms", "install", "--from", source);
    assertEquals(1, typed.code());
    assertEquals("", typed.out());
    assertTrue(
        typed
            .err()
            .matches(
                "ROMs cannot be written to '.*' \\(.*\\): set EVENKEEL_ROMS to a writable folder\n"),
        typed.err());
  }

  @Test
  void environmentsListFamiliesAsOneLineEach() {
    Typed typed = run("envs");
    assertEquals(0, typed.code());
    assertTrue(typed.out().contains("\ncorridor "), typed.out());
    long atari = typed.out().lines().filter(line -> line.startsWith("atari/GAME ")).count();
    boolean known =
        Environments.families().stream().anyMatch(family -> family.id().equals("atari"));
    assertEquals(known ? 1 : 0, atari);
    assertEquals(known, typed.out().contains("\natari/adventure:actions=minimal,"));
  }
}
