package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.evenkeel.lab.config.ConfigYaml;

/// The evaluations of a run, read from its `metrics.csv`, which is not changed.
///
/// The file may come from anywhere. Every field must be a number or empty and steps must increase; anything else is an
/// error that names the line. A last line without a line end was being written by a process that was killed, and is
/// ignored. Columns are found by name, so a file may have more of them.
///
/// @param lastStep the step of the last row, 0 if there is none
/// @param points the measured values, by step; steps without a measurement are absent
public record MetricsRows(long lastStep, Map<Measure, NavigableMap<Long, Double>> points) {
  /// A column that is read.
  public enum Measure {
    /// Mean undiscounted return of an evaluation.
    RETURN("evalMeanReturn"),
    /// Standard deviation of the return over the episodes of an evaluation.
    DEVIATION("evalStandardDeviation"),
    /// Mean length of the episodes.
    LENGTH("evalMeanLength"),
    /// Mean value of the states visited in an evaluation.
    VALUE("evalValueEstimate"),
    /// Mean discounted return from the same states.
    OBTAINED("evalDiscountedReturn"),
    /// Difference of [#VALUE] and [#OBTAINED].
    OVERESTIMATION("evalOverestimation"),
    /// Mean value of the states set aside when learning started.
    HELD_OUT("heldOutValue"),
    /// Mean return of the training episodes since the previous row.
    TRAINING("meanReturn"),
    /// Mean return of the episodes that ended within the steps of an evaluation by steps.
    RETURN_WITHIN("evalMeanReturnWithin"),
    /// Mean value, under the online network, of states drawn again for each evaluation.
    FRESH_ONLINE("freshOnlineValue"),
    /// Mean value, under the newest snapshot, of the successors of the states set aside.
    HELD_OUT_TARGET("heldOutTargetValue");

    private final String column;

    Measure(String column) {
      this.column = column;
    }
  }

  private static final String STEP = "step";

  /// The largest size of the file in bytes. A row every 10,000 steps for 30 million steps is less than 1 MB.
  static final long LARGEST_BYTES = 256L << 20;

  /// The largest absolute value that is accepted: the squares of larger ones would overflow in the statistics.
  private static final double LARGEST = 1e100;

  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,330}(\\.\\d{1,330})?(E-?\\d{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

  /// Reads the file of a run. If it does not exist yet, there are no rows.
  static MetricsRows read(Path folder) throws IOException {
    Path file = folder.resolve(MetricsFile.NAME);
    if (!Files.exists(file)) {
      return new Reading(file).rows();
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException("'" + file + "' must be a file");
    }
    String text = ConfigYaml.text(file, LARGEST_BYTES);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    Reading reading = new Reading(file);
    if (whole.isEmpty()) {
      if (!MetricsRow.header().startsWith(text)) {
        throw new IOException("'" + file + "' does not have the columns of a training run");
      }
      return reading.rows();
    }
    List<String> lines = whole.lines().toList();
    reading.names(lines.getFirst());
    for (int i = 1; i < lines.size(); i++) {
      reading.row(i + 1, lines.get(i));
    }
    return reading.rows();
  }

  /// Returns whether there is any evaluation.
  public boolean evaluated() {
    return !of(Measure.RETURN).isEmpty();
  }

  /// Returns the measured values, by step.
  public NavigableMap<Long, Double> of(Measure measure) {
    return points.getOrDefault(measure, new TreeMap<>());
  }

  /// Returns the value at a step, NaN if nothing was measured there.
  public double at(Measure measure, long step) {
    return of(measure).getOrDefault(step, Double.NaN);
  }

  /// The state of reading a file.
  private static final class Reading {
    private final Path file;
    private final Map<Measure, NavigableMap<Long, Double>> points = new EnumMap<>(Measure.class);
    private List<String> names = List.of();
    private long lastStep;
    private int line;

    Reading(Path file) {
      this.file = file;
    }

    void names(String header) throws IOException {
      names = Arrays.asList(header.split(",", -1));
      require(STEP);
      for (Measure measure : Measure.values()) {
        require(measure.column);
      }
    }

    private void require(String name) throws IOException {
      if (names.indexOf(name) < 0 || names.indexOf(name) != names.lastIndexOf(name)) {
        throw new IOException(
            "'%s' does not have the columns of a training run: '%s' must occur exactly once"
                .formatted(file, name));
      }
    }

    void row(int number, String text) throws IOException {
      line = number;
      String[] fields = text.split(",", -1);
      if (fields.length != names.size()) {
        throw damaged("it must have %d fields, but has %d".formatted(names.size(), fields.length));
      }
      for (int i = 0; i < fields.length; i++) {
        if (!fields[i].isEmpty() && !NUMBER.matcher(fields[i]).matches()) {
          throw damaged(names.get(i) + " must be a number, was " + quoted(fields[i]));
        }
      }
      String given = fields[names.indexOf(STEP)];
      if (!WHOLE.matcher(given).matches()) {
        throw damaged("step must be a whole number, was " + quoted(given));
      }
      long step = Long.parseLong(given);
      if (line > 2 && step <= lastStep) {
        throw damaged("steps must increase, but %d follows %d".formatted(step, lastStep));
      }
      lastStep = step;
      for (Measure measure : Measure.values()) {
        String field = fields[names.indexOf(measure.column)];
        if (!field.isEmpty()) {
          points
              .computeIfAbsent(measure, m -> new TreeMap<>())
              .put(step, number(measure.column, field));
        }
      }
    }

    private double number(String name, String field) throws IOException {
      double value = Double.parseDouble(field);
      if (Math.abs(value) > LARGEST) {
        throw damaged(name + " must be at most 1e100 in magnitude, was " + quoted(field));
      }
      return value;
    }

    private IOException damaged(String why) {
      return new IOException("line %d of '%s' is damaged: %s".formatted(line, file, why));
    }

    /// Quotes a field, shortened and without control characters.
    private static String quoted(String field) {
      String shown = field.length() > 40 ? field.substring(0, 40) + "…" : field;
      return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }

    MetricsRows rows() {
      return new MetricsRows(lastStep, points);
    }
  }
}
