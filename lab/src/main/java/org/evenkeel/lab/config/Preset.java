package org.evenkeel.lab.config;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;

/// Hyper-parameters as files, with units and sources: those that come with the program or
/// with a family of environments, and the user's.
///
/// @param name what a user calls it
/// @param text YAML, some of the keys of a training
/// @param builtIn whether it comes with the program or with a family of environments
public record Preset(String name, String text, boolean builtIn) {
  /// As [Presets#names], for the program's own environments.
  public static List<String> names() {
    return Presets.own().names();
  }

  /// As [Presets#forEnvironment], for the program's own environments.
  public static Optional<Preset> forEnvironment(String environment) {
    return Presets.own().forEnvironment(environment);
  }

  /// As [Presets#named], for the program's own environments.
  public static Preset named(String nameOrFile) throws IOException {
    return Presets.own().named(nameOrFile);
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

  /// An environment's name with the options of this preset before its own, which win.
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

  /// The keys of a run's configuration that a preset does not decide, where this has them.
  public List<String> leftAside() {
    return ConfigYaml.beside(text, source());
  }
}
