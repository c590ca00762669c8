package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.hipparchus.distribution.continuous.FDistribution;

/// The report's section on the differences between runs, and on the deviations of each run from its own trend.
record StabilitySection(GameResults results) {
  private static final String WHICH = "returns in its second half";

  /// The fewest runs whose variances are compared.
  private static final int FEWEST = 3;

  Section section() {
    PaperClaims paper = results.claims();
    Spread spread = new Spread(paper, WHICH);
    List<Figure> figures = new ArrayList<>();
    List<String> steadiness = List.of(spread.tableId());
    if (results.protocol().isFromThePaper()) {
      SingleRuns single = new SingleRuns(results);
      figures.addAll(results.games().stream().map(single::figure).toList());
      steadiness = results.evidence(spread.tableId(), single.id());
    }
    figures.add(spread.figure());
    List<Claim> claims = new ArrayList<>();
    claims.add(paper.betweenRuns(List.of(spread.tableId(), spread.figureId())));
    claims.add(paper.withinRuns(WHICH, steadiness));
    claims.addAll(results.page().claimsOnGames(results));
    int runs = Math.max(FEWEST, results.seeds());
    String reach = reach(runs);
    return new Section(
        results.id("stability"),
        results.titled("variance between runs and within runs"),
        """
        Between runs, the measure is the variance of the score over the runs of an algorithm in a game, divided by that of \
        DQN. A few runs tell little about a variance: with %d runs of each algorithm, one game and normal scores, the 95 %% \
        interval extends from 1/%s to %s times the measured ratio. Several games together narrow it.

        Within runs, the measure is the standard deviation of a run's %s about their own trend line, so that a run that is \
        still improving does not count as unsteady. It contains the drops that the paper describes, and also the randomness \
        of the episodes in an evaluation, which grows with the return and is the same for algorithms that play equally well.\
        """
            .formatted(runs, reach, reach, WHICH),
        claims,
        figures,
        List.of(spread.table()));
  }

  /// Returns the factor by which the ratio of two variances may be off: the 97.5 % quantile of Fisher's F.
  static String reach(int runs) {
    double reach = new FDistribution(runs - 1.0, runs - 1.0).inverseCumulativeProbability(0.975);
    return String.format(Locale.ROOT, reach < 10 ? "%.1f" : "%.0f", reach);
  }
}
