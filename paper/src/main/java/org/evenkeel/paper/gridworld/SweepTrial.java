package org.evenkeel.paper.gridworld;

import java.util.function.IntConsumer;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.OptimizerState;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.nn.Workspace;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.Seeds;
import org.evenkeel.envs.Gridworld;
import org.jspecify.annotations.Nullable;

/// One trial of the Gridworld experiment with the protocol of the authors' prototype.
///
/// The replay buffer holds every state-action pair, so iteration i of Algorithms 1 to 3 has three parts. First the
/// targets y(s, a) of all pairs are computed from the estimates. Then minibatches of pairs are drawn uniformly with
/// replacement, each one an optimizer step towards these targets. Then a snapshot is taken. The network and the
/// optimizer state carry over to the next iteration. A snapshot is used only through its values of all 400 states, so
/// only those are kept, and an iteration costs the same for every K. The parameters of snapshots are kept only if they
/// are averaged.
public final class SweepTrial {
  private final SweepSettings settings;
  private final Gridworld world;
  private final Network network;
  private final Workers workers = Workers.of(1);
  private final Workspace workspace;
  private final Evaluator evaluator;
  private final Batch all;
  private final Batch minibatch;
  private final float[] gradient;
  private final float[][] thetas;
  private final OptimizerState[] optimizers;
  private final RandomStream[] draws;
  private final float[][] one = new float[1][];

  /// The values of all states, one table `[state][action]` for each estimate: newest first, or learner by learner.
  private final float[][] tables;

  /// The target network with averaged parameters; null if the estimates are snapshots.
  private final @Nullable AveragedNetwork averaged;

  /// The values of all states under the newest network of each learner, which come first in [#tables]. With averaged
  /// parameters the newest network is not an estimate, and has a table of its own.
  private final float[][] newest;

  private final float[] combined;
  private final Targets.NextStates nextStates;
  private final Targets.Outcomes outcomes;
  private final float[] targets;
  private final SettledErrors errors;
  private final int[] actions;
  private final float[] y;

  /// The measurements of a trial.
  ///
  /// @param meanLatest after each iteration, the mean over all state-action pairs of the newest network's values (for
  ///     an ensemble, of the mean of its newest networks)
  /// @param meanCombined after each iteration, the mean over all state-action pairs of the combined estimate
  /// @param combined the last combined estimate, `[state][action]`
  /// @param errors the target approximation errors of the last iterations
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Result(
      double[] meanLatest, double[] meanCombined, float[] combined, SettledErrors errors) {}

  /// Receives the values after each iteration. The arrays are reused.
  @FunctionalInterface
  public interface Observer {
    /// Receives the values after an iteration.
    ///
    /// @param iteration its number, from 0
    /// @param tables the values of all pairs, `[state][action]`, under the newest network, followed by older ones that
    ///     are estimates too; for an ensemble, under the newest network of each learner
    /// @param combined the combined estimate, the algorithm's output
    /// @param targets the targets to which the newest networks were fitted
    void after(int iteration, float[][] tables, float[] combined, float[] targets);
  }

  /// Creates a trial at iteration 0.
  public SweepTrial(SweepSettings settings, long seed) {
    this.settings = settings;
    this.world = new Gridworld(settings.side(), settings.goal());
    int states = world.states();
    this.network =
        Network.of(
            new Form.OneHot(states),
            Layer.dense(settings.hidden(), "fc"),
            Layer.relu(),
            Layer.dense(Gridworld.ACTIONS, "out"));
    workspace = new Workspace(network, settings.batchSize(), workers);
    evaluator = new Evaluator(network, states, 1, workers);
    all = new Batch(network.input(), states).resize(states);
    for (int s = 0; s < states; s++) {
      all.setIndex(s, s);
    }
    minibatch = new Batch(network.input(), settings.batchSize()).resize(settings.batchSize());
    gradient = new float[network.parameterCount()];
    int learners = settings.algorithm().learners();
    Seeds seeds = new Seeds(seed);
    thetas = new float[learners][];
    optimizers = new OptimizerState[learners];
    draws = new RandomStream[learners];
    boolean shared = settings.draws() == Ensemble.Minibatches.SHARED;
    for (int l = 0; l < learners; l++) {
      thetas[l] =
          network.newParameters(settings.initializer(), seeds.stream(Seeds.Purpose.NETWORK, l));
      optimizers[l] = settings.optimizer().start(gradient.length);
      draws[l] = seeds.stream(Seeds.Purpose.REPLAY, shared ? 0 : l);
    }
    int pairs = states * Gridworld.ACTIONS;
    tables = new float[settings.algorithm().k()][pairs];
    for (int k = 0; k < tables.length; k++) {
      evaluate(thetas[learners > 1 ? k : 0], tables[k]);
    }
    averaged = AveragedNetwork.of(settings.algorithm().estimates(), thetas[0]);
    newest = averaged == null ? tables : new float[1][pairs];
    combined = new float[pairs];
    nextStates =
        new Targets.NextStates(tables, tables.length, nextRows(world), Gridworld.ACTIONS, combined);
    outcomes = outcomes(world, settings.discount());
    targets = new float[pairs];
    errors = new SettledErrors(world, settings);
    actions = new int[settings.batchSize()];
    y = new float[settings.batchSize()];
  }

  /// Returns the next state of every pair, `[state][action]`.
  private static int[] nextRows(Gridworld world) {
    int[] rows = new int[world.states() * Gridworld.ACTIONS];
    for (int s = 0; s < world.states(); s++) {
      for (int a = 0; a < Gridworld.ACTIONS; a++) {
        // No action is ever taken in a terminal state.
        rows[s * Gridworld.ACTIONS + a] = world.over(s) ? s : world.next(s, a);
      }
    }
    return rows;
  }

  /// Returns the reward and the discount of every pair; 0 in a terminal state.
  private static Targets.Outcomes outcomes(Gridworld world, double discount) {
    int pairs = world.states() * Gridworld.ACTIONS;
    float[] rewards = new float[pairs];
    float[] discounts = new float[pairs];
    for (int s = 0; s < world.states(); s++) {
      for (int a = 0; a < Gridworld.ACTIONS && !world.over(s); a++) {
        Step step = world.outcome(s, a);
        rewards[s * Gridworld.ACTIONS + a] = (float) step.reward();
        discounts[s * Gridworld.ACTIONS + a] = step.terminated() ? 0 : (float) discount;
      }
    }
    return new Targets.Outcomes(rewards, discounts, new int[pairs]);
  }

  /// Runs the trial to its end.
  ///
  /// @param progress the receiver of the number of finished iterations after each one
  public Result run(IntConsumer progress) {
    double[] latest = new double[settings.iterations()];
    double[] means = new double[settings.iterations()];
    observe(
        (i, estimates, output, fitted) -> {
          latest[i] = latestMean();
          means[i] = mean(output);
          errors.after(i, estimates, output, fitted);
          progress.accept(i + 1);
        });
    return new Result(latest, means, combined.clone(), errors);
  }

  /// Runs the trial to its end.
  public void observe(Observer observer) {
    for (int i = 0; i < settings.iterations(); i++) {
      iterate();
      if (!Double.isFinite(latestMean())) {
        throw new DivergedException(i + 1, "the values of the states are not finite");
      }
      settings.algorithm().combine().combine(tables, tables.length, combined.length, combined);
      observer.after(i, newest, combined, targets);
    }
    workers.close();
  }

  /// Runs one iteration: targets for every pair, the minimization, a snapshot.
  public void iterate() {
    // Algorithm 1, line 5; Algorithms 2 and 3, lines 5 and 6; for every pair
    Targets.of(settings.algorithm(), nextStates, combined, outcomes, targets);
    for (int l = 0; l < thetas.length; l++) {
      minimize(l);
    }
    snapshot();
  }

  /// Performs the minimization of line 6, 7 or 8: theta_i from theta_{i-1}.
  private void minimize(int learner) {
    float[] theta = thetas[learner];
    RandomStream random = draws[learner];
    for (int m = 0; m < settings.minibatches(); m++) {
      for (int j = 0; j < y.length; j++) {
        int pair = random.nextInt(targets.length);
        minibatch.setIndex(j, pair / Gridworld.ACTIONS);
        actions[j] = pair % Gridworld.ACTIONS;
        y[j] = targets[pair];
      }
      workspace.forward(theta, minibatch);
      workspace.loss(settings.loss(), actions, y, null);
      workspace.backward(theta, gradient);
      optimizers[learner].step(theta, gradient, workers);
    }
  }

  /// Adds the newest estimate and drops the oldest. An ensemble has one estimate per learner.
  private void snapshot() {
    if (averaged != null) {
      evaluate(thetas[0], newest[0]);
      evaluate(averaged.add(thetas[0]), tables[0]);
      return;
    }
    if (thetas.length > 1) {
      for (int l = 0; l < thetas.length; l++) {
        evaluate(thetas[l], tables[l]);
      }
      return;
    }
    float[] oldest = tables[tables.length - 1];
    System.arraycopy(tables, 0, tables, 1, tables.length - 1);
    tables[0] = oldest;
    evaluate(thetas[0], oldest);
  }

  private void evaluate(float[] theta, float[] table) {
    one[0] = theta;
    evaluator.evaluate(one, 1, all);
    System.arraycopy(evaluator.values(0), 0, table, 0, table.length);
  }

  private double latestMean() {
    if (thetas.length == 1) {
      return mean(newest[0]);
    }
    double sum = 0;
    for (float[] table : newest) {
      sum += mean(table);
    }
    return sum / newest.length;
  }

  private static double mean(float[] table) {
    double sum = 0;
    for (float v : table) {
      sum += v;
    }
    return sum / table.length;
  }
}
