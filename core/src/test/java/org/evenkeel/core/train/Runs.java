package org.evenkeel.core.train;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Inside;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;

/// Short runs, and everything they leave.
final class Runs {
  private Runs() {}

  /// A little of everything: learning starts, snapshots, evaluations and a ring that goes round.
  static Training small(Algorithm algorithm) {
    return Training.of(algorithm)
        .hidden(16)
        .optimizer(new Optimizer.Adam(0.003))
        .exploration(new Exploration.Linear(1, 0.1, 20, 100))
        .replay(new Memory.Frames(120, new Sampling.Uniform()))
        .schedule(new Schedule(400, 40, 2, 1, 8, 20, 25))
        .evaluation(new EvaluationPlan(100, 2, 0.05, 20));
  }

  static List<Algorithm> everyNamedAlgorithm() {
    return List.of(
        Algorithm.dqn(),
        Algorithm.doubleDqn(),
        Algorithm.averaged(3),
        Algorithm.ensemble(2),
        Algorithm.weightedAveraged(3, 0.7),
        Algorithm.maxmin(2),
        Algorithm.averagedDouble(3),
        Algorithm.averagedSarsa(3),
        Algorithm.movingAverage(0.5),
        Algorithm.weightMean(3));
  }

  /// What a run measured, then everything it would save.
  @SuppressWarnings("ArrayRecordComponent") // compared by sameAs
  record Trace(List<String> lines, byte[] state) {
    boolean sameAs(Trace other) {
      return lines.equals(other.lines) && java.util.Arrays.equals(state, other.state);
    }
  }

  static Trace trace(
      Supplier<? extends Environment> environments, Training training, long seed, int threads) {
    List<String> lines = new ArrayList<>();
    try (Trainer trainer =
        Runs.trainer(environments, training, seed, threads, event -> lines.add(event.toString()))) {
      trainer.run(Long.MAX_VALUE);
      return new Trace(lines, state(trainer));
    }
  }

  /// A trainer with a listener for everything.
  static Trainer trainer(
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      int threads,
      Consumer<? super RunEvent> listener) {
    Trainer trainer = new Trainer(environments, training, seed, Execution.threads(threads));
    trainer.on(
        RunEvent.class,
        event -> {
          if (!(event
              instanceof RunEvent.CheckpointWritten)) { // depends on who writes, not on the run
            listener.accept(event);
          }
        });
    return trainer;
  }

  static byte[] state(Trainer trainer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      trainer.sections(Sections.writer(new DataOutputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// A checksum of the online parameters and the estimates.
  static String parameters(Trainer trainer) {
    CRC32C sum = new CRC32C();
    for (float[][] sets :
        List.of(Inside.parameters(trainer.learner()), Inside.snapshots(trainer.learner()))) {
      for (float[] theta : sets) {
        for (float w : theta) {
          int bits = Float.floatToRawIntBits(w);
          sum.update(bits);
          sum.update(bits >> 8);
          sum.update(bits >> 16);
          sum.update(bits >> 24);
        }
      }
    }
    return Long.toHexString(sum.getValue());
  }
}
