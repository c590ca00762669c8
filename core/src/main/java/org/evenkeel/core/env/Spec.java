package org.evenkeel.core.env;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;

/// What an environment shows and takes: `Spec.vector(3).actions(2).maxEpisodeSteps(500)`.
///
/// @param frame the form of what the environment writes at each step
/// @param actions how many actions there are
/// @param maxEpisodeSteps an episode that takes this many steps is truncated; 0 for no limit
/// @param stack how many frames, the newest last, make the observation the agent sees
/// @param stackStart what stands in the stack for frames before the first of an episode
public record Spec(Form frame, int actions, int maxEpisodeSteps, int stack, StackStart stackStart) {
  /// What stands in the stack for frames before the first of an episode.
  public enum StackStart {
    /// Zeros, as DeepMind's Nature code has it.
    ZEROS,
    /// The first frame again, as Gymnasium has it.
    REPEAT,
    /// Frames the environment saw before ([HasLeadIn]), as the authors' Atari code has it. They are not in a
    /// replay memory: a transition whose stack would need them is never drawn.
    LEAD_IN
  }

  /// Checks every field.
  public Spec {
    Checks.atLeast("actions", 1, actions);
    Checks.atLeast("maxEpisodeSteps", 0, maxEpisodeSteps);
    Checks.atLeast("stack", 1, stack);
    if (stack > 1 && !(frame instanceof Form.Vector || frame instanceof Form.Bytes)) {
      throw new IllegalArgumentException(
          "only vectors and bytes can be stacked, was a stack of " + stack + " of " + frame);
    }
    stackOf(frame, stack);
  }

  /// Half a specification: the observation is known, the actions are not.
  public record Frame(Form frame) {
    /// A task with that many actions, no limit of an episode's length and no stack.
    public Spec actions(int actions) {
      return new Spec(frame, actions, 0, 1, StackStart.ZEROS);
    }
  }

  /// Observations are vectors of `size` floats.
  public static Frame vector(int size) {
    return new Frame(new Form.Vector(size));
  }

  /// Observations are one of `size` states.
  public static Frame oneHot(int size) {
    return new Frame(new Form.OneHot(size));
  }

  /// Observations are binary planes.
  public static Frame bitPlanes(int height, int width, int channels) {
    return new Frame(new Form.BitPlanes(height, width, channels));
  }

  /// Observations are images of one byte a pixel.
  public static Frame bytes(int height, int width) {
    return bytes(height, width, 1);
  }

  /// Observations are images of one byte for each channel of a pixel, channel after channel.
  public static Frame bytes(int height, int width, int channels) {
    return new Frame(new Form.Bytes(height, width, channels));
  }

  /// The same with episodes of at most that many steps; 0 for no limit.
  public Spec maxEpisodeSteps(int maxEpisodeSteps) {
    return new Spec(frame, actions, maxEpisodeSteps, stack, stackStart);
  }

  /// The same with the last `stack` frames as the observation.
  public Spec stack(int stack, StackStart stackStart) {
    return new Spec(frame, actions, maxEpisodeSteps, stack, stackStart);
  }

  /// What the agent and its network see: the frame, or the stack of them.
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
