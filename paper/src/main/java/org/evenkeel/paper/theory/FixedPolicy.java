package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// The matrix P of section 5, the transition probabilities of an MDP under a fixed policy, and the discount.
/// Only the entries above 0 are stored; a Gridworld has few in each row.
public final class FixedPolicy {
  /// Tolerance for the rounding of probabilities and of their sum.
  private static final double ROW_SUM_SLACK = 1e-9;

  private final double gamma;

  /// The entries of row s are those from `starts[s]` up to `starts[s + 1]`.
  private final int[] starts;

  private final int[] columns;
  private final double[] probabilities;

  /// Creates a policy from the matrix in row-major order. A row may sum to less than 1; the episode ends with the
  /// remaining probability, so a terminal state has a row of zeros. `gamma` must be below 1, because otherwise a
  /// recurrent state has no stationary variance.
  public FixedPolicy(double gamma, double[] transitions) {
    Checks.fraction("gamma", gamma);
    Checks.lengthAtLeast("transitions", 1, transitions.length);
    int states = (int) Math.sqrt(transitions.length);
    if (states * states != transitions.length) {
      throw new IllegalArgumentException(
          "transitions must have a square number of entries, was " + transitions.length);
    }
    this.gamma = gamma;
    starts = new int[states + 1];
    int above = 0;
    for (int s = 0; s < states; s++) {
      checkRow(s, Arrays.copyOfRange(transitions, s * states, (s + 1) * states));
      for (int next = 0; next < states; next++) {
        above += transitions[s * states + next] > 0 ? 1 : 0;
      }
      starts[s + 1] = above;
    }
    columns = new int[above];
    probabilities = new double[above];
    int at = 0;
    for (int i = 0; i < transitions.length; i++) {
      if (transitions[i] > 0) {
        columns[at] = i % states;
        probabilities[at++] = transitions[i];
      }
    }
  }

  private static void checkRow(int s, double[] row) {
    double sum = 0;
    for (int next = 0; next < row.length; next++) {
      Checks.probability("transition from " + s + " to " + next, row[next]);
      sum += row[next];
    }
    if (sum > 1 + ROW_SUM_SLACK) {
      throw new IllegalArgumentException(
          "the transitions from state " + s + " must sum to at most 1, was " + sum);
    }
  }

  /// Returns the number of states.
  public int states() {
    return starts.length - 1;
  }

  /// Returns the discount.
  public double gamma() {
    return gamma;
  }

  /// Returns the number of transitions with a probability above 0.
  public int transitions() {
    return columns.length;
  }

  /// Computes `out = scale * P * in` for matrices of `width` columns in row-major order.
  void multiply(double scale, double[] in, int width, double[] out) {
    for (int s = 0; s < starts.length - 1; s++) {
      Arrays.fill(out, s * width, (s + 1) * width, 0);
      for (int e = starts[s]; e < starts[s + 1]; e++) {
        double p = scale * probabilities[e];
        int from = columns[e] * width;
        int to = s * width;
        for (int c = 0; c < width; c++) {
          out[to + c] += p * in[from + c];
        }
      }
    }
  }
}
