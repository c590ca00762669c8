package org.evenkeel.core.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec.StackStart;

/// A replay memory written down plainly: everything that ever happened as objects, every question answered
/// by its definition. It plays random episodes into the real memories beside it.
final class PlainHistory {
  /// A slot: what the agent saw there, and what it did, if it did.
  static final class Moment {
    final Batch seen;
    final int indexInEpisode;
    final int indexInLife;
    boolean taken;
    int action;
    float reward;
    boolean terminated;
    boolean truncated;
    boolean lifeLost;

    Moment(Observation stacked, int indexInEpisode, int indexInLife) {
      seen = new Batch(stacked.form(), 1).resize(1);
      seen.set(0, stacked);
      this.indexInEpisode = indexInEpisode;
      this.indexInLife = indexInLife;
    }
  }

  /// What must come out when a transition is drawn.
  record Window(float reward, float discount, long next, int nextAction) {}

  private final ReplayShape shape;
  private final Random random;
  private final double endProbability;
  private final Observation frame;

  /// The frames that a stack may be made of, oldest first.
  private final List<Observation> stackable = new ArrayList<>();

  private final List<Moment> moments = new ArrayList<>();
  private boolean running;
  private int frames;

  PlainHistory(ReplayShape shape, long seed, double endProbability) {
    this.shape = shape;
    this.random = new Random(seed);
    this.endProbability = endProbability;
    frame = new Observation(shape.spec().frame());
  }

  /// Starts an episode or takes a step, in the memories too.
  void play(FrameReplay... replays) {
    if (!running) {
      stackable.clear();
      if (shape.spec().stackStart() == StackStart.LEAD_IN) {
        for (int back = shape.spec().stack() - 1; back > 0; back--) {
          newFrame();
        }
      }
      newFrame();
      moments.add(new Moment(stack(), 0, 0));
      for (FrameReplay replay : replays) {
        replay.start(frame);
      }
      running = true;
      return;
    }
    Moment now = moments.getLast();
    now.taken = true;
    now.action = random.nextInt(shape.spec().actions());
    now.reward = random.nextInt(201) - 100;
    now.terminated = random.nextDouble() < endProbability;
    now.truncated = random.nextDouble() < endProbability;
    now.lifeLost = random.nextDouble() < 0.1;
    if (now.lifeLost && shape.stacks() == Protocol.Stacks.ANEW) {
      stackable.clear();
    }
    newFrame();
    if (!now.terminated) {
      int indexInLife = now.lifeLost ? 0 : now.indexInLife + 1;
      moments.add(new Moment(stack(), now.indexInEpisode + 1, indexInLife));
    }
    running = !now.terminated && !now.truncated;
    for (FrameReplay replay : replays) {
      ReplayShape.add(
          replay, now.action, now.reward, now.terminated, now.truncated, now.lifeLost, frame);
    }
  }

  /// A frame like no other before it.
  private void newFrame() {
    int id = ++frames;
    switch (shape.spec().frame()) {
      case Form.Vector v -> {
        for (int i = 0; i < v.size(); i++) {
          frame.set(i, id * 10 + i);
        }
      }
      case Form.OneHot o -> frame.setState(id % o.size());
      case Form.BitPlanes p -> {
        frame.clear();
        for (int bit = 0; bit < p.size(); bit++) {
          if (random.nextBoolean()) {
            frame.bits()[bit >> 6] |= 1L << bit;
          }
        }
      }
      case Form.Bytes _ -> random.nextBytes(frame.bytes());
    }
    Observation copy = new Observation(frame.form());
    copy.copyFrom(frame);
    stackable.add(copy);
  }

  /// The last frames, and before the first of them what the task says.
  private Observation stack() {
    int depth = shape.spec().stack();
    if (depth == 1) {
      return stackable.getLast();
    }
    Observation stacked = new Observation(shape.spec().observation());
    for (int i = 0; i < depth; i++) {
      int from = stackable.size() - depth + i;
      if (from < 0 && shape.spec().stackStart() == StackStart.ZEROS) {
        continue;
      }
      Observation one = stackable.get(Math.max(0, from));
      if (one.form() instanceof Form.Vector v) {
        System.arraycopy(one.vector(), 0, stacked.vector(), i * v.size(), v.size());
      } else {
        System.arraycopy(one.bytes(), 0, stacked.bytes(), i * one.form().size(), one.form().size());
      }
    }
    return stacked;
  }

  boolean running() {
    return running;
  }

  long head() {
    return running ? moments.size() - 1 : moments.size();
  }

  long tail() {
    return Math.max(0, head() - shape.capacity());
  }

  Moment moment(long sequence) {
    return moments.get((int) sequence);
  }

  int size() {
    int size = 0;
    for (long at = tail(); at < head(); at++) {
      size += moment(at).taken ? 1 : 0;
    }
    return size;
  }

  List<Long> drawable() {
    List<Long> all = new ArrayList<>();
    for (long at = tail(); at < head(); at++) {
      if (isDrawable(at)) {
        all.add(at);
      }
    }
    return all;
  }

  private boolean isDrawable(long at) {
    Moment moment = moment(at);
    int others = shape.spec().stack() - 1;
    int own =
        switch (shape.stacks()) {
          case THROUGH -> moment.indexInEpisode;
          case ANEW, WHOLE -> moment.indexInLife;
        };
    boolean all =
        shape.stacks() == Protocol.Stacks.WHOLE || shape.spec().stackStart() == StackStart.LEAD_IN;
    if (!moment.taken || at - Math.min(own, others) < tail() || (all && own < others)) {
      return false;
    }
    Window window = window(at, 1);
    if (window == null) {
      return false;
    }
    return !shape.needsNextAction() || window.discount == 0 || moment(window.next).taken;
  }

  /// The window of a transition, or null if it is not complete.
  Window window(long at, double discount) {
    double sum = 0;
    for (int j = 0; j < shape.nStep(); j++) {
      if (at + j >= moments.size() || !moment(at + j).taken) {
        return null;
      }
      Moment step = moment(at + j);
      sum += Math.pow(discount, j) * step.reward;
      if (step.terminated || (step.lifeLost && shape.lifeLossEnds())) {
        return new Window((float) sum, 0, at, 0);
      }
      if (step.truncated || j == shape.nStep() - 1) {
        long next = at + j + 1;
        int action = shape.needsNextAction() ? moment(next).action : 0;
        return new Window((float) sum, (float) Math.pow(discount, j + 1), next, action);
      }
    }
    throw new AssertionError("a window ends");
  }
}
