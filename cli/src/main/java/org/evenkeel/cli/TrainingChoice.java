package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.PresetLayers;
import org.evenkeel.lab.config.Presets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The arguments that decide the hyper-parameters, in order of precedence: the library's defaults, the environment's
/// preset, `--preset`, the options, `--set`. Each overrides the ones before it. An option and a `--set` in the same
/// command that contradict each other are refused: nobody can mean both.
final class TrainingChoice {
  /// The largest number of characters that describe changes in a folder's name. Longer names would exceed the limits of
  /// file systems and terminals; a hash in place of the rest keeps them distinct.
  private static final int LONGEST_CHANGES = 80;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      description = "One of the algorithms below (default: the preset's, otherwise averaged).")
  private @Nullable String algorithm;

  @Option(
      names = "--k",
      paramLabel = "K",
      description =
          "Number of estimates to average or combine, or of snapshots in weight-mean (default: the preset's,"
              + " otherwise 10).")
  private @Nullable Integer k;

  @Option(
      names = "--decay",
      paramLabel = "D",
      description =
          "Required by weighted-averaged: the weight of a snapshot divided by that of the next newer one.")
  private @Nullable Double decay;

  @Option(
      names = "--tau",
      paramLabel = "T",
      description =
          "Required by moving-average: the weight of the newest snapshot, above 0 and at most 1.")
  private @Nullable Double tau;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description =
          "Length of the run in agent steps, such as 1000000, 1_000_000 or 1e6 (default: the preset's,"
              + " otherwise 100000).")
  private @Nullable Long steps;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Set a key of config.yaml, given as a dotted path; may be repeated. '${ROOT-COMMAND-NAME} keys'"
              + " lists the keys.")
  private List<String> settings = List.of();

  @Option(
      names = "--preset",
      paramLabel = "NAME|FILE",
      completionCandidates = Candidates.OfPresets.class,
      description =
          "Hyper-parameters: the name of a built-in preset, which replaces the preset of ENV, or a file of keys,"
              + " which is applied on top of it (default: the preset of ENV, if there is one).")
  private @Nullable String preset;

  TrainingChoice() {}

  /// The chosen hyper-parameters.
  ///
  /// @param training the hyper-parameters
  /// @param changes the changes made by `--set`, for the folder's name
  record Chosen(Training training, String changes) {}

  /// Returns the presets for an environment.
  ///
  /// @param builtIn the built-in presets
  PresetLayers presets(String environment, Presets builtIn) throws IOException {
    return PresetLayers.of(environment, preset, builtIn);
  }

  /// @param observation the form of the observations, which decides the network if nothing else does
  /// @throws IllegalArgumentException if a value is wrong, or two contradict each other
  Chosen choose(Form observation, PresetLayers presets) {
    Training training = Training.of(Algorithm.averaged(Algorithms.DEFAULT_K));
    // The network that suits the observation, with explicit sizes: they can be set, and are
    // recorded.
    training = training.network(new Architecture.Standard(false).forInput(observation));
    training = presets.apply(training);
    training = training.algorithm(algorithm(training.algorithm()));
    Long length = steps;
    if (length != null) {
      training = training.steps(length);
    }
    if (settings.isEmpty()) {
      return new Chosen(training, "");
    }
    Training set = set(training);
    requireAgreement(training, set);
    return new Chosen(set, changes(training, set));
  }

  private Training set(Training base) {
    try {
      return ConfigYaml.set(settings, base);
    } catch (ConfigException e) {
      boolean several =
          settings.stream()
              .anyMatch(s -> key(s).equals(e.path()) && s.matches("[^=]*=[^\\[{]*,.*"));
      throw several
          ? new ConfigException(
              e.path(),
              "%s; to compare several values, write a study: %s"
                  .formatted(e.getMessage(), Shell.command("study", "init")))
          : e;
    }
  }

  private Algorithm algorithm(Algorithm base) {
    String name = algorithm;
    Integer estimates = k;
    if (name == null) {
      if (decay != null) {
        throw new IllegalArgumentException("--decay needs --algorithm weighted-averaged");
      }
      if (tau != null) {
        throw new IllegalArgumentException("--tau needs --algorithm moving-average");
      }
      return estimates == null ? base : Algorithms.withK(base, estimates);
    }
    if (estimates == null && Algorithms.takesK(name)) {
      estimates = Algorithms.k(base) > 1 ? Algorithms.k(base) : Algorithms.DEFAULT_K;
    }
    return Algorithms.named(name, estimates, decay, tau);
  }

  private void requireAgreement(Training options, Training set) {
    if (steps != null && set.schedule().steps() != options.schedule().steps()) {
      throw contradiction(List.of("--steps " + steps), key -> key.matches("schedule(\\.steps)?"));
    }
    List<String> typed = new ArrayList<>();
    if (algorithm != null && !set.algorithm().equals(options.algorithm())) {
      typed.add("--algorithm " + algorithm);
    }
    int wanted = Algorithms.k(options.algorithm());
    if (k != null && (!typed.isEmpty() || Algorithms.k(set.algorithm()) != wanted)) {
      typed.add("--k " + k);
    }
    if (decay != null && !typed.isEmpty()) {
      typed.add("--decay " + decay);
    }
    if (tau != null && !typed.isEmpty()) {
      typed.add("--tau " + tau);
    }
    if (!typed.isEmpty()) {
      throw contradiction(typed, key -> key.matches("algorithm(\\..*)?"));
    }
  }

  private IllegalArgumentException contradiction(List<String> options, Predicate<String> about) {
    String set =
        settings.stream()
            .filter(setting -> about.test(key(setting)))
            .map(setting -> "--set " + setting)
            .collect(Collectors.joining(" "));
    return new IllegalArgumentException(
        "'%s' and '%s' contradict each other: give only one of them"
            .formatted(String.join(" ", options), set));
  }

  private static String key(String setting) {
    return setting.substring(0, setting.indexOf('=')).strip();
  }

  private String changes(Training before, Training after) {
    Set<String> named = settings.stream().map(TrainingChoice::key).collect(Collectors.toSet());
    String changes = Differences.forName(Differences.between(before, after), named);
    return changes.length() <= LONGEST_CHANGES
        ? changes
        : "%s-%08x".formatted(changes.substring(0, LONGEST_CHANGES), changes.hashCode());
  }

  /// Returns the environment's name in folder names, followed by the preset's name if it is not the environment's own
  /// preset.
  ///
  /// @param builtIn the built-in presets
  String calledInFolders(String environment, Presets builtIn) {
    String named = preset;
    if (named == null
        || builtIn.forEnvironment(environment).map(p -> p.name().equals(named)).orElse(false)) {
      return environment;
    }
    if (builtIn.names().contains(named)) {
      return environment + "-" + named;
    }
    // Every run's configuration has the same file name, so it is named after its folder.
    Path file = Path.of(named).toAbsolutePath().normalize();
    Path folder = file.getParent();
    Path telling = file.endsWith("config.yaml") && folder != null ? folder : file;
    String name = String.valueOf(telling.getFileName()).replaceFirst("\\.ya?ml$", "");
    return environment + "-" + name;
  }
}
