package org.evenkeel.lab.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.evenkeel.core.train.Training;

/// Names training configurations by their differences: by the algorithm, and by further settings if the algorithms are
/// the same: `Averaged-DQN, K=5, optimizer.learningRate 0.001`.
public final class GroupLabels {
  private final List<Training> trainings;
  private final List<Map<String, String>> settings;

  /// Creates labels for training configurations that are all different.
  public GroupLabels(List<Training> trainings) {
    this.trainings = List.copyOf(trainings);
    settings = trainings.stream().map(GroupLabels::settings).toList();
  }

  /// Returns a distinct name for each training configuration.
  public List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < trainings.size(); i++) {
      labels.add(label(i));
    }
    return labels;
  }

  /// Builds a name, adding settings as long as others with the same name differ in them.
  private String label(int index) {
    StringBuilder label = new StringBuilder(algorithm(index));
    List<Integer> rivals = new ArrayList<>();
    for (int i = 0; i < trainings.size(); i++) {
      if (algorithm(i).equals(algorithm(index))) {
        rivals.add(i);
      }
    }
    Set<String> keys = differing(rivals);
    while (!keys.isEmpty()) {
      // A different optimizer has different settings: its name suffices, unless two have the same
      // one.
      Set<String> all = keys;
      List<String> few =
          keys.stream()
              .filter(key -> all.stream().noneMatch(other -> key.startsWith(other + ".")))
              .toList();
      String added = described(index, few);
      label.append(added);
      rivals.removeIf(i -> !described(i, few).equals(added));
      keys = differing(rivals);
    }
    return label.toString();
  }

  private String algorithm(int index) {
    return Look.of(trainings.get(index).algorithm()).label();
  }

  private String described(int index, List<String> keys) {
    StringBuilder text = new StringBuilder();
    for (String key : keys) {
      String value = settings.get(index).get(key);
      if (value != null) {
        text.append(", ").append(key).append(' ').append(value);
      }
    }
    return text.toString();
  }

  /// Returns a table of all settings that differ, except the algorithm. Each row has the name of the setting and its
  /// value in each training configuration, or `-` if it has none.
  public List<List<String>> differences() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < trainings.size(); i++) {
      all.add(i);
    }
    List<List<String>> rows = new ArrayList<>();
    for (String key : differing(all)) {
      List<String> row = new ArrayList<>(List.of(key));
      settings.forEach(s -> row.add(s.getOrDefault(key, "-")));
      rows.add(row);
    }
    return rows;
  }

  private Set<String> differing(List<Integer> among) {
    Set<String> keys = new LinkedHashSet<>();
    among.forEach(i -> keys.addAll(settings.get(i).keySet()));
    Map<String, String> first = settings.get(among.getFirst());
    keys.removeIf(
        key ->
            among.stream().allMatch(i -> Objects.equals(settings.get(i).get(key), first.get(key))));
    return keys;
  }

  /// Returns dotted paths and values as in `config.yaml`, without the algorithm. The value of `optimizer` is its kind.
  static Map<String, String> settings(Training training) {
    Map<String, Object> tree = TrainingTree.FORM.write(training);
    tree.remove("algorithm");
    Map<String, String> flat = new LinkedHashMap<>();
    flatten(tree, "", flat);
    return flat;
  }

  private static void flatten(Map<?, ?> tree, String path, Map<String, String> flat) {
    tree.forEach(
        (name, value) -> {
          String key = name.equals("kind") ? path : RecordTree.key(path, String.valueOf(name));
          if (value instanceof Map<?, ?> below) {
            flatten(below, key, flat);
          } else {
            flat.put(key, value instanceof Double d ? plain(d) : String.valueOf(value));
          }
        });
  }

  /// Returns 0.0005 rather than 5.0E-4, if that is short enough.
  static String plain(double value) {
    double size = Math.abs(value);
    return size > 1e-9 && size < 1e15
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
