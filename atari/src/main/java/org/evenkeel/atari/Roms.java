package org.evenkeel.atari;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.evenkeel.core.internal.Shell;

/// The folder with the ROMs, one file `GAME.bin` for each game.
///
/// The emulator ends the entire process if it does not accept a ROM. Therefore the MD5 of a ROM is checked every time
/// before the emulator loads it ([#require]).
///
/// @param folder the folder; it need not exist
public record Roms(Path folder) {
  /// The environment variable that names the folder.
  public static final String VARIABLE = "EVENKEEL_ROMS";

  /// Returns the user's folder: `EVENKEEL_ROMS` if set, otherwise `evenkeel/roms` in the user's data folder.
  public static Roms ofUser() {
    return of(System.getenv(), System.getProperty("user.home", "."));
  }

  /// Returns the folder as [#ofUser] does, for the given environment variables and home folder.
  static Roms of(Map<String, String> variables, String home) {
    String chosen = variables.getOrDefault(VARIABLE, "");
    if (!chosen.isBlank()) {
      return new Roms(Path.of(chosen));
    }
    return new Roms(dataFolder(variables, home).resolve("roms"));
  }

  /// Returns Evenkeel's folder in the user's data folder.
  static Path dataFolder(Map<String, String> variables, String home) {
    String data = variables.getOrDefault("XDG_DATA_HOME", "");
    // XDG rule: a path that is not absolute must be ignored.
    Path base =
        !data.isBlank() && Path.of(data).isAbsolute()
            ? Path.of(data)
            : Path.of(home, ".local", "share");
    return base.resolve("evenkeel");
  }

  /// Returns the file of a game's ROM, whether it exists or not.
  public Path path(Game game) {
    return folder.resolve(game.file());
  }

  /// Returns whether a game has a file. Its content is not checked.
  public boolean has(Game game) {
    return Files.isRegularFile(path(game));
  }

  /// The state of a game's file.
  public enum State {
    /// There is no file.
    MISSING,
    /// The file is the correct ROM.
    CHECKED,
    /// The file is not the correct ROM, or cannot be read.
    WRONG
  }

  /// Checks the content of a game's file and returns its state.
  public State state(Game game) {
    Path file = path(game);
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return State.MISSING;
    }
    try {
      boolean right =
          Files.isRegularFile(file)
              && Files.size(file) == game.bytes()
              && md5(Files.readAllBytes(file)).equals(game.md5());
      return right ? State.CHECKED : State.WRONG;
    } catch (IOException e) {
      return State.WRONG; // a file that cannot be read cannot be played
    }
  }

  /// Returns whether the correct ROM of every game is installed.
  public boolean complete() {
    return Game.all().stream().allMatch(game -> state(game) == State.CHECKED);
  }

  /// Returns the ROM of a game after checking its content.
  ///
  /// @throws IllegalArgumentException if it is missing or wrong; the message says what to do
  public Path require(Game game) {
    Path file = path(game);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "atari/%s needs its ROM, but '%s' does not exist: %s"
              .formatted(game.id(), file, howToInstall()));
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "the ROM of %s must be a file, but '%s' is not: %s"
              .formatted(game.id(), file, howToInstall()));
    }
    try {
      long size = Files.size(file);
      String md5 = size == game.bytes() ? md5(Files.readAllBytes(file)) : "";
      if (!md5.equals(game.md5())) {
        throw new IllegalArgumentException(
            "'%s' is not the ROM of %s: it must have %d bytes and the MD5 %s, but has %d bytes%s; %s"
                .formatted(
                    file,
                    game.id(),
                    game.bytes(),
                    game.md5(),
                    size,
                    md5.isEmpty() ? "" : " and " + md5,
                    howToInstall()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the ROM of %s cannot be read: %s".formatted(game.id(), e), e);
    }
    return file;
  }

  private static String howToInstall() {
    return "'" + Shell.command("roms", "install") + "' downloads and checks the ROMs";
  }

  static String md5(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
