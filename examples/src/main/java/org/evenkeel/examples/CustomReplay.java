package org.evenkeel.examples;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Learns from a custom replay buffer: a plain list of transitions, sampled uniformly.
public final class CustomReplay {
  private CustomReplay() {}

  // @start region=memory
  /// The description of the buffer, part of the run's configuration.
  record Transitions(int capacity) implements Memory {
    @Override
    public ReplayBuffer create(Needs needs) {
      if (needs.nStep() > 1 || needs.nextAction() || needs.spec().stack() > 1) {
        throw new IllegalArgumentException("Transitions keeps single steps between single frames");
      }
      return new Buffer(this, needs);
    }
  }

  // @end

  /// One stored step. The discount is 0 if no state follows.
  record Transition(Observation from, int action, float reward, float discount, Observation to) {}

  // @start region=buffer
  static final class Buffer implements ReplayBuffer {
    private final Transitions memory;
    private final Memory.Needs needs;
    private final List<Transition> kept = new ArrayList<>();
    private int oldest;
    private Observation now;

    Buffer(Transitions memory, Memory.Needs needs) {
      this.memory = memory;
      this.needs = needs;
      this.now = new Observation(needs.spec().frame());
    }

    private Observation copy(Observation frame) { // the frame belongs to the caller
      Observation copy = new Observation(frame.form());
      copy.copyFrom(frame);
      return copy;
    }

    @Override
    public void start(Observation frame) {
      now = copy(frame);
    }

    @Override
    public void add(int action, Step step, Observation next) {
      Observation from = now;
      now = copy(next);
      float discount = step.terminated() ? 0 : (float) needs.discount();
      Transition newest = new Transition(from, action, (float) step.reward(), discount, now);
      if (kept.size() < memory.capacity()) {
        kept.add(newest);
      } else {
        kept.set(oldest, newest);
        oldest = (oldest + 1) % memory.capacity();
      }
    }

    @Override
    public int sampleable() {
      return kept.size();
    }

    @Override
    public void sample(Minibatch out, double progress, RandomGenerator random) {
      for (int row = 0; row < out.size(); row++) {
        Transition t = kept.get(random.nextInt(kept.size()));
        out.observations().set(row, t.from());
        out.nextObservations().set(row, t.to());
        out.actions()[row] = t.action();
        out.rewards()[row] = t.reward();
        out.discounts()[row] = t.discount();
      }
    }

    // @end

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(oldest);
      now.save(out);
      out.writeInt(kept.size());
      for (Transition t : kept) {
        t.from().save(out);
        out.writeInt(t.action());
        out.writeFloat(t.reward());
        out.writeFloat(t.discount());
        t.to().save(out);
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      oldest = in.readInt();
      now = read(in);
      for (int left = in.readInt(); left > 0; left--) {
        kept.add(new Transition(read(in), in.readInt(), in.readFloat(), in.readFloat(), read(in)));
      }
    }

    private Observation read(DataInput in) throws IOException {
      Observation read = new Observation(needs.spec().frame());
      read.restore(in);
      return read;
    }
  }

  static final Training TRAINING =
      Training.of(Algorithm.averaged(5)).steps(4_000).replay(new Transitions(2_000));

  /// Returns the mean return of the trained policy.
  static double meanReturn() {
    var run = Trainer.train(Thermostat::new, TRAINING, 1);
    return Evaluation.of(Thermostat::new, run.policy(), TRAINING, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("mean return: %.1f (200 is perfect)%n", meanReturn());
  }
}
