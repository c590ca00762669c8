package org.evenkeel.paper.theory;

import org.evenkeel.core.internal.Checks;

/// The three errors of section 4. With y the target, computed from the previous network, and yTrue (the paper's
/// y with a hat) the target computed from the previous *targets*, as a table without approximation would,
///
///     Q - Q*  =  (Q - y)  +  (y - yTrue)  +  (yTrue - Q*)
///     Delta   =    Z      +      R        +  optimality difference
///
/// Tables are flat, entry `s * actions + a`.
public final class ErrorDecomposition {
  private final double[] q;
  private final double[] y;
  private final double[] yTrue;
  private final double[] optimal;

  /// Creates a decomposition from the four tables. An algorithm that averages passes its own target y.
  public ErrorDecomposition(double[] q, double[] y, double[] yTrue, double[] optimal) {
    Checks.lengthAtLeast("q", 1, q.length);
    this.q = checked("q", q.length, q);
    this.y = checked("y", q.length, y);
    this.yTrue = checked("yTrue", q.length, yTrue);
    this.optimal = checked("optimal", q.length, optimal);
  }

  /// Returns the decomposition for DQN in an MDP. `q` was fitted to the targets computed from `previousQ`, and
  /// `previousQ` to `previousY`.
  public static ErrorDecomposition ofDqn(
      TabularMdp mdp, double[] q, double[] previousQ, double[] previousY, double[] optimal) {
    return new ErrorDecomposition(q, mdp.targets(previousQ), mdp.targets(previousY), optimal);
  }

  private static double[] checked(String name, int length, double[] table) {
    Checks.length(name, length, table.length);
    for (int i = 0; i < length; i++) {
      Checks.finite(name + "[" + i + "]", table[i]);
    }
    return table.clone();
  }

  /// Returns the total error Delta = Q - Q*.
  public double[] total() {
    return difference(q, optimal);
  }

  /// Returns the target approximation error Z = Q - y.
  public double[] targetApproximation() {
    return difference(q, y);
  }

  /// Returns the overestimation error R = y - yTrue.
  public double[] overestimation() {
    return difference(y, yTrue);
  }

  /// Returns the optimality difference yTrue - Q*, the error of tabular Q-learning.
  public double[] optimality() {
    return difference(yTrue, optimal);
  }

  /// Returns whether the errors Z change the greedy action of a state: whether argmax Q differs from
  /// argmax (Q - Z) = argmax y (section 4.1).
  public boolean deviates(TabularMdp mdp, int state) {
    Checks.length("the MDP's table", q.length, mdp.states() * mdp.actions());
    return mdp.greedy(q, state) != mdp.greedy(y, state);
  }

  private static double[] difference(double[] a, double[] b) {
    double[] d = new double[a.length];
    for (int i = 0; i < d.length; i++) {
      d[i] = a[i] - b[i];
    }
    return d;
  }
}
