package org.evenkeel.atari;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// The ROMs that tests play: those in the folder that `EVENKEEL_TEST_ROMS` names, else those of the ale-py wheel,
/// fetched once with pip. A test that asks for them is skipped where they are not all there.
final class TestRoms {
  private static final String VARIABLE = "EVENKEEL_TEST_ROMS";
  private static final Path FOLDER = Path.of("target", "test-roms");
  private static boolean complete;
  private static String missing = "";

  private TestRoms() {}

  static synchronized Roms require() {
    String given = System.getenv().getOrDefault(VARIABLE, "");
    Roms roms = new Roms(given.isBlank() ? FOLDER : Path.of(given));
    complete = complete || roms.complete(); // reads all ROMs
    if (missing.isEmpty() && !complete) {
      missing = given.isBlank() ? fetched(roms) : "'" + given + "' does not have all ROMs";
    }
    Assumptions.assumeTrue(
        missing.isEmpty(), () -> "no ROMs to test with (set " + VARIABLE + "): " + missing);
    return roms;
  }

  /// What went wrong, nothing if all are there now.
  private static String fetched(Roms roms) {
    try {
      var _ = new RomInstaller(roms).fetch();
      return roms.complete() ? "" : "the package fetched does not have all of them";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
