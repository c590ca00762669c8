package org.evenkeel.lab.watch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.config.Reason;

/// A file with images of episodes: an animated GIF, or a PNG with some moments of one episode. It is written completely
/// or not at all, and contains a mark. Only files with that mark are replaced.
///
/// @param path its path
/// @param kind its format
public record PictureFile(Path path, Kind kind) {
  /// The mark in every file.
  static final String MARK = "made by evenkeel watch";

  /// The number of bytes at the start of a file that are searched for the mark, which precedes the pixels of the first
  /// image.
  private static final int MARK_WITHIN = 4_096;

  /// The format of a file.
  public enum Kind {
    /// All moments, one after the other.
    GIF,
    /// A few moments, side by side.
    PNG
  }

  /// The style of a file.
  ///
  /// @param framesPerSecond the speed of a GIF, 1 to 50
  /// @param moments the number of moments in a PNG, 1 to 24
  public record Style(int framesPerSecond, int moments) {
    /// Checks both numbers.
    public Style {
      if (framesPerSecond < 1 || framesPerSecond > 50) {
        throw new IllegalArgumentException(
            "frames per second must be 1 to 50, was " + framesPerSecond);
      }
      if (moments < 1 || moments > 24) {
        throw new IllegalArgumentException("frames must be 1 to 24, was " + moments);
      }
    }
  }

  /// Returns the file with this name, whose format depends on the extension. Nothing is written yet.
  ///
  /// @throws IllegalArgumentException if the extension is unknown, or the file exists and may not be replaced
  public static PictureFile named(Path path) throws IOException {
    Path name = path.getFileName();
    String lower = name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
    if (!lower.endsWith(".gif") && !lower.endsWith(".png")) {
      throw new IllegalArgumentException(
          "the name must end in .gif (an animation) or .png (some moments of an episode), was '%s'"
              .formatted(path));
    }
    if (Files.isDirectory(path)) {
      throw new IllegalArgumentException("'" + path + "' is a folder: choose another with --out");
    }
    if (Files.exists(path) && !isOurs(path)) {
      throw new IllegalArgumentException(
          "'%s' exists and was not made by '%s': choose another with --out"
              .formatted(path, Shell.command("watch")));
    }
    return new PictureFile(path, lower.endsWith(".gif") ? Kind.GIF : Kind.PNG);
  }

  private static boolean isOurs(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(MARK_WITHIN);
      return new String(start, StandardCharsets.ISO_8859_1).contains(MARK);
    } catch (IOException e) {
      throw new IOException("cannot read '" + path + "': " + Reason.of(e), e);
    }
  }

  /// Draws moments to the file.
  ///
  /// @param drawn the receiver of the number of images drawn so far
  /// @return the size of the file in bytes
  public long write(Scene scene, List<Moment> moments, Style style, IntConsumer drawn)
      throws IOException {
    FrameDrawing drawing = FrameDrawing.of(scene, moments);
    try {
      Path folder = path.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      AtomicFile.write(
          path,
          out -> {
            switch (kind) {
              case GIF ->
                  GifFile.write(
                      out, drawing, moments, Math.round(100f / style.framesPerSecond()), drawn);
              case PNG -> PngFile.write(out, drawing, PngFile.spaced(moments, style.moments()));
            }
          });
      return Files.size(path);
    } catch (IOException e) {
      throw new IOException("cannot write '" + path + "': " + Reason.of(e), e);
    }
  }
}
