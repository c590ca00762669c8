package org.evenkeel.lab.statistics;

/// The probability that a run of one algorithm is better than a run of another, on a randomly drawn task: Agarwal et
/// al. (2021), section 4.3. On each task it is the Mann-Whitney U divided by the number of pairs, so a tie counts half.
/// The result is the mean over the tasks. Two equal columns give 1/2.
public final class ProbabilityOfImprovement {
  private ProbabilityOfImprovement() {}

  /// Returns P(x > y). The two may have different numbers of runs, but must have the same tasks in the same order.
  public static double of(Scores x, Scores y) {
    if (x.tasks() != y.tasks()) {
      throw new IllegalArgumentException(
          "both must have the same tasks, had %d and %d".formatted(x.tasks(), y.tasks()));
    }
    double pairs = (double) x.runs() * y.runs();
    double sum = 0;
    for (int task = 0; task < x.tasks(); task++) {
      sum += x.twiceTheWins(task, y) / (2 * pairs);
    }
    return sum / x.tasks();
  }
}
