package org.evenkeel.envs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Hyper-parameters that come with a family. The text is YAML with some of the keys of a run's `config.yaml`, and
/// `environmentOptions` for options of the game. The comment at the top describes its purpose.
///
/// @param name the name of the preset: lower case letters, digits, `-`, `_` and `.`
/// @param text YAML
/// @param games the games that are trained with it unless the user chooses another; may be empty
public record FamilyPreset(String name, String text, List<String> games) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");

  public FamilyPreset {
    games = List.copyOf(games);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a preset's name must be lower case letters, digits, -, _ and ., was '" + name + "'");
    }
    if (text.isBlank()) {
      throw new IllegalArgumentException("the text of preset '" + name + "' is empty");
    }
  }

  /// Reads a preset from a resource. The family opens the resource itself, because its module
  /// may not be open to others.
  ///
  /// @param in UTF-8, closed by this method; null if the resource is missing
  public static FamilyPreset read(String name, @Nullable InputStream in, List<String> games) {
    if (in == null) {
      throw new IllegalArgumentException("the text of preset '" + name + "' is missing");
    }
    try (in) {
      return new FamilyPreset(name, new String(in.readAllBytes(), UTF_8), games);
    } catch (IOException e) {
      throw new UncheckedIOException("preset '" + name + "' cannot be read", e);
    }
  }
}
