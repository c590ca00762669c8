package org.evenkeel.core.replay;

import java.util.Objects;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;

/// The description of a replay buffer, as part of a configuration. [Frames] is the library's own. A custom one is a
/// record that implements [#create].
public interface Memory extends Identified {
  /// Returns the number of steps that the buffer keeps.
  int capacity();

  /// Creates an empty buffer.
  ReplayBuffer create(Needs needs);

  /// Returns the memory that the buffer needs, in bytes; 0 if unknown.
  default long bytes(Needs needs) {
    return 0;
  }

  /// The requirements of a run for its buffer.
  ///
  /// @param spec the task
  /// @param protocol the interpretation of steps by learning; rewards and truncation are already applied when a step is
  ///     added
  /// @param nStep the maximum number of steps in a window
  /// @param discount the factor of a reward one step later
  /// @param nextAction whether a transition may be drawn only after the action taken in its next state is known (SARSA)
  record Needs(Spec spec, Protocol protocol, int nStep, double discount, boolean nextAction) {
    /// @param spec the task
    public Needs {
      Objects.requireNonNull(spec, "spec");
      Objects.requireNonNull(protocol, "protocol");
      Checks.atLeast("nStep", 1, nStep);
      Checks.probability("discount", discount);
    }

    /// Returns the requirements of one-step targets with discount 0.99 that learn from steps unchanged.
    public static Needs of(Spec spec) {
      return new Needs(spec, Protocol.plain(), 1, 0.99, false);
    }
  }

  /// Single frames in a ring, each stored once: a million Atari transitions need 7.06 GB.
  ///
  /// @param capacity the number of transitions kept; the last observation of a truncated episode counts as one
  /// @param sampling the way in which transitions are drawn
  record Frames(int capacity, Sampling sampling) implements Memory {
    /// The largest capacity in transitions, at which two tree nodes per slot still fit in an array.
    private static final int LARGEST = 1 << 29;

    /// @param capacity 1 to 2^29
    public Frames {
      Checks.atLeast("capacity", 1, capacity);
      Checks.atMost("capacity", LARGEST, capacity);
      Objects.requireNonNull(sampling, "sampling");
    }

    /// Describes a buffer from which transitions are drawn uniformly.
    public Frames(int capacity) {
      this(capacity, new Sampling.Uniform());
    }

    /// Returns a copy with this capacity.
    public Frames capacity(int capacity) {
      return new Frames(capacity, sampling);
    }

    /// Returns a copy whose transitions are drawn in this way.
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
