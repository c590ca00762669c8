package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;

/// The report's section on value estimates and the amount by which they exceed the obtained returns (figure 2, right,
/// and figure 4, bottom).
record ValuesSection(GameResults results) {
  private static final String GAP = " minus obtained return";

  /// A curve that is drawn for each game.
  ///
  /// @param id the ids of its figures, up to the game
  /// @param title the title of its figures, without the game
  /// @param axis the label of the vertical axis
  /// @param of the curve of a run
  /// @param levels horizontal lines
  private record Curve(
      String id, String title, String axis, Function<Runs.Run, double[]> of, List<Level> levels) {}

  private List<ValueMeasure> measures() {
    return results.protocol().values();
  }

  private Curve values(ValueMeasure measure) {
    return new Curve(
        results.id(measure.figure() + "-"),
        measure.title(),
        "value",
        run -> run.column(measure.column()),
        List.of());
  }

  private Curve gap() {
    return new Curve(
        results.id("overestimation-"),
        "value estimates minus obtained returns",
        "value" + GAP,
        Runs.Run::overestimation,
        List.of(new Level("none", -1, 0)));
  }

  Section section() {
    String tableId = tableId();
    String asked = "; tested here on " + results.protocol().title();
    List<Curve> curves =
        new ArrayList<>(
            measures().stream().filter(ValueMeasure::hasFigure).map(this::values).toList());
    curves.add(gap());
    ValueMeasure papers = measures().getFirst();
    return new Section(
        results.id("values"),
        results.titled("value estimates and overestimation"),
        results.page().valuesText()
            + "\n\nLower estimates alone mean little: a worse policy should have lower values.",
        results
            .claims()
            .values(
                runs -> runs.atTheEnd(papers.column()),
                results.evidence(tableId, values(papers).id),
                results.evidence(tableId, gap().id),
                new PaperClaims.Asked(results.protocol().isFromThePaper() ? "" : asked, asked)),
        results.games().stream()
            .flatMap(game -> curves.stream().map(curve -> figure(game, curve)))
            .toList(),
        List.of(table()));
  }

  private String tableId() {
    return results.page().names().valuesTable();
  }

  private Figure figure(String game, Curve curve) {
    GameClock clock = results.protocol().clock();
    return new Figure(
        curve.id + GameWords.id(game),
        GameWords.title(game) + ": " + curve.title,
        "Mean over states, then over the runs; the shaded area is one standard deviation. Not smoothed. A line starts at the first point at which all runs were measured.",
        "For each algorithm over the training %s: %s.".formatted(clock.units(), curve.title),
        Axis.of(clock.axis()),
        Axis.of(curve.axis),
        results.contenders(game).stream()
            .map(contender -> results.runs(game, contender).curve(curve.of))
            .toList(),
        curve.levels);
  }

  private Table table() {
    List<String> columns = new ArrayList<>(List.of("game", "algorithm", "runs"));
    measures().forEach(measure -> columns.add(measure.header()));
    columns.add(measures().getLast().header() + GAP);
    return new Table(
        tableId(),
        "Value estimates at the end",
        "Mean over the runs (standard deviation over the runs). The last column is the difference between the estimates of the visited states and the discounted returns obtained from them.",
        columns,
        results.rows(this::cells));
  }

  private List<String> cells(Runs runs) {
    List<String> cells = new ArrayList<>();
    for (ValueMeasure measure : measures()) {
      cells.add(Numbers.meanAndDeviation(runs.atTheEnd(measure.column())));
    }
    cells.add(Numbers.meanAndDeviation(runs.overestimations()));
    return cells;
  }
}
