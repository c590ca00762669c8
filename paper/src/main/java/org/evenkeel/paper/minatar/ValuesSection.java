package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.games.GameWords;
import org.evenkeel.paper.games.PaperClaims;
import org.evenkeel.paper.games.Runs;

/// Value estimates, and how far they lie above what was obtained (figure 2, right, and figure 4, below).
record ValuesSection(Results results) {
  private static final String TABLE = "minatar-overestimation-table";
  private static final String VALUES = "minatar-value-";
  private static final String GAP = "minatar-overestimation-";

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (String game : results.games()) {
      figures.add(
          figure(game, VALUES, "value estimates", "value", run -> run.column(TrainingRun.VALUE)));
      figures.add(
          figure(
              game,
              GAP,
              "value estimates above the obtained returns",
              "value minus obtained return",
              Runs.Run::overestimation));
    }
    return new Section(
        "minatar-values",
        "MinAtar: value estimates and overestimation",
        """
        In each evaluation the value of a state is the largest of the combined estimates of its actions, averaged over the \
        states that the greedy policy visits; beside it stands the discounted return that the same episodes \
        obtained from the same states on. Their difference is the overestimation. The optimal values of these games \
        are not known: a policy that is not optimal obtains less than the optimal value, so the difference is the \
        error against the value of the policy, not against Q*. The number of a run is the mean over its last %d \
        evaluations.

        Lower estimates by themselves say little: a policy that plays worse has lower values, rightly.\
        """
            .formatted(Results.LAST),
        results
            .claims()
            .values(
                Runs::values,
                results.evidence(TABLE, VALUES),
                results.evidence(TABLE, GAP),
                new PaperClaims.Asked("; asked here of MinAtar", "; asked here of MinAtar")),
        figures,
        List.of(table()));
  }

  private Figure figure(
      String game, String id, String what, String axis, Function<Runs.Run, double[]> curve) {
    List<Series> series =
        results.contenders().stream().map(c -> results.runs(game, c).curve(curve)).toList();
    return new Figure(
        id + GameWords.id(game),
        GameWords.title(game) + ": " + what,
        "Mean over the states of an evaluation, then over the runs; the shaded area is one standard deviation. Not smoothed.",
        "The %s of each algorithm over the steps of the training.".formatted(what),
        Axis.of("step"),
        Axis.of(axis),
        series,
        id.equals(GAP) ? List.of(new Level("none", -1, 0)) : List.of());
  }

  private Table table() {
    return new Table(
        TABLE,
        "Value estimates at the end",
        "Mean over the runs (standard deviation over the runs); the second number is how far the estimates lie above the discounted returns that were obtained.",
        List.of("game", "algorithm", "runs", "value", "value minus obtained return"),
        results.rows(
            runs ->
                List.of(
                    Numbers.meanAndDeviation(runs.values()),
                    Numbers.meanAndDeviation(runs.overestimations()))));
  }
}
