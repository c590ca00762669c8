package org.evenkeel.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
          "atari-hour",
          "averaged-dqn-2017",
          "cartpole",
          "machado-2018",
          "minatar-asterix",
          "minatar-breakout",
          "minatar-freeway",
          "minatar-seaquest",
          "minatar-space_invaders",
          "nature-2015");

  /// The paper's protocol is that of every Atari game.
  private static final Map<String, String> OF_FAMILIES = Map.of("atari", "averaged-dqn-2017");

  /// The names of the built-in presets.
  public static List<String> names() {
    return NAMES;
  }

  /// The preset of an environment: that of its name, or of its family (`minatar` for `minatar/breakout`).
  public static Optional<Preset> forEnvironment(String environment) {
    String plain = Environments.withoutOptions(environment);
    String whole = plain.replace('/', '-');
    String family = plain.replaceFirst("/.*", "");
    String ofFamily = OF_FAMILIES.getOrDefault(family, family);
    return NAMES.contains(whole)
        ? Optional.of(builtIn(whole))
        : NAMES.contains(ofFamily) ? Optional.of(builtIn(ofFamily)) : Optional.empty();
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

  /// Whether it comes with the program.
  public boolean builtIn() {
    return NAMES.contains(name);
  }

  /// What it is for: the first sentence of its text, without the rest of its comments.
  public String purpose() {
    String comment =
        text.lines()
            .takeWhile(line -> line.startsWith("# "))
            .map(line -> line.substring(2).strip())
            .collect(Collectors.joining(" "));
    return comment.replaceFirst("(?<! al)\\. (?=[A-Z]).*", ".");
  }

  /// What sentences call its text.
  String source() {
    return "preset " + name;
  }

  /// A training with what this says changed.
  public Training apply(Training base) {
    return ConfigYaml.merge(text, source(), base);
  }

  /// An environment's name with the options of this preset before its own: the later one of two wins.
  public String environment(String name) {
    String options = ConfigYaml.environmentOptions(text, source());
    String plain = Environments.withoutOptions(name);
    if (options.isEmpty()) {
      return name;
    }
    String own = name.substring(plain.length());
    return plain + ":" + options + (own.isEmpty() ? "" : "," + own.substring(1));
  }

  /// The keys of a run's configuration that a preset does not decide, where this has them.
  public List<String> leftAside() {
    return ConfigYaml.beside(text, source());
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
