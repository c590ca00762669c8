package org.evenkeel.core.env;

import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Input;

/// What an environment shows and takes: `Spec.vector(3).actions(2).maxEpisodeSteps(500)`.
///
/// @param frame the form of what the environment writes at each step
/// @param actions how many actions there are
/// @param maxEpisodeSteps an episode that takes this many steps is truncated; 0 for no limit
/// @param stack how many frames, the newest last, make the observation the agent sees
/// @param stackStart what stands in the stack for frames before the first of an episode
public record Spec(
    Input frame, int actions, int maxEpisodeSteps, int stack, StackStart stackStart) {
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
    if (stack > 1 && !(frame instanceof Input.Vector || frame instanceof Input.Bytes)) {
      throw new IllegalArgumentException(
          "only vectors and bytes can be stacked, was a stack of " + stack + " of " + frame);
    }
    stackOf(frame, stack);
  }

  /// Half a specification: the observation is known, the actions are not.
  public record Frame(Input frame) {
    /// A task with that many actions, no limit of an episode's length and no stack.
    public Spec actions(int actions) {
      return new Spec(frame, actions, 0, 1, StackStart.ZEROS);
    }
  }

  /// Observations are vectors of `size` floats.
  public static Frame vector(int size) {
    return new Frame(new Input.Vector(size));
  }

  /// Observations are one of `size` states.
  public static Frame oneHot(int size) {
    return new Frame(new Input.OneHot(size));
  }

  /// Observations are binary planes.
  public static Frame bitPlanes(int height, int width, int channels) {
    return new Frame(new Input.BitPlanes(height, width, channels));
  }

  /// Observations are images of one byte a pixel.
  public static Frame bytes(int height, int width) {
    return new Frame(new Input.Bytes(1, height, width));
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
  public Input observation() {
    return stackOf(frame, stack);
  }

  private static Input stackOf(Input frame, int stack) {
    return switch (frame) {
      case Input.Vector v -> new Input.Vector(Checks.size("stack * size", stack, v.size()));
      case Input.Bytes b ->
          new Input.Bytes(
              Checks.size("stack * channels", stack, b.channels()), b.height(), b.width());
      case Input.OneHot o -> o;
      case Input.BitPlanes p -> p;
    };
  }
}
