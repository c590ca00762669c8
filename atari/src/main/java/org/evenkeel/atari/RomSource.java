package org.evenkeel.atari;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.core.internal.Shell;
import org.jspecify.annotations.Nullable;

/// Finds ROMs by their content. Files that do not have the size of a ROM are not read, so that a folder of films or a
/// zip bomb costs nothing.
final class RomSource {
  /// The depth to which folders are searched; a collection has a few levels.
  private static final int DEEPEST = 8;

  /// The limit on the files of a folder and the entries of an archive. A wheel has a few hundred.
  private static final int MOST_FILES = 100_000;

  private static final String WANTED =
      "--from accepts a folder with ROMs, a ROM file, or a zip archive such as an ale-py wheel";

  private final Map<String, Game> byMd5 = new HashMap<>();
  private final Map<Game, byte[]> found = new HashMap<>();
  private final int largest;

  private final int mostFiles;

  RomSource(List<Game> games) {
    this(games, MOST_FILES);
  }

  /// Creates a source of the ROMs of given games, with a limit on files.
  RomSource(List<Game> games, int mostFiles) {
    this.mostFiles = mostFiles;
    games.forEach(game -> byMd5.put(game.md5(), game));
    largest = games.stream().mapToInt(Game::bytes).max().orElse(0);
  }

  /// Returns the ROMs in a folder, a file or an archive; at least one.
  Map<Game, byte[]> find(Path source) throws IOException {
    if (!Files.exists(source)) {
      throw new RefusedException("'%s' does not exist: %s".formatted(source, WANTED));
    }
    try {
      if (Files.isDirectory(source)) {
        folder(source);
      } else if (!Files.isRegularFile(source)) {
        throw new RefusedException(
            "'%s' is neither a file nor a folder: %s".formatted(source, WANTED));
      } else if (isArchive(source)) {
        archive(source);
      } else {
        file(source);
      }
    } catch (FileSystemException e) {
      throw new IOException(
          "'%s' cannot be read: %s".formatted(e.getFile(), RomInstaller.reason(e)), e);
    }
    return Map.copyOf(found);
  }

  private boolean hasSize(long bytes) {
    return byMd5.values().stream().anyMatch(game -> game.bytes() == bytes);
  }

  /// Keeps the content of a ROM and returns its game; null if it is not a ROM.
  private @Nullable Game take(byte[] content) {
    Game game = byMd5.get(Roms.md5(content));
    if (game != null) {
      found.putIfAbsent(game, content);
    }
    return game;
  }

  private void folder(Path folder) throws IOException {
    Search search = new Search(folder);
    Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), DEEPEST, search);
    if (search.files > mostFiles) {
      throw new RefusedException(
          String.format(
              Locale.ROOT,
              "'%s' has more than %,d files: give --from the folder that contains the ROMs",
              folder,
              mostFiles));
    }
    if (found.isEmpty()) {
      Path archive = search.archive;
      throw new RefusedException(
          archive == null
              ? "there is no ROM of a supported game in '%s': '%s' shows the games"
                  .formatted(folder, Shell.command("roms", "list"))
              : "there is no ROM in '%s', but there is an archive: try --from %s"
                  .formatted(folder, Shell.quote(archive.toString())));
    }
  }

  /// Searches a folder until all games are found.
  private final class Search extends SimpleFileVisitor<Path> {
    private final Path start;
    private int files;
    private @Nullable Path archive;

    Search(Path start) {
      this.start = start;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (++files > mostFiles) {
        return FileVisitResult.TERMINATE;
      }
      if (archive == null && isNamedAsArchive(file)) {
        archive = file;
      }
      if (attributes.isRegularFile() && hasSize(attributes.size()) && Files.isReadable(file)) {
        take(bytes(file));
      }
      return found.size() == byMd5.size() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    /// Skips files that cannot be read, and circular links.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (file.equals(start)) {
        throw e;
      }
      return FileVisitResult.CONTINUE;
    }

    /// Continues even if reading a folder failed midway.
    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  /// Reads a file, but no more than the size of a ROM, in case the file grows meanwhile.
  private byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(largest + 1);
    }
  }

  private void file(Path file) throws IOException {
    long size = Files.size(file);
    if (!hasSize(size)) {
      throw new RefusedException(
          "'%s' is not the ROM of a supported game, none of which has %d bytes: %s"
              .formatted(file, size, WANTED));
    }
    byte[] content = bytes(file);
    if (take(content) == null) {
      throw new RefusedException(
          "'%s' is not the ROM of a supported game, none of which has the MD5 %s: %s"
              .formatted(file, Roms.md5(content), WANTED));
    }
  }

  /// Returns whether a file is an archive, by its first bytes or by its name. The name counts so that a damaged archive is
  /// not reported as a wrong ROM.
  private static boolean isArchive(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(2);
      return isNamedAsArchive(file) || Arrays.equals(start, new byte[] {'P', 'K'});
    }
  }

  private static boolean isNamedAsArchive(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".whl") || name.endsWith(".zip");
  }

  private void archive(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (zip.size() > mostFiles) {
        throw new RefusedException(
            String.format(
                Locale.ROOT,
                "'%s' has %,d entries, more than the limit of %,d: %s",
                file,
                zip.size(),
                mostFiles,
                WANTED));
      }
      Iterator<? extends ZipEntry> entries = zip.entries().asIterator();
      while (entries.hasNext()) {
        entry(zip, entries.next());
      }
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "'%s' is not a complete zip archive (%s): download it again"
              .formatted(file, RomInstaller.reason(e)),
          e);
    }
    if (found.isEmpty()) {
      throw new RefusedException(
          "there is no ROM of a supported game in '%s': the wheel of %s has them"
              .formatted(file, Pip.WANTED));
    }
  }

  private void entry(ZipFile zip, ZipEntry entry) throws IOException {
    if (entry.isDirectory() || !hasSize(entry.getSize())) {
      return;
    }
    byte[] content;
    try (InputStream in = zip.getInputStream(entry)) {
      content = in.readNBytes(largest + 1); // whatever size the entry claims
    }
    CRC32 sum = new CRC32();
    sum.update(content);
    if (sum.getValue() != entry.getCrc()) {
      throw new IOException("the checksum of " + entry.getName() + " is wrong");
    }
    var _ = take(content);
  }
}
