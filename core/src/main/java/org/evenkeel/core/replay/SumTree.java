package org.evenkeel.core.replay;

/// Weights with a running sum. Changing one weight, and finding a weight by its position in the
/// running sum, take O(log n).
///
/// Node `i` is the sum of nodes `2 i` and `2 i + 1`; the leaves are the last `n` of `2 n` nodes. `n` need not be a
/// power of two: otherwise the leaves are in a rotated order in the running sum, which does not affect draws. A sum is
/// always computed from its two children, never corrected by a difference, so rounding errors do not accumulate and the
/// sums are a function of the leaves.
final class SumTree {
  private final int leaves;
  private final double[] nodes;

  SumTree(int leaves) {
    this.leaves = leaves;
    nodes = new double[2 * leaves];
  }

  static long bytes(long leaves) {
    return 2 * leaves * Double.BYTES;
  }

  double get(int leaf) {
    return nodes[leaves + leaf];
  }

  void set(int leaf, double weight) {
    int node = leaves + leaf;
    nodes[node] = weight;
    for (node >>= 1; node >= 1; node >>= 1) {
      nodes[node] = nodes[2 * node] + nodes[2 * node + 1];
    }
  }

  double total() {
    return nodes[1];
  }

  /// Returns the leaf at a position in the running sum, 0 to [#total]. It never has weight 0, even if rounding leaves a
  /// remainder, provided that the total is not 0.
  int find(double place) {
    double rest = place;
    int node = 1;
    while (node < leaves) {
      double left = nodes[2 * node];
      if (rest < left || nodes[2 * node + 1] == 0) {
        node = 2 * node;
      } else {
        rest -= left;
        node = 2 * node + 1;
      }
    }
    return node - leaves;
  }
}
