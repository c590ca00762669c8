package org.evenkeel.lab.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.evenkeel.envs.Catalog;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.envs.FamilyPreset;

/// The built-in presets, including those of the families of environments in a [Catalog].
public final class Presets {
  /// The presets of this module. The Atari protocols are among them because Atari results can be planned and read
  /// without the emulator, which is under a different licence.
  private static final List<String> OWN =
      List.of("atari-hour", "averaged-dqn-2017", "cartpole", "machado-2018", "nature-2015");

  /// The default preset of each family: every Atari game uses the protocol of the published results.
  private static final Map<String, String> OF_FAMILIES = Map.of("atari", "averaged-dqn-2017");

  /// The value of `base` in a preset file without a base.
  static final String NO_BASE = "none";

  private final Catalog catalog;
  private final Map<String, Preset> presets = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private Presets(Catalog catalog) {
    this.catalog = catalog;
    OWN.forEach(name -> presets.put(name, read(name)));
    problems.addAll(catalog.problems());
    for (EnvironmentFamily family : catalog.families()) {
      for (FamilyPreset preset : family.presets()) {
        if (OWN.contains(preset.name()) || preset.name().equals(NO_BASE)) {
          problems.add(
              "preset '%s' of the family '%s' is ignored: Evenkeel has a preset with that name"
                  .formatted(preset.name(), family.id()));
        } else {
          presets.put(preset.name(), new Preset(preset.name(), preset.text(), true));
        }
      }
    }
  }

  /// Returns the presets for a catalog.
  public static Presets of(Catalog catalog) {
    return new Presets(catalog);
  }

  /// Returns the presets for the built-in environments.
  static Presets own() {
    return OfProgram.PRESETS;
  }

  private static final class OfProgram {
    static final Presets PRESETS = of(Environments.catalog());
  }

  /// Returns all names, sorted.
  public List<String> names() {
    return List.copyOf(presets.keySet());
  }

  /// Returns a sentence for each family and each preset that was found but cannot be used.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /// Returns the preset of an environment: that of its family for the game, or else the default for the part of its
  /// name before the slash.
  public Optional<Preset> forEnvironment(String environment) {
    String plain = Environments.withoutOptions(environment);
    String game = plain.substring(plain.indexOf('/') + 1);
    Optional<String> ofFamily =
        catalog.familyBefore(plain).stream()
            .flatMap(family -> family.presets().stream())
            .filter(preset -> preset.games().contains(game))
            .map(FamilyPreset::name)
            .filter(name -> !OWN.contains(name))
            .findFirst();
    String before = plain.replaceFirst("/.*", "");
    return Optional.ofNullable(
        presets.get(ofFamily.orElseGet(() -> OF_FAMILIES.getOrDefault(before, before))));
  }

  /// Returns the built-in preset with this name, or reads a file.
  public Preset named(String nameOrFile) throws IOException {
    Preset builtIn = presets.get(nameOrFile);
    if (builtIn != null) {
      return builtIn;
    }
    Path file = Path.of(nameOrFile);
    if (!Files.exists(file)) {
      String all = "presets are " + String.join(", ", names()) + ", or a file";
      throw new IllegalArgumentException(
          "there is no preset or file '" + nameOrFile + "'" + Names.hint(nameOrFile, names(), all));
    }
    return new Preset(nameOrFile, ConfigYaml.text(file), false);
  }

  private static Preset read(String name) {
    String resource = "/org/evenkeel/lab/presets/" + name + ".yaml";
    try (InputStream in = Presets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from the program");
      }
      return new Preset(name, new String(in.readAllBytes(), UTF_8), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
