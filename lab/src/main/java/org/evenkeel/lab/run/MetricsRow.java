package org.evenkeel.lab.run;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Metrics;
import org.evenkeel.core.train.RunEvent;

/// A row of `metrics.csv`. Equal measurements give the same text.
final class MetricsRow {
  private static final List<String> COLUMNS = names();

  private MetricsRow() {}

  /// Returns the number of columns.
  static int columns() {
    return COLUMNS.size();
  }

  /// Returns the first line: the names of the columns.
  static String header() {
    return line(COLUMNS);
  }

  private static String line(List<String> fields) {
    return String.join(",", fields) + "\n";
  }

  /// Returns the columns: those of [Metrics], and those of [EvaluationResult] prefixed with `eval`.
  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (RecordComponent c : Metrics.class.getRecordComponents()) {
      names.add(c.getName());
    }
    for (RecordComponent c : EvaluationResult.class.getRecordComponents()) {
      names.add(evaluated(c.getName()));
    }
    names.add(evaluated("overestimation"));
    return List.copyOf(names);
  }

  private static String evaluated(String name) {
    return "eval" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /// Returns the line of a measurement.
  static String of(RunEvent.Measured measured) {
    Map<String, Object> values = new HashMap<>();
    Metrics metrics = measured.metrics();
    for (RecordComponent c : Metrics.class.getRecordComponents()) {
      values.put(c.getName(), get(c, metrics));
    }
    EvaluationResult evaluation = measured.evaluation();
    if (evaluation != null) {
      for (RecordComponent c : EvaluationResult.class.getRecordComponents()) {
        values.put(evaluated(c.getName()), get(c, evaluation));
      }
      values.put(evaluated("overestimation"), evaluation.overestimation());
    }
    return line(COLUMNS.stream().map(name -> field(values.getOrDefault(name, ""))).toList());
  }

  private static Object get(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the shortest text of a number, or an empty text if there is none.
  private static String field(Object value) {
    return value instanceof Double d && d.isNaN() ? "" : value.toString();
  }
}
