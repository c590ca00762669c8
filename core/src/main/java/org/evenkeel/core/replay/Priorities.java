package org.evenkeel.core.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// Proportional prioritization (Schaul et al. 2016, section 3.3): a weight for each slot that can be
/// drawn, and 0 for the others.
final class Priorities {
  private final Sampling.Prioritized rule;
  private final SumTree tree;
  private double largest = 1;

  Priorities(Sampling.Prioritized rule, int slots) {
    this.rule = rule;
    this.tree = new SumTree(slots);
  }

  /// Admits a transition whose TD error is not known yet, with the largest priority so far, so that it is drawn soon.
  void admit(int slot) {
    tree.set(slot, largest);
  }

  void drop(int slot) {
    tree.set(slot, 0);
  }

  void learned(int slot, float tdError) {
    double priority = power(Math.abs((double) tdError) + rule.epsilon(), rule.exponent());
    largest = Math.max(largest, priority);
    tree.set(slot, priority);
  }

  /// Draws one slot from each of `slots.length` equal segments of the total (appendix B.2.1).
  void draw(int[] slots, RandomGenerator random) {
    double part = tree.total() / slots.length;
    for (int i = 0; i < slots.length; i++) {
      slots[i] = tree.find((i + random.nextDouble()) * part);
    }
  }

  /// Computes the importance weights of drawn slots: `(N P)^-beta` divided by the largest of them. N and the sum in P
  /// are the same for all, so this equals `(smallest priority / priority)^beta`.
  void weigh(int[] slots, double beta, float[] weights) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int slot : slots) {
      smallest = Math.min(smallest, tree.get(slot));
    }
    for (int i = 0; i < slots.length; i++) {
      weights[i] = (float) power(smallest / tree.get(slots[i]), beta);
    }
  }

  /// Returns `base^exponent` for a base > 0, with the same bits on every machine, like `StrictMath.pow`, which
  /// allocates arrays at each call.
  private static double power(double base, double exponent) {
    return StrictMath.exp(exponent * StrictMath.log(base));
  }

  /// Writes the priorities of all complete slots.
  void save(Timeline timeline, DataOutput out) throws IOException {
    out.writeDouble(largest);
    for (long at = timeline.tail(); at < timeline.head(); at++) {
      out.writeDouble(tree.get(timeline.slot(at)));
    }
  }

  /// Reads the priorities that [#save] wrote. The drawable slots must already be known.
  void restore(Timeline timeline, DataInput in) throws IOException {
    largest = in.readDouble();
    if (!(largest >= 1) || Double.isInfinite(largest)) {
      throw new IOException("the largest priority must be a finite number >= 1, was " + largest);
    }
    for (long at = timeline.tail(); at < timeline.head(); at++) {
      double priority = in.readDouble();
      boolean drawable = timeline.isDrawable(at);
      if (drawable ? !(priority > 0 && priority <= largest) : priority != 0) {
        throw new IOException(
            "slot %d: the priority must be %s, was %s"
                .formatted(at, drawable ? "in (0, " + largest + "]" : "0", priority));
      }
      tree.set(timeline.slot(at), priority);
    }
  }
}
