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

/// The built-in presets: the laboratory's, and those of the families of environments in a [Catalog].
public final class Presets {
  /// The laboratory's. The protocols for Atari are among them, as results on Atari are planned and read also where the
  /// emulator, with its licence, is missing.
  private static final List<String> OWN =
      List.of("atari-hour", "averaged-dqn-2017", "cartpole", "machado-2018", "nature-2015");

  /// The protocol of the published results is that of every Atari game.
  private static final Map<String, String> OF_FAMILIES = Map.of("atari", "averaged-dqn-2017");

  /// The word for no base in a preset file.
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
              "preset '%s' of the family '%s' is left out: the name is one of Evenkeel's"
                  .formatted(preset.name(), family.id()));
        } else {
          presets.put(preset.name(), new Preset(preset.name(), preset.text(), true));
        }
      }
    }
  }

  /// Those of a catalog.
  public static Presets of(Catalog catalog) {
    return new Presets(catalog);
  }

  /// Those for the program's own environments.
  static Presets own() {
    return OfProgram.PRESETS;
  }

  private static final class OfProgram {
    static final Presets PRESETS = of(Environments.catalog());
  }

  /// The names of all, sorted.
  public List<String> names() {
    return List.copyOf(presets.keySet());
  }

  /// A sentence for each family and each preset that was found and cannot be used.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /// The preset of an environment: the one its family has for it, or else that of its name up to the slash.
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

  /// A built-in preset by its name, else a file.
  public Preset named(String nameOrFile) throws IOException {
    Preset builtIn = presets.get(nameOrFile);
    if (builtIn != null) {
      return builtIn;
    }
    Path file = Path.of(nameOrFile);
    if (!Files.exists(file)) {
      String all = "presets are " + String.join(", ", names()) + ", or a file";
      throw new IllegalArgumentException(
          "there is no preset and no file '"
              + nameOrFile
              + "'"
              + Names.hint(nameOrFile, names(), all));
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
