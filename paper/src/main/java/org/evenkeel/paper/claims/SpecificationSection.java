package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;

/// The specification curve of claim 3a: the overestimation of Ensemble-DQN divided by that of Averaged-DQN for each of the
/// choices that the paper leaves open.
///
/// @param rows the choices with their trials
record SpecificationSection(List<Row> rows) {
  private static final String CURVE = "claims-choices";
  private static final String TABLE = "claims-choices-table";

  /// A choice with its trials.
  record Row(String words, ArmReadings averaged, ArmReadings ensemble, ClaimReading reading) {
    Effect ratio(int together) {
      return Ratios.ofMeans(
          "Ensemble / Averaged, " + words,
          ensemble.overestimation(reading),
          averaged.overestimation(reading),
          together);
    }

    int planned() {
      return Math.min(averaged.planned(), ensemble.planned());
    }
  }

  Section section() {
    return new Section(
        "claims-choices",
        "Figure 7 over the choices that the paper leaves open",
        """
        The paper does not say at which K and iteration figure 7 is read, nor with which learning rate, loss, initial \
        weights and so on. Here one choice at a time differs from the first row. The rows are sorted; "far more" would be \
        above 1.25.\
        """,
        List.of(claim()),
        List.of(figure()),
        List.of(table()));
  }

  private List<Row> sorted() {
    return rows.stream()
        .filter(r -> r.averaged().enough() && r.ensemble().enough())
        .sorted(Comparator.comparingDouble(r -> r.ratio(1).value()))
        .toList();
  }

  private Claim claim() {
    List<Finding> findings = new ArrayList<>();
    rows.forEach(
        r -> findings.add(Finding.above(r.ratio(rows.size()), PrimarySection.FAR, r.planned())));
    return Claim.of(
            "claims-far-more-choices",
            "An ensemble overestimates far more, whatever the paper left open",
            Standing.ROBUSTNESS)
        .said("far more overestimates the values", "section 6.2.3, figure 7")
        .measured(
            "The ratio of the mean overestimations at the end of each trial, for each choice.")
        .judged(
            "An interval above 1.25 agrees; an interval below 1.25 contradicts. The intervals come from the delta method and"
                + " have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(CURVE, TABLE));
  }

  private Figure figure() {
    List<Row> shown = sorted();
    double[] x = new double[shown.size()];
    double[] y = new double[x.length];
    double[] lower = new double[x.length];
    double[] upper = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      Effect e = shown.get(i).ratio(1);
      x[i] = i + 1;
      y[i] = e.value();
      lower[i] = e.lower();
      upper[i] = e.upper();
    }
    return new Figure(
        CURVE,
        "Specification curve of figure 7",
        "The overestimation of Ensemble-DQN divided by that of Averaged-DQN for each choice, sorted, with 95 % intervals. The table below names the rows.",
        "Ratios for each choice in increasing order with intervals, and lines at 1 and 1.25.",
        Axis.of("choice, sorted"),
        Axis.of("Ensemble / Averaged"),
        List.of(new Series("choices", 1, Series.Style.POINTS, x, y, lower, upper)),
        List.of(new Level("equal", -1, 1), new Level("far more", -1, PrimarySection.FAR)));
  }

  private Table table() {
    List<List<String>> cells = new ArrayList<>();
    int number = 0;
    for (Row row : sorted()) {
      Effect e = row.ratio(1);
      cells.add(
          List.of(
              String.valueOf(++number),
              row.words(),
              Numbers.brief(e.value()),
              Numbers.brief(e.lower()),
              Numbers.brief(e.upper()),
              Numbers.meanAndDeviation(row.averaged().overestimation(row.reading())),
              Numbers.meanAndDeviation(row.ensemble().overestimation(row.reading())),
              Numbers.meanAndDeviation(row.averaged().drift()),
              Numbers.meanAndDeviation(row.ensemble().drift())));
    }
    return new Table(
        TABLE,
        "The choices in the order of the curve",
        "The last columns show whether the values had stopped moving: mean and standard deviation over the trials of the change at the end.",
        List.of(
            "number",
            "choice",
            "Ensemble / Averaged",
            "from",
            "to",
            "Averaged",
            "Ensemble",
            "change, Averaged",
            "change, Ensemble"),
        cells);
  }
}
