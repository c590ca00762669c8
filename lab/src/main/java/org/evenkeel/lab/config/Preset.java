package org.evenkeel.lab.config;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;

/// Hyper-parameters in a file, with units and sources: built in, part of a family of environments, or the user's own.
///
/// @param name the name that users give on the command line
/// @param text YAML with some of the keys of a training configuration
/// @param builtIn whether it is built in or part of a family of environments
public record Preset(String name, String text, boolean builtIn) {
  /// Returns the same as [Presets#names], for the built-in environments.
  public static List<String> names() {
    return Presets.own().names();
  }

  /// Returns the same as [Presets#forEnvironment], for the built-in environments.
  public static Optional<Preset> forEnvironment(String environment) {
    return Presets.own().forEnvironment(environment);
  }

  /// Returns the same as [Presets#named], for the built-in environments.
  public static Preset named(String nameOrFile) throws IOException {
    return Presets.own().named(nameOrFile);
  }

  /// Returns its purpose: the first sentence of the comment at the top of the file.
  public String purpose() {
    String comment =
        text.lines()
            .takeWhile(line -> line.startsWith("# "))
            .map(line -> line.substring(2).strip())
            .collect(Collectors.joining(" "));
    return comment.replaceFirst("(?<! al)\\. (?=[A-Z]).*", ".");
  }

  /// Returns its name in error messages.
  String source() {
    return "preset " + name;
  }

  /// Returns a training configuration changed by the settings of this preset.
  public Training apply(Training base) {
    return ConfigYaml.merge(text, source(), base);
  }

  /// Returns an environment's name with the options of this preset inserted before its own, which take precedence.
  public String environment(String name) {
    String options = ConfigYaml.environmentOptions(text, source());
    if (options.isEmpty()) {
      return name;
    }
    String plain = Environments.withoutOptions(name);
    String own = plain.length() < name.length() ? name.substring(plain.length() + 1) : "";
    Set<String> decided = Stream.of(own.split(",")).map(Preset::key).collect(Collectors.toSet());
    Stream<String> left = Stream.of(options.split(",")).filter(o -> !decided.contains(key(o)));
    return plain
        + ":"
        + Stream.concat(left, own.isEmpty() ? Stream.empty() : Stream.of(own))
            .collect(Collectors.joining(","));
  }

  private static String key(String option) {
    return option.replaceFirst("=.*", "");
  }

  /// Returns the keys in this file that belong to a run and not to a preset, and are therefore ignored.
  public List<String> leftAside() {
    return ConfigYaml.beside(text, source());
  }
}
