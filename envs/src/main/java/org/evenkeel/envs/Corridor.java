package org.evenkeel.envs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// A walk to the right end of a corridor, whose optimal values are known exactly.
///
/// The cells are 0 to n - 1. The observation is the cell divided by n - 1, one float from 0 to 1. Action 0 moves
/// to the left (in cell 0 it has no effect), action 1 to the right. Reaching the last cell gives 1 and
/// terminates; every other step costs 0.01. The best policy always moves right; its return from a cell d steps
/// from the end is 1 - 0.01 (d - 1).
public final class Corridor implements SavesState, HasLegend {
  /// The cell in which an episode starts.
  public enum Start {
    /// Cell 0, as far from the end as possible.
    LEFT,
    /// Any cell except the last, all equally likely.
    ANYWHERE
  }

  /// The cost of a step that does not reach the end.
  public static final double STEP_COST = 0.01;

  private static final Step ON = Step.of(-STEP_COST);
  private static final Step END = Step.of(1, true);

  private final Spec spec;
  private final int cells;
  private final Start start;
  private int cell;

  /// Creates a corridor; an episode is truncated after `10 * cells` steps.
  ///
  /// @param cells the number of cells, including the last one, at least 2
  /// @param start the cell in which an episode starts
  public Corridor(int cells, Start start) {
    Checks.atLeast("cells", 2, cells);
    this.spec = Spec.vector(1).actions(2).maxEpisodeSteps(Checks.size("10 * cells", 10, cells));
    this.cells = cells;
    this.start = start;
  }

  /// Returns the exact discounted return of the best policy from a cell: `g^(d-1) - 0.01 (1 + g + ... + g^(d-2))` for d
  /// steps from the end; 0 in the last cell, where the episode is over.
  public double optimalValue(int cell, double discount) {
    checkCell(cell);
    Checks.probability("discount", discount);
    int d = cells - 1 - cell;
    if (d == 0) {
      return 0;
    }
    double last = StrictMath.pow(discount, d - 1);
    double paid = discount == 1 ? d - 1 : (1 - last) / (1 - discount);
    return last - STEP_COST * paid;
  }

  /// Returns the value of an action in a cell if the best policy follows: the optimal Q.
  public double optimalValue(int cell, int action, double discount) {
    checkCell(cell);
    if (action < 0 || action > 1) {
      throw new IllegalArgumentException("action must be 0 or 1, was " + action);
    }
    return action == 1 || cell == cells - 1
        ? optimalValue(cell, discount)
        : discount * optimalValue(Math.max(cell - 1, 0), discount) - STEP_COST;
  }

  private void checkCell(int cell) {
    if (cell < 0 || cell >= cells) {
      throw new IllegalArgumentException("cell must be 0 to " + (cells - 1) + ", was " + cell);
    }
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public String identity() {
    return "corridor(cells=" + cells + ", start=" + start + ")";
  }

  @Override
  public Legend legend() {
    return new Legend(List.of("left", "right"), List.of("place"));
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    cell =
        switch (start) {
          case LEFT -> 0;
          case ANYWHERE -> random.nextInt(cells - 1);
        };
    write(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    cell = action == 1 ? Math.min(cell + 1, cells - 1) : Math.max(cell - 1, 0);
    write(observation);
    return cell == cells - 1 ? END : ON;
  }

  private void write(Observation observation) {
    observation.set(0, cell / (cells - 1.0));
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(cell);
  }

  @Override
  public void restore(DataInput in, RandomGenerator random) throws IOException {
    cell = in.readInt();
  }
}
