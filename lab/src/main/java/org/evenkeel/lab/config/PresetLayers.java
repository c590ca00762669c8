package org.evenkeel.lab.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// The presets of a run, one laid over the other: each decides what the ones before it leave open, and changes what
/// they say.
///
/// Without a choice these are the environment's own preset, if it has one. A built-in preset that was chosen replaces
/// it: it describes a whole protocol. A user's file is laid over it, as it often has a few keys only. A file with
/// `base: none` is laid over the library's defaults, one with `base: NAME` over that built-in preset. The
/// configuration of a run says everything, and needs no base.
///
/// @param layers the lowest first
public record PresetLayers(List<Preset> layers) {
  /// Copies the list.
  public PresetLayers {
    layers = List.copyOf(layers);
  }

  /// Those of a run with one of the program's own environments.
  ///
  /// @param environment as the user named it
  /// @param chosen the name of a built-in preset or a file; null where the user chose none
  /// @throws IllegalArgumentException if there is no such preset, or its base is unknown
  public static PresetLayers of(String environment, @Nullable String chosen) throws IOException {
    return of(environment, chosen, Presets.own());
  }

  /// Those of a run.
  ///
  /// @param environment as the user named it
  /// @param chosen the name of a built-in preset or a file; null where the user chose none
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

  /// A training with what these say changed, the lowest layer first.
  public Training apply(Training base) {
    Training training = base;
    for (Preset layer : layers) {
      training = layer.apply(training);
    }
    return training;
  }

  /// An environment's name with the options of these presets before its own: later ones win.
  public String environment(String name) {
    String full = name;
    for (Preset layer : layers.reversed()) {
      full = layer.environment(full);
    }
    return full;
  }

  /// What they are, for a line of output: `mine.yaml, laid over cartpole`; empty where there are none.
  public String described() {
    if (layers.isEmpty()) {
      return "";
    }
    Preset top = layers.getLast();
    List<String> aside = top.leftAside();
    String over =
        layers.size() > 1
            ? ", laid over " + layers.getFirst().name()
            : top.builtIn() || !aside.isEmpty() ? "" : ", laid over the library's defaults";
    return top.name()
        + over
        + (aside.isEmpty() ? "" : " (without its " + String.join(", ", aside) + ")");
  }
}
