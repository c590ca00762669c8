package org.evenkeel.core.nn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;

/// An immutable description of a network: its input, its layers, and the position of each parameter.
///
/// The parameters of a network are one flat `float[]`, so a snapshot is one array copy and a checkpoint one write.
/// Their order inside the array is the library's own ([Panels]); [#tensor], [#save] and [#load] use PyTorch's. Any
/// number of workspaces and threads may share a network.
public final class Network {
  private final Form input;
  private final List<Layer> layers;
  private final List<Stage> stages;
  private final List<TensorLayout> tensors;
  private final Patches patches;
  private final boolean rectifiedOutput;
  private final int outputs;
  private final int parameterCount;

  /// The patches of an image that the first layer reads: patch `p` starts at `at[p]` and consists of `rows` runs of
  /// `run` values, `runStride` apart.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Patches(int[] at, int rows, int run, int runStride) {
    int count() {
      return at.length;
    }

    int size() {
      return rows * run;
    }
  }

  private Network(Form input, List<? extends Layer> layers) {
    this.input = input;
    this.layers = List.copyOf(layers);
    NetworkPlan plan = new NetworkPlan(input, this.layers);
    stages = plan.stages();
    tensors = plan.tensors();
    patches = plan.patches();
    rectifiedOutput = plan.rectifiedOutput();
    outputs = stages.getLast().outputs();
    parameterCount = stages.stream().mapToInt(Stage::parameters).sum();
    refuseEqualNames();
  }

  private void refuseEqualNames() {
    Set<String> names = new HashSet<>();
    for (TensorLayout tensor : tensors) {
      if (!names.add(tensor.name())) {
        throw new IllegalArgumentException(
            "two tensors have the name '" + tensor.name() + "': give the layers different names");
      }
    }
  }

  /// Returns a network of these layers; the outputs of the last one are the values of the actions.
  public static Network of(Form input, Layer... layers) {
    return of(input, Arrays.asList(layers));
  }

  /// Returns a network of these layers; the outputs of the last one are the values of the actions.
  public static Network of(Form input, List<? extends Layer> layers) {
    return new Network(input, layers);
  }

  /// Returns a network of dense layers with ReLUs between them; the last size is the number of actions.
  public static Network dense(Form input, int... sizes) {
    List<Layer> layers = new ArrayList<>();
    if (input instanceof Form.BitPlanes || input instanceof Form.Bytes) {
      layers.add(Layer.flatten());
    }
    for (int i = 0; i < sizes.length; i++) {
      if (i > 0) {
        layers.add(Layer.relu());
      }
      layers.add(Layer.dense(sizes[i]));
    }
    return of(input, layers);
  }

  /// Returns the form of the observations.
  public Form input() {
    return input;
  }

  /// Returns the layers, as passed to the constructor.
  public List<Layer> layers() {
    return layers;
  }

  /// Returns the number of outputs of the last layer: the number of actions.
  public int outputs() {
    return outputs;
  }

  /// Returns the number of activations in all layers together for one observation, which a pass keeps for each row of a
  /// batch.
  public long activationCount() {
    return stages.stream().mapToLong(Stage::outputs).sum();
  }

  /// Returns the length of a parameter array.
  public int parameterCount() {
    return parameterCount;
  }

  /// Returns the number of floating-point operations in a forward pass of one observation, counted as if every input
  /// were dense.
  public double forwardOperations() {
    double multiplications = 0;
    for (TensorLayout t : tensors) {
      if (!t.bias()) {
        multiplications += (double) t.size() * t.timesApplied();
      }
    }
    return 2 * multiplications;
  }

  /// Returns the number of floating-point operations of the first layer alone, counted as if its input were dense.
  public double firstLayerOperations() {
    return 2.0 * tensors.getFirst().size() * tensors.getFirst().timesApplied();
  }

  /// Returns the names of the tensors, in the order of the layers.
  public List<String> tensorNames() {
    return tensors.stream().map(TensorLayout::name).toList();
  }

  /// Returns the shape of a tensor, as PyTorch orders its dimensions.
  public List<Long> tensorShape(String name) {
    return layout(name).shape();
  }

  /// Returns new parameters, drawn tensor by tensor in PyTorch's order.
  ///
  /// @throws IllegalStateException if the initializer draws a number that is not finite
  public float[] newParameters(Initializer initializer, RandomGenerator random) {
    float[] theta = new float[parameterCount];
    for (TensorLayout t : tensors) {
      for (int i = 0; i < t.size(); i++) {
        float drawn = initializer.draw(t.weights(), random);
        if (!Float.isFinite(drawn)) {
          throw new IllegalStateException(
              "initializer %s drew %s for element %d of tensor '%s'"
                  .formatted(initializer.getClass().getName(), drawn, i, t.name()));
        }
        theta[t.at(i)] = drawn;
      }
    }
    return theta;
  }

  /// Returns a copy of one tensor (or of its gradient), in PyTorch's order.
  public float[] tensor(float[] theta, String name) {
    Checks.length("parameters", parameterCount, theta.length);
    TensorLayout t = layout(name);
    float[] values = new float[t.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = theta[t.at(i)];
    }
    return values;
  }

  /// Replaces one tensor by values in PyTorch's order.
  public void setTensor(float[] theta, String name, float[] values) {
    Checks.length("parameters", parameterCount, theta.length);
    TensorLayout t = layout(name);
    Checks.length("tensor '" + name + "'", t.size(), values.length);
    for (int i = 0; i < values.length; i++) {
      theta[t.at(i)] = values[i];
    }
  }

  private TensorLayout layout(String name) {
    for (TensorLayout t : tensors) {
      if (t.name().equals(name)) {
        return t;
      }
    }
    throw new IllegalArgumentException(
        "unknown tensor '" + name + "': the network has " + tensorNames());
  }

  /// Returns the parameters as tensors for PyTorch's `load_state_dict`.
  public SafeTensors save(float[] theta) {
    SafeTensors.Builder builder = SafeTensors.builder().metadata("format", "pt");
    for (TensorLayout t : tensors) {
      long[] shape = t.shape().stream().mapToLong(Long::longValue).toArray();
      builder.tensor(t.name(), SafeTensors.Tensor.of(tensor(theta, t.name()), shape));
    }
    return builder.build();
  }

  /// Reads the parameters from tensors.
  ///
  /// @throws IllegalArgumentException unless the file has exactly the network's tensors, with the right shapes and
  ///     finite values
  public float[] load(SafeTensors file) {
    if (!file.names().equals(new HashSet<>(tensorNames()))) {
      throw new IllegalArgumentException(
          "the network has the tensors %s, but the file has %s"
              .formatted(new TreeSet<>(tensorNames()), new TreeSet<>(file.names())));
    }
    float[] theta = new float[parameterCount];
    for (TensorLayout t : tensors) {
      SafeTensors.Tensor given = file.tensor(t.name());
      if (!given.shape().equals(t.shape())) {
        throw new IllegalArgumentException(
            "tensor '%s' must have shape %s, was %s".formatted(t.name(), t.shape(), given.shape()));
      }
      switch (given.type()) {
        case F32, F64, F16, BF16 -> {}
        default ->
            throw new IllegalArgumentException(
                "tensor '%s' must contain floats, was of type %s"
                    .formatted(t.name(), given.type()));
      }
      float[] values = given.floats();
      int bad = Checks.firstNonFinite(values, 0, values.length);
      if (bad >= 0) {
        throw new IllegalArgumentException(
            "tensor '%s' must be finite, but element %d is %s"
                .formatted(t.name(), bad, values[bad]));
      }
      setTensor(theta, t.name(), values);
    }
    return theta;
  }

  List<Stage> stages() {
    return stages;
  }

  boolean firstStageIsSparse() {
    return stages.getFirst() instanceof SparseStage;
  }

  Patches patches() {
    return patches;
  }

  boolean rectifiedOutput() {
    return rectifiedOutput;
  }

  @Override
  public String toString() {
    return input + " -> " + layers;
  }
}
