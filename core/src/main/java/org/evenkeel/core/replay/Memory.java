package org.evenkeel.core.replay;

import java.util.Objects;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;

/// The description of a replay buffer, as part of a configuration. [Frames] is the library's own; one of your
/// own is a record with the method [#create].
public interface Memory extends Identified {
  /// How many steps it keeps.
  int capacity();

  /// A new, empty buffer.
  ReplayBuffer create(Needs needs);

  /// The memory that such a buffer needs; 0 if that is not known.
  default long bytes(Needs needs) {
    return 0;
  }

  /// What a run needs of its buffer.
  ///
  /// @param spec the task
  /// @param protocol what steps mean for learning; rewards and truncation are already applied when a step is added
  /// @param nStep how many steps a window has at most
  /// @param discount the factor of a reward one step later
  /// @param nextAction whether a transition may be drawn only once the action taken in its next state is known
  ///     (SARSA)
  record Needs(Spec spec, Protocol protocol, int nStep, double discount, boolean nextAction) {
    /// @param spec the task
    public Needs {
      Objects.requireNonNull(spec, "spec");
      Objects.requireNonNull(protocol, "protocol");
      Checks.atLeast("nStep", 1, nStep);
      Checks.probability("discount", discount);
    }

    /// Steps of one at a time, learned from as they are, with discount 0.99.
    public static Needs of(Spec spec) {
      return new Needs(spec, Protocol.plain(), 1, 0.99, false);
    }
  }

  /// Single frames in a ring, each stored once: a million Atari transitions take 7.06 GB.
  ///
  /// @param capacity how many transitions are kept; the last observation of a truncated episode counts as one
  /// @param sampling how transitions are drawn
  record Frames(int capacity, Sampling sampling) implements Memory {
    /// Two tree nodes for each slot still fit an array.
    private static final int LARGEST = 1 << 29;

    /// @param capacity 1 to 2^29
    public Frames {
      Checks.atLeast("capacity", 1, capacity);
      Checks.atMost("capacity", LARGEST, capacity);
      Objects.requireNonNull(sampling, "sampling");
    }

    /// Drawn uniformly.
    public Frames(int capacity) {
      this(capacity, new Sampling.Uniform());
    }

    /// A copy of another size.
    public Frames capacity(int capacity) {
      return new Frames(capacity, sampling);
    }

    /// A copy that is drawn from in another way.
    public Frames sampling(Sampling sampling) {
      return new Frames(capacity, sampling);
    }

    @Override
    public ReplayBuffer create(Needs needs) {
      return new FrameReplay(this, needs);
    }

    @Override
    public long bytes(Needs needs) {
      return FrameReplay.bytes(this, needs);
    }
  }
}
