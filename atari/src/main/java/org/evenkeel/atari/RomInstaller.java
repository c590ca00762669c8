package org.evenkeel.atari;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.AtomicFile;

/// Installs ROMs into a folder: from another folder, from a file, from an `ale-py` wheel, or with pip.
///
/// A ROM is recognized by its MD5, whatever its file is called. All ROMs are found and checked before the first is
/// written. Each is written under another name, forced to disk and renamed, so that a file under its final name is
/// complete.
public final class RomInstaller {
  private final Roms roms;
  private final List<Game> games;

  /// Creates an installer for the ROMs of all games.
  public RomInstaller(Roms roms) {
    this(roms, Game.all());
  }

  /// Creates an installer for the ROMs of given games.
  RomInstaller(Roms roms, List<Game> games) {
    this.roms = roms;
    this.games = List.copyOf(games);
  }

  /// The result of an installation.
  ///
  /// @param installed games that had no ROM and have one now
  /// @param present games whose correct ROM was already installed
  /// @param replaced games whose wrong file was replaced by the correct ROM
  /// @param missing games that still have no correct ROM
  public record Result(
      List<Game> installed, List<Game> present, List<Game> replaced, List<Game> missing) {
    public Result {
      installed = List.copyOf(installed);
      present = List.copyOf(present);
      replaced = List.copyOf(replaced);
      missing = List.copyOf(missing);
    }
  }

  /// Installs all ROMs found in a place.
  ///
  /// @param source a folder, searched with its subfolders; the file of a ROM; or a zip archive, such as a wheel
  /// @throws IllegalArgumentException if it is none of these, or contains no ROM
  /// @throws IOException if it cannot be read, or the ROMs cannot be written
  public Result install(Path source) throws IOException {
    return write(new RomSource(games).find(source));
  }

  /// Downloads the `ale-py` wheel with pip and installs the ROMs in it. Nothing is downloaded if all are installed.
  ///
  /// @throws IOException if there is no pip, if pip fails, or if the ROMs cannot be written
  public Result fetch() throws IOException {
    return fetch(new Pip());
  }

  /// Downloads and installs the ROMs as the public method does, with a given pip.
  Result fetch(Pip pip) throws IOException {
    if (games.stream().allMatch(game -> roms.state(game) == Roms.State.CHECKED)) {
      return write(Map.of());
    }
    makeFolder(); // before the download, which would be wasted if this fails
    return pip.download(this::install);
  }

  private Result write(Map<Game, byte[]> found) throws IOException {
    List<Game> installed = new ArrayList<>();
    List<Game> present = new ArrayList<>();
    List<Game> replaced = new ArrayList<>();
    List<Game> missing = new ArrayList<>();
    for (Game game : games) {
      byte[] content = found.get(game);
      Roms.State state = roms.state(game);
      if (state == Roms.State.CHECKED) {
        present.add(game);
      } else if (content == null) {
        missing.add(game);
      } else {
        makeFolder();
        write(roms.path(game), content);
        (state == Roms.State.WRONG ? replaced : installed).add(game);
      }
    }
    return new Result(installed, present, replaced, missing);
  }

  private void makeFolder() throws IOException {
    try {
      Files.createDirectories(roms.folder());
    } catch (IOException e) {
      throw unwritable(e);
    }
    if (!Files.isWritable(roms.folder())) {
      throw unwritable(new AccessDeniedException(roms.folder().toString()));
    }
  }

  private void write(Path file, byte[] content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(
          "'%s' must be a ROM file, but is a folder: move it out of the way".formatted(file));
    }
    try {
      AtomicFile.writeShared(file, out -> out.write(content)); // two installations at once are fine
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private IOException unwritable(IOException e) {
    return new IOException(
        "ROMs cannot be written to '%s' (%s): set %s to a writable folder"
            .formatted(roms.folder(), reason(e), Roms.VARIABLE),
        e);
  }

  /// Returns the reason why a file could not be read or written, without the file's name.
  static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or folder";
      case FileAlreadyExistsException _ -> "a file with that name exists";
      case FileSystemException f when f.getReason() != null -> f.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
