package org.evenkeel.core.train;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Protocol;
import org.jspecify.annotations.Nullable;

/// The part of a run that an [Accelerator] computes, and where its state is at the moment.
final class OnAccelerator implements AutoCloseable {
  private final Training training;
  private final Accelerator.Seat seat;

  /// Whether the accelerator has the state. The processor's copy may be older.
  private boolean loaded;

  /// Whether the processor's copy is up to date.
  private boolean stored = true;

  OnAccelerator(Accelerator accelerator, AcceleratedRun run) {
    String refusal = accelerator.refusal(run.outline());
    if (!refusal.isEmpty()) {
      throw new IllegalArgumentException(
          accelerator.name() + " cannot compute this run: " + refusal);
    }
    this.training = run.training();
    this.seat = accelerator.join(run);
  }

  /// Whether the accelerator has the state of the run.
  boolean loaded() {
    return loaded;
  }

  void working(boolean working) {
    seat.working(working);
  }

  /// Takes steps up to `untilStep`, and returns the last one taken.
  Accelerator.Reached advance(long untilStep, long measuredStep) {
    if (!loaded) {
      seat.load();
      loaded = true;
    }
    stored = false;
    return seat.advance(untilStep, measuredStep);
  }

  /// Brings the processor's copy of the state up to date.
  void store() {
    if (!stored) {
      seat.store();
      stored = true;
    }
  }

  /// Reads the statistics into the meter, and returns the values of the held-out states.
  ///
  /// @param successors whether to value the successors of these states too
  Values measure(Meter meter, boolean successors) {
    Accelerator.Measurement line = seat.measure(successors);
    try {
      meter.restore(new DataInputStream(new ByteArrayInputStream(line.meter())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    stored = false;
    return new Values(line);
  }

  /// The values that the accelerator computed, in the order of the held-out states.
  static final class Values implements HeldOut.Values {
    private final Accelerator.Measurement line;
    private int states;
    private int successors;

    private Values(Accelerator.Measurement line) {
      this.line = line;
    }

    long updates() {
      return line.updates();
    }

    /// Adds in the order of [Learner#sumOfLargest].
    @Override
    public double sumOfLargest(Learner.Reported whose, Batch batch) {
      boolean own = whose == Learner.Reported.EVALUATED;
      double sum = 0;
      for (int row = 0; row < batch.size(); row++) {
        sum += own ? line.heldOut()[states++] : line.successors()[successors++];
      }
      return sum;
    }
  }

  /// Plays an evaluation.
  ///
  /// @return null if it was stopped
  @Nullable EvaluationResult evaluate(
      RandomStream seeds, BooleanSupplier stop, DoubleConsumer progress) {
    EvaluationPlan how = training.evaluation();
    int longest = Math.max(Evaluation.LONGEST, how.steps() + 1);
    if (!seat.startEvaluation(stateOf(seeds), longest)) {
      throw new NotFiniteException("a parameter is not finite");
    }
    EvaluationTally tally = new EvaluationTally(training, how);
    boolean cutOffEnds = training.protocol().truncation() == Protocol.Truncation.ENDS;
    PlayedEpisode episode = new PlayedEpisode();
    long steps = 0;
    while (!tally.complete()) {
      if (stop.getAsBoolean()) {
        return null;
      }
      float[] played = seat.play();
      for (int at = 0; at < played.length; at += 3) {
        episode.add(played[at], played[at + 1], false);
        boolean terminated = played[at + 2] > 0;
        if (terminated || episode.length == longest) {
          episode.terminated = terminated || cutOffEnds;
          tally.add(episode);
          episode = new PlayedEpisode();
        }
      }
      steps += played.length / 3;
      double done =
          how.steps() > 0
              ? (double) steps / how.steps()
              : (double) tally.episodes() / how.episodes();
      progress.accept(Math.min(0.999, done));
    }
    return tally.result();
  }

  private static byte[] stateOf(RandomStream stream) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      stream.save(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    seat.close();
  }
}
