package org.evenkeel.paper.claims;

import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.gridworld.SweepTrial;

/// Tabular Q-iteration with injected errors and a real maximum: Q_i = y_i + Z_i, where y_i is computed from the mean of
/// the last K tables. It stands between the theory of section 5, which has no maximum, and networks, whose errors obey
/// no assumption.
///
/// An ensemble of K is K = 1 with the mean error of its members, because they have a common target.
///
/// @param world the world
/// @param discount gamma
/// @param k the number of tables that are averaged
/// @param iterations the number of iterations
/// @param errors the injected errors
record InjectedSweep(
    Gridworld world, double discount, int k, int iterations, InjectedErrors errors) {
  /// Runs a trial that starts from values of 0.
  void run(long seed, SweepTrial.Observer observer) {
    GridTargets rule = new GridTargets(world, discount);
    InjectedErrors.Source source = errors.start(new RandomStream(seed), rule.pairs());
    double[][] last = new double[k][rule.pairs()];
    double[] mean = new double[rule.pairs()];
    double[] y = new double[rule.pairs()];
    double[] z = new double[rule.pairs()];
    float[][] newest = new float[1][rule.pairs()];
    float[] output = new float[rule.pairs()];
    float[] targets = new float[rule.pairs()];
    for (int i = 0; i < iterations; i++) {
      rule.of(mean, y);
      source.next(z);
      double[] table = last[i % k];
      for (int pair = 0; pair < table.length; pair++) {
        double q = y[pair] + z[pair];
        mean[pair] += (q - table[pair]) / k;
        table[pair] = q;
        newest[0][pair] = (float) q;
        output[pair] = (float) mean[pair];
        targets[pair] = (float) y[pair];
      }
      observer.after(i, newest, output, targets);
    }
  }
}
