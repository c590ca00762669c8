package org.evenkeel.paper.minatar;

import java.util.List;
import org.evenkeel.lab.report.Section;
import org.evenkeel.paper.games.PaperClaims;
import org.evenkeel.paper.games.Spread;

/// How much runs differ from each other, and each from its own trend.
record StabilitySection(Results results) {
  /// How many of the last evaluations show how steady a run is: its second half.
  private static final int STEADY = MinAtarTrial.EVALUATIONS / 2;

  Section section() {
    PaperClaims claims = results.claims();
    String which = "last " + STEADY + " returns";
    Spread spread = new Spread(claims, which);
    return new Section(
        "minatar-stability",
        "MinAtar: variance between runs and within runs",
        """
        Between runs: the variance of the score over the runs of an algorithm in a game, divided by that of DQN. Few \
        runs say little about a variance: with 3 runs of each, one game and normal scores, the 95 %% interval reaches from \
        a 39th to 39 times the ratio that is found; the games together narrow it.

        Within runs: the standard deviation of the last %d returns of a run about their own straight line, so that a \
        run that still improves is not taken for an unsteady one. It holds the drops that the paper speaks of, and \
        the chance in the episodes of an evaluation, which is the same for all algorithms that play alike and grows with the return.\
        """
            .formatted(STEADY),
        List.of(
            claims.betweenRuns(List.of(spread.tableId(), spread.figureId())),
            claims.withinRuns(which, List.of(spread.tableId()))),
        List.of(spread.figure()),
        List.of(spread.table()));
  }
}
