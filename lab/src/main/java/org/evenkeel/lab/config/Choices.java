package org.evenkeel.lab.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.envs.Environments;

/// Lists the settings of a run that publications leave open and code chooses silently. `docs/algorithms.md` explains
/// them.
public final class Choices {
  /// The parts of the training configuration that contain such choices.
  private static final List<String> PARTS =
      List.of(
          "network",
          "initializer",
          "optimizer",
          "learningRate",
          "loss",
          "exploration",
          "evaluation",
          "protocol",
          "window",
          "ensemble",
          "roles");

  private Choices() {}

  /// Returns the environment's options first, then one line for each part of the training configuration.
  public static List<String> of(RunConfig config) {
    List<String> lines = new ArrayList<>();
    String name = config.environment();
    String plain = Environments.withoutOptions(name);
    if (plain.length() < name.length()) {
      lines.add("environment " + name.substring(plain.length() + 1).replace(",", " "));
    }
    Map<String, Object> tree = TrainingTree.FORM.write(config.training());
    for (String part : PARTS) {
      lines.add(part + " " + text(tree.getOrDefault(part, "")));
    }
    return lines;
  }

  private static String text(Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream()
            .map(e -> e.getKey() + "=" + text(e.getValue()))
            .collect(Collectors.joining(" "))
        : String.valueOf(value);
  }
}
