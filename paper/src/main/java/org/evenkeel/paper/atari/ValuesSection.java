package org.evenkeel.paper.atari;

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

/// Value estimates as the authors and as Nature measure them, and how far they lie above what was obtained (figure 2,
/// right, and figure 4, below).
record ValuesSection(AtariResults results) {
  private static final String TABLE = "atari-values-table";
  private static final String VALUES = "atari-value-";
  private static final String TARGETS = "atari-target-value-";
  private static final String GAP = "atari-overestimation-";

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (String game : results.games()) {
      figures.add(
          figure(
              game,
              VALUES,
              "value estimates, as the authors measure them",
              "value",
              run -> run.column(AtariTrial.FRESH_VALUE)));
      figures.add(
          figure(
              game,
              TARGETS,
              "value estimates, as Nature measures them",
              "value",
              run -> run.column(AtariTrial.TARGET_VALUE)));
      figures.add(
          figure(
              game,
              GAP,
              "value estimates above the obtained returns",
              "value minus obtained return",
              Runs.Run::overestimation));
    }
    return new Section(
        "atari-values",
        "Atari: value estimates and overestimation",
        """
        The value of a state is the largest of the estimates of its actions. Its mean is measured in four ways at each \
        evaluation. The authors: the online network, over states just drawn from the replay buffer. Nature: the target network, \
        over next states set aside when learning began. Held out: the combined estimate, over states set aside then. \
        Visited: the combined estimate, over the states of the evaluation itself; beside it stands the discounted \
        return that the same episodes obtained from the same states on, with rewards and ends as they are learned from. The \
        difference of these two is the overestimation: the error against the value of the policy that plays, with its 5 % \
        random actions, not against Q*. The number of a run is that of the evaluation at its end.

        Lower estimates by themselves say little: a policy that plays worse has lower values, rightly.\
        """,
        results
            .claims()
            .values(
                runs -> runs.atTheEnd(AtariTrial.FRESH_VALUE),
                results.evidence(TABLE, VALUES),
                results.evidence(TABLE, GAP),
                new PaperClaims.Asked("", "; asked here of Atari games")),
        figures,
        List.of(table()));
  }

  private Figure figure(
      String game, String id, String what, String axis, Function<Runs.Run, double[]> curve) {
    List<Series> series =
        results.contenders(game).stream().map(c -> results.runs(game, c).curve(curve)).toList();
    return new Figure(
        id + GameWords.id(game),
        GameWords.title(game) + ": " + what,
        "Mean over states, then over the runs; the shaded area is one standard deviation. Not smoothed. Where it was not measured before learning began, the line starts later.",
        "The %s of each algorithm over the frames of the training.".formatted(what),
        Axis.of(ScoresSection.FRAMES),
        Axis.of(axis),
        series,
        id.equals(GAP) ? List.of(new Level("none", -1, 0)) : List.of());
  }

  private Table table() {
    return new Table(
        TABLE,
        "Value estimates at the end",
        "Mean over the runs (standard deviation over the runs), measured in four ways; the last number is how far the estimates of the visited states lie above the discounted returns that were obtained.",
        List.of(
            "game",
            "algorithm",
            "runs",
            "authors'",
            "Nature's",
            "held out",
            "visited",
            "visited minus obtained return"),
        results.rows(
            runs ->
                List.of(
                    Numbers.meanAndDeviation(runs.atTheEnd(AtariTrial.FRESH_VALUE)),
                    Numbers.meanAndDeviation(runs.atTheEnd(AtariTrial.TARGET_VALUE)),
                    Numbers.meanAndDeviation(runs.atTheEnd(TrainingRun.HELD_OUT_VALUE)),
                    Numbers.meanAndDeviation(runs.values()),
                    Numbers.meanAndDeviation(runs.overestimations()))));
  }
}
