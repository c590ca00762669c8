package org.evenkeel.core.agent;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;

/// The shape of a network, independent of the form of the observations and the number of actions.
///
/// [#of] creates one from any layers: `Architecture.of(Layer.conv(32, 8, 4), Layer.relu(), Layer.flatten())`. The
/// output layer for the values of the actions is added to them. Implement this interface for an architecture that
/// depends on the form of the observation.
public interface Architecture extends Identified {
  /// Whether the network ends in a dueling head.
  boolean dueling();

  /// Returns the layers before the output layer.
  List<Layer> body(Form input);

  /// Returns the network for a task.
  default Network build(Form input, int actions) {
    List<Layer> layers = new ArrayList<>(body(input));
    layers.add(dueling() ? Layer.dueling(actions) : Layer.dense(actions, "out"));
    return Network.of(input, layers);
  }

  /// Returns an architecture of these layers, followed by a dense output layer.
  static Layers of(Layer... layers) {
    return new Layers(List.of(layers), false);
  }

  /// The architectures that a configuration file can name.
  sealed interface Named extends Architecture {}

  /// Any sequence of layers, without the output layer.
  record Layers(List<Layer> layers, boolean dueling) implements Named {
    /// @param layers the layers, first to last
    public Layers {
      layers = List.copyOf(layers);
    }

    /// Returns the same layers with a dueling head.
    public Layers withDueling() {
      return new Layers(layers, true);
    }

    @Override
    public List<Layer> body(Form input) {
      return layers;
    }
  }

  /// The usual choice for the form of the observation: [Dense] 64-64 for vectors and states, [MinAtar] for
  /// bit planes, [Nature] for bytes.
  record Standard(boolean dueling) implements Named {
    @Override
    public List<Layer> body(Form input) {
      return forInput(input).body(input);
    }

    /// Returns the architecture chosen for a form of observation.
    public Architecture forInput(Form input) {
      return switch (input) {
        case Form.Vector _, Form.OneHot _ -> new Dense(List.of(64, 64), dueling);
        case Form.BitPlanes _ -> new MinAtar(dueling);
        case Form.Bytes _ -> new Nature(dueling);
      };
    }
  }

  /// Dense layers of these sizes, each with a rectifier.
  record Dense(List<Integer> hidden, boolean dueling) implements Named {
    /// @param hidden the sizes, first to last
    public Dense {
      hidden = List.copyOf(hidden);
      for (int size : hidden) {
        Checks.atLeast("hidden", 1, size);
      }
    }

    @Override
    public List<Layer> body(Form input) {
      List<Layer> layers = new ArrayList<>();
      if (input instanceof Form.BitPlanes || input instanceof Form.Bytes) {
        layers.add(Layer.flatten());
      }
      for (int i = 0; i < hidden.size(); i++) {
        layers.add(Layer.dense(hidden.get(i), "fc" + (i + 1)));
        layers.add(Layer.relu());
      }
      return layers;
    }
  }

  /// The network of the MinAtar authors: convolution 16 3x3/1, dense 128.
  record MinAtar(boolean dueling) implements Named {
    @Override
    public List<Layer> body(Form input) {
      requireImage(input, 3);
      return List.of(
          Layer.conv(16, 3, 1, "conv"),
          Layer.relu(),
          Layer.flatten(),
          Layer.dense(128, "fc"),
          Layer.relu());
    }
  }

  /// The Nature network: convolutions 32 8x8/4, 64 4x4/2, 64 3x3/1, dense 512.
  record Nature(boolean dueling) implements Named {
    @Override
    public List<Layer> body(Form input) {
      requireImage(input, 36);
      return List.of(
          Layer.conv(32, 8, 4, "conv1"),
          Layer.relu(),
          Layer.conv(64, 4, 2, "conv2"),
          Layer.relu(),
          Layer.conv(64, 3, 1, "conv3"),
          Layer.relu(),
          Layer.flatten(),
          Layer.dense(512, "fc"),
          Layer.relu());
    }
  }

  /// The Nature network with a border of one zero around the image, as in DeepMind's own code. The border changes
  /// values at the edges, but not the size of any layer.
  record NaturePadded(boolean dueling) implements Named {
    @Override
    public List<Layer> body(Form input) {
      List<Layer> layers = new ArrayList<>(new Nature(dueling).body(input));
      layers.set(0, Layer.conv(32, 8, 4, "conv1").padded(1));
      return layers;
    }
  }

  private static void requireImage(Form input, int side) {
    boolean fits =
        switch (input) {
          case Form.BitPlanes p -> p.height() >= side && p.width() >= side;
          case Form.Bytes b -> b.height() >= side && b.width() >= side;
          case Form.Vector _, Form.OneHot _ -> false;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "this network needs an image of at least %dx%d, but the observation is %s: use a dense network,"
                  .formatted(side, side, input)
              + " or your own layers");
    }
  }
}
