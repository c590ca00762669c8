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
/// The emulator ends the whole process if it does not accept a ROM. So the MD5 of a ROM is checked each time before the
/// emulator loads it ([#require]).
///
/// @param folder need not exist
public record Roms(Path folder) {
  /// The environment variable that names the folder.
  public static final String VARIABLE = "EVENKEEL_ROMS";

  /// The user's folder: `EVENKEEL_ROMS`, else `evenkeel/roms` in the user's data folder.
  public static Roms ofUser() {
    return of(System.getenv(), System.getProperty("user.home", "."));
  }

  /// As [#ofUser], for these environment variables and this home.
  static Roms of(Map<String, String> variables, String home) {
    String chosen = variables.getOrDefault(VARIABLE, "");
    if (!chosen.isBlank()) {
      return new Roms(Path.of(chosen));
    }
    return new Roms(dataFolder(variables, home).resolve("roms"));
  }

  /// Evenkeel's folder in the user's data folder.
  static Path dataFolder(Map<String, String> variables, String home) {
    String data = variables.getOrDefault("XDG_DATA_HOME", "");
    // The XDG rules: a path that is not absolute is to be ignored.
    Path base =
        !data.isBlank() && Path.of(data).isAbsolute()
            ? Path.of(data)
            : Path.of(home, ".local", "share");
    return base.resolve("evenkeel");
  }

  /// The file of a game's ROM, whether it exists or not.
  public Path path(Game game) {
    return folder.resolve(game.file());
  }

  /// Whether a game has a file; its content is not checked.
  public boolean has(Game game) {
    return Files.isRegularFile(path(game));
  }

  /// The state of a game's file.
  public enum State {
    /// There is no file.
    MISSING,
    /// The right ROM.
    CHECKED,
    /// The file is not the right ROM, or cannot be read.
    WRONG
  }

  /// The state of a game's file, with its content checked.
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
      return State.WRONG; // what cannot be read cannot be played
    }
  }

  /// Whether the right ROM of every game is installed.
  public boolean complete() {
    return Game.all().stream().allMatch(game -> state(game) == State.CHECKED);
  }

  /// The ROM of a game, with its content checked.
  ///
  /// @throws IllegalArgumentException with a sentence that says what to do
  public Path require(Game game) {
    Path file = path(game);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "atari/%s needs its ROM, and there is no '%s': %s"
              .formatted(game.id(), file, howToInstall()));
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "the ROM of %s must be a file, but '%s' is none: %s"
              .formatted(game.id(), file, howToInstall()));
    }
    try {
      long size = Files.size(file);
      String md5 = size == game.bytes() ? md5(Files.readAllBytes(file)) : "";
      if (!md5.equals(game.md5())) {
        throw new IllegalArgumentException(
            "'%s' is not the ROM of %s: it must have %d bytes and the MD5 %s, has %d bytes%s; %s"
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
    return "'" + Shell.command("roms", "install") + "' fetches and checks the ROMs";
  }

  static String md5(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
