package org.evenkeel.atari;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;

/// The ROMs that tests play: those in the folder that `EVENKEEL_TEST_ROMS` names, else those of the ale-py wheel,
/// fetched once by pip. A test that asks for them is skipped where there are none.
final class TestRoms {
  private static final String VARIABLE = "EVENKEEL_TEST_ROMS";
  private static final Path FOLDER = Path.of("target", "test-roms");
  private static final String INSIDE = "ale_py/roms/";
  private static final long PATIENCE_SECONDS = 120;
  private static String missing = "";

  private TestRoms() {}

  static synchronized Roms require() {
    String given = System.getProperty(VARIABLE, System.getenv().getOrDefault(VARIABLE, ""));
    Roms roms = new Roms(given.isEmpty() ? FOLDER : Path.of(given));
    if (given.isEmpty() && missing.isEmpty() && !all(roms)) {
      try {
        fetch();
      } catch (IOException e) {
        missing = "no ROMs to test with (set " + VARIABLE + "): " + e.getMessage();
      }
    }
    Assumptions.assumeTrue(missing.isEmpty(), () -> missing);
    return roms;
  }

  private static boolean all(Roms roms) {
    return Game.all().stream().allMatch(roms::has);
  }

  private static void fetch() throws IOException {
    Path wheel = Files.createDirectories(FOLDER.resolve("wheel"));
    Process pip =
        new ProcessBuilder("pip", "download", "--no-deps", "-d", wheel.toString(), "ale-py==0.12.1")
            .redirectErrorStream(true)
            .redirectOutput(FOLDER.resolve("pip.log").toFile())
            .start();
    try {
      if (!pip.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        pip.destroyForcibly();
        throw new IOException("pip took longer than " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      pip.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (pip.exitValue() != 0) {
      throw new IOException("pip download failed, see " + FOLDER.resolve("pip.log"));
    }
    try (DirectoryStream<Path> wheels = Files.newDirectoryStream(wheel, "*.whl")) {
      for (Path each : wheels) {
        unpack(each);
      }
    }
  }

  private static void unpack(Path wheel) throws IOException {
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      for (Game game : Game.all()) {
        ZipEntry entry = zip.getEntry(INSIDE + game.file());
        if (entry == null) {
          throw new IOException(wheel + " has no " + game.file());
        }
        try (InputStream in = zip.getInputStream(entry)) {
          Files.write(FOLDER.resolve(game.file()), in.readAllBytes());
        }
      }
    }
  }
}
