package org.evenkeel.core.env;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;

/// The observations and actions of an environment: `Spec.vector(3).actions(2).maxEpisodeSteps(500)`.
///
/// @param frame the form of the observation that the environment writes at each step
/// @param actions the number of actions
/// @param maxEpisodeSteps an episode is truncated after this many steps; 0 for no limit
/// @param stack the number of frames, newest last, that the agent sees as one observation
/// @param stackStart the replacement for the frames missing at the start of an episode
public record Spec(Form frame, int actions, int maxEpisodeSteps, int stack, StackStart stackStart) {
  /// The replacement for the frames missing at the start of an episode.
  public enum StackStart {
    /// Zeros, as in DeepMind's Nature code.
    ZEROS,
    /// Copies of the first frame, as in Gymnasium.
    REPEAT,
    /// Frames from before the episode ([HasLeadIn]), as in the authors' Atari code. They are not stored in the replay
    /// buffer: a transition whose stack would need them is never drawn.
    LEAD_IN
  }

  public Spec {
    Checks.atLeast("actions", 1, actions);
    Checks.atLeast("maxEpisodeSteps", 0, maxEpisodeSteps);
    Checks.atLeast("stack", 1, stack);
    if (stack > 1 && !(frame instanceof Form.Vector || frame instanceof Form.Bytes)) {
      throw new IllegalArgumentException(
          "only vector and byte observations can be stacked, but stack is %d and a frame is %s"
              .formatted(stack, frame));
    }
    stackOf(frame, stack);
  }

  /// A specification whose number of actions is still missing.
  public record Frame(Form frame) {
    /// Returns a task with this many actions, no limit on the length of an episode and no stack.
    public Spec actions(int actions) {
      return new Spec(frame, actions, 0, 1, StackStart.ZEROS);
    }
  }

  /// Starts a specification whose observations are vectors of `size` floats.
  public static Frame vector(int size) {
    return new Frame(new Form.Vector(size));
  }

  /// Starts a specification in which each observation is one of `size` states.
  public static Frame oneHot(int size) {
    return new Frame(new Form.OneHot(size));
  }

  /// Starts a specification whose observations are binary planes.
  public static Frame bitPlanes(int height, int width, int channels) {
    return new Frame(new Form.BitPlanes(height, width, channels));
  }

  /// Starts a specification whose observations are grey images, one byte per pixel.
  public static Frame bytes(int height, int width) {
    return bytes(height, width, 1);
  }

  /// Starts a specification whose observations are colour images, one byte per pixel and channel, channel after
  /// channel: `[channel][y][x]`.
  public static Frame bytes(int height, int width, int channels) {
    return new Frame(new Form.Bytes(height, width, channels));
  }

  /// Returns a copy with episodes of at most this many steps; 0 for no limit.
  public Spec maxEpisodeSteps(int maxEpisodeSteps) {
    return new Spec(frame, actions, maxEpisodeSteps, stack, stackStart);
  }

  /// Returns a copy in which the agent sees the last `stack` frames as one observation.
  public Spec stack(int stack, StackStart stackStart) {
    return new Spec(frame, actions, maxEpisodeSteps, stack, stackStart);
  }

  /// Whether the limit truncates an episode after this many steps.
  public boolean truncatesAt(int steps) {
    return maxEpisodeSteps > 0 && steps >= maxEpisodeSteps;
  }

  /// Returns the form of the observation that the agent and its network see: one frame, or the stack.
  public Form observation() {
    return stackOf(frame, stack);
  }

  private static Form stackOf(Form frame, int stack) {
    return switch (frame) {
      case Form.Vector v -> new Form.Vector(Checks.size("stack * size", stack, v.size()));
      case Form.Bytes b ->
          new Form.Bytes(
              b.height(), b.width(), Checks.size("stack * channels", stack, b.channels()));
      case Form.OneHot o -> o;
      case Form.BitPlanes p -> p;
    };
  }
}
