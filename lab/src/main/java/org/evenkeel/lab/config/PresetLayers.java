package org.evenkeel.lab.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// The presets of a run, in layers: each adds settings to those below it and overrides them.
///
/// By default there is one layer, the preset of the environment, if it has one. Choosing a built-in preset replaces it,
/// since a built-in preset describes a complete protocol. A user's file extends it, since it often has only a few keys.
/// A file with `base: none` extends the library's defaults, one with `base: NAME` that built-in preset. The
/// configuration of a run is complete and needs no base.
///
/// @param layers the presets, lowest layer first
public record PresetLayers(List<Preset> layers) {
  /// Copies the list.
  public PresetLayers {
    layers = List.copyOf(layers);
  }

  /// Returns the layers for a run with a built-in environment.
  ///
  /// @param environment its name as given by the user
  /// @param chosen the name of a built-in preset or a file; null if the user chose none
  /// @throws IllegalArgumentException if there is no such preset, or its base is unknown
  public static PresetLayers of(String environment, @Nullable String chosen) throws IOException {
    return of(environment, chosen, Presets.own());
  }

  /// Returns the layers for a run.
  ///
  /// @param environment its name as given by the user
  /// @param chosen the name of a built-in preset or a file; null if the user chose none
  /// @param presets the built-in ones
  /// @throws IllegalArgumentException if there is no such preset, or its base is unknown
  public static PresetLayers of(String environment, @Nullable String chosen, Presets presets)
      throws IOException {
    Optional<Preset> own = presets.forEnvironment(environment);
    if (chosen == null) {
      return new PresetLayers(own.map(List::of).orElse(List.of()));
    }
    Preset top = presets.named(chosen);
    if (top.builtIn()) {
      return new PresetLayers(List.of(top));
    }
    List<Preset> layers = new ArrayList<>();
    base(top, own, presets).ifPresent(layers::add);
    layers.add(top);
    return new PresetLayers(layers);
  }

  private static Optional<Preset> base(Preset top, Optional<Preset> own, Presets presets)
      throws IOException {
    String base = ConfigYaml.base(top.text(), top.source());
    if (base == null) {
      return top.leftAside().contains("environment") ? Optional.empty() : own;
    }
    if (base.equals(Presets.NO_BASE)) {
      return Optional.empty();
    }
    if (!presets.names().contains(base)) {
      List<String> names = new ArrayList<>(List.of(Presets.NO_BASE));
      names.addAll(presets.names());
      throw new IllegalArgumentException(
          "%s: base must be %s, was %s%s"
              .formatted(
                  top.source(),
                  RecordTree.oneOf(names),
                  Scalars.show(base),
                  Nearest.question(base, names)));
    }
    return Optional.of(presets.named(base));
  }

  /// Returns a training configuration changed by these presets, lowest layer first.
  public Training apply(Training base) {
    Training training = base;
    for (Preset layer : layers) {
      training = layer.apply(training);
    }
    return training;
  }

  /// Returns an environment's name with the options of these presets inserted before its own. Later options take
  /// precedence.
  public String environment(String name) {
    String full = name;
    for (Preset layer : layers.reversed()) {
      full = layer.environment(full);
    }
    return full;
  }

  /// Returns a description for a line of output: `mine.yaml, based on cartpole`; empty if there are no presets.
  public String described() {
    if (layers.isEmpty()) {
      return "";
    }
    Preset top = layers.getLast();
    List<String> aside = top.leftAside();
    String over =
        layers.size() > 1
            ? ", based on " + layers.getFirst().name()
            : top.builtIn() || !aside.isEmpty() ? "" : ", based on the library's defaults";
    return top.name()
        + over
        + (aside.isEmpty() ? "" : " (without its " + String.join(", ", aside) + ")");
  }
}
