package org.evenkeel.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;

/// Hyper-parameters as files, with units and sources: those that come with the program, and the user's.
///
/// @param name what a user calls it
/// @param text YAML, some of the keys of a training
public record Preset(String name, String text) {
  /// The built-in ones.
  private static final List<String> NAMES =
      List.of(
          "cartpole",
          "minatar-asterix",
          "minatar-breakout",
          "minatar-freeway",
          "minatar-seaquest",
          "minatar-space_invaders");

  /// The names of the built-in presets.
  public static List<String> names() {
    return NAMES;
  }

  /// The preset of an environment: that of its name, or of its family (`minatar` for `minatar/breakout`).
  public static Optional<Preset> forEnvironment(String environment) {
    String plain = Environments.withoutOptions(environment);
    String whole = plain.replace('/', '-');
    String family = plain.replaceFirst("/.*", "");
    return NAMES.contains(whole)
        ? Optional.of(builtIn(whole))
        : NAMES.contains(family) ? Optional.of(builtIn(family)) : Optional.empty();
  }

  /// A built-in preset by its name, else a file.
  public static Preset named(String nameOrFile) throws IOException {
    if (NAMES.contains(nameOrFile)) {
      return builtIn(nameOrFile);
    }
    Path file = Path.of(nameOrFile);
    if (!Files.exists(file)) {
      String all = "presets are " + String.join(", ", NAMES) + ", or a file";
      throw new IllegalArgumentException(
          "there is no preset and no file '"
              + nameOrFile
              + "'"
              + Names.hint(nameOrFile, NAMES, all));
    }
    return new Preset(nameOrFile, ConfigYaml.text(file));
  }

  /// A training with what this says changed.
  public Training apply(Training base) {
    return ConfigYaml.merge(text, "preset " + name, base);
  }

  /// The keys of a run's configuration that a preset does not decide, where this has them.
  public List<String> leftAside() {
    return ConfigYaml.beside(text, "preset " + name);
  }

  private static Preset builtIn(String name) {
    String resource = "/org/evenkeel/lab/presets/" + name + ".yaml";
    try (InputStream in = Preset.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the program");
      }
      return new Preset(name, new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
