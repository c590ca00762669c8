package org.evenkeel.core.train;

import java.util.Arrays;
import org.evenkeel.core.env.Protocol;

/// Adds up the episodes of an evaluation, in the order of their numbers.
final class EvaluationTally {
  /// The largest fraction of its weight that a state's return may lack, in an episode cut short, and still count.
  private static final double MISSING_WEIGHT = 0.01;

  private final Protocol.Rewards rewards;
  private final double discount;
  private final EvaluationPlan wanted;
  private double[] returns = new double[64];
  private int episodes;
  private int episodesWithin;
  private long steps;
  private double valueSum;
  private double returnSum;
  private long states;

  EvaluationTally(Training training, EvaluationPlan wanted) {
    this.rewards = training.protocol().rewards();
    this.discount = training.discount();
    this.wanted = wanted;
  }

  /// Whether enough has been played.
  boolean complete() {
    return wanted.steps() > 0 ? steps >= wanted.steps() : episodes >= wanted.episodes();
  }

  /// Returns the number of steps in all episodes added.
  long steps() {
    return steps;
  }

  /// Returns the number of episodes added.
  int episodes() {
    return episodes;
  }

  void add(PlayedEpisode episode) {
    if (episodes == returns.length) {
      returns = Arrays.copyOf(returns, 2 * episodes);
    }
    returns[episodes++] = episode.totalReward();
    steps += episode.length;
    if (steps <= wanted.steps()) {
      episodesWithin = episodes;
    }
    compare(episode);
  }

  /// Adds the states whose return is known to the comparison of values and returns. Both are as the learner sees them:
  /// rewards as learned from, and no value after a step that it treats as an end.
  private void compare(PlayedEpisode episode) {
    double discounted = 0;
    double missing = episode.terminated ? 0 : 1;
    for (int t = episode.length - 1; t >= 0; t--) {
      boolean end = episode.ends[t];
      discounted = rewards.learned(episode.rewards[t]) + (end ? 0 : discount * discounted);
      missing = end ? 0 : missing * discount;
      if (missing <= MISSING_WEIGHT) {
        valueSum += episode.values[t];
        returnSum += discounted;
        states++;
      }
    }
  }

  EvaluationResult result() {
    double[] all = Arrays.copyOf(returns, episodes);
    double mean = Arrays.stream(all).sum() / episodes;
    double squares = 0;
    for (double r : all) {
      squares += (r - mean) * (r - mean);
    }
    return new EvaluationResult(
        episodes,
        mean,
        episodes == 1 ? Double.NaN : StrictMath.sqrt(squares / (episodes - 1)),
        Arrays.stream(all).min().getAsDouble(),
        Arrays.stream(all).max().getAsDouble(),
        (double) steps / episodes,
        states == 0 ? Double.NaN : valueSum / states,
        states == 0 ? Double.NaN : returnSum / states,
        Arrays.stream(all, 0, episodesWithin).average().orElse(Double.NaN));
  }
}
