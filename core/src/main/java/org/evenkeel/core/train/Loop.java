package org.evenkeel.core.train;

import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.replay.ReplayBuffer;

/// One step of training: act, step, add, and periodically update and take a snapshot. These are the paper's Algorithms
/// 1, 2 and 3; exploration and minimization alternate, as in Nature's code.
///
/// Steps are numbered from 1. After `learningStartSteps` steps, updates are made at each step that is a multiple of
/// `updatePeriodSteps`, then a snapshot at each step that is a multiple of `targetPeriod`. Nothing is allocated.
final class Loop {
  private final Training training;
  private final Schedule schedule;
  private final EpisodeInPlay episode;
  private final Explorer explorer;
  private final ReplayBuffer replay;
  private final Learner learner;
  private final RandomGenerator drawing;
  private final FromReplay source;
  private final Watcher watcher;
  private long now;

  /// Receives each action of the loop after it is done.
  interface Watcher {
    void did(long step, Act act);
  }

  /// The actions of a step, in order; the last two are the trainer's.
  enum Act {
    RESET,
    ACT,
    STEP,
    ADD,
    LEARN,
    UPDATE,
    SNAPSHOT,
    EPISODE_ENDED,
    EVALUATE,
    MEASURE
  }

  Loop(Training training, Parts parts, RandomGenerator drawing, Watcher watcher) {
    this.training = training;
    this.schedule = training.schedule();
    this.episode = parts.episode();
    this.explorer = parts.explorer();
    this.replay = parts.replay();
    this.learner = parts.learner();
    this.drawing = drawing;
    this.source =
        new FromReplay(
            replay,
            episode.spec().actions(),
            training.algorithm().bootstrap().needsNextAction(),
            schedule.steps(),
            drawing);
    this.watcher = watcher;
  }

  /// Takes step number `step`.
  void step(long step) {
    now = step;
    if (episode.over()) {
      episode.start();
      replay.start(episode.frame());
      explorer.startEpisode();
      watcher.did(now, Act.RESET);
    }
    // Explore(.), update B: Algorithm 1, line 7; 2, line 8; 3, line 10
    int action = explorer.act(now, episode.observation());
    watcher.did(now, Act.ACT);
    Step outcome = episode.step(action);
    watcher.did(now, Act.STEP);
    replay.add(action, episode.learned(outcome), episode.frame());
    watcher.did(now, Act.ADD);
    if (now > schedule.learningStartSteps()) {
      learn();
    }
    if (episode.over()) {
      watcher.did(now, Act.EPISODE_ENDED);
    }
  }

  /// Makes a part of the minimization: Algorithm 1, line 6; 2, line 7; 3, line 8. A snapshot ends
  /// iteration i and begins i + 1.
  private void learn() {
    watcher.did(now, Act.LEARN);
    boolean countsUpdates = training.window().clock() == SnapshotWindow.Clock.UPDATES;
    if (now % schedule.updatePeriodSteps() == 0 && source.ready(now)) {
      for (int u = 0; u < schedule.updatesPerPeriod(); u++) {
        learner.update(source, drawing);
        watcher.did(now, Act.UPDATE);
        if (countsUpdates && learner.updates() % schedule.targetPeriod() == 0) {
          snapshot();
        }
      }
    }
    if (!countsUpdates && now % schedule.targetPeriod() == 0) {
      snapshot();
    }
  }

  private void snapshot() {
    learner.snapshot();
    watcher.did(now, Act.SNAPSHOT);
  }
}
