package org.evenkeel.core.nn;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// Turns layers into stages. It computes the shapes, merges a ReLU into the layer before it, turns a dueling head into
/// a dense stage followed by a small one, and gives binary input a sparse first stage.
final class NetworkPlan {
  private final Form input;
  private final List<Layer> layers;
  private final List<Stage> stages = new ArrayList<>();
  private final List<TensorLayout> tensors = new ArrayList<>();
  private Network.Patches patches = new Network.Patches(new int[0], 0, 0, 0);
  private ImageShape shape;
  private boolean flat;
  private boolean rectified;
  private boolean endsDense;
  private int offset;

  NetworkPlan(Form input, List<Layer> layers) {
    this.input = input;
    this.layers = layers;
    shape =
        switch (input) {
          case Form.Vector v -> ImageShape.vector(v.size());
          case Form.OneHot o -> ImageShape.vector(o.size());
          case Form.BitPlanes b -> new ImageShape(b.height(), b.width(), b.channels());
          case Form.Bytes b -> new ImageShape(b.height(), b.width(), b.channels());
        };
    flat = input instanceof Form.Vector || input instanceof Form.OneHot;
    for (int i = 0; i < layers.size(); i++) {
      try {
        add(i);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "layer %d, %s: %s".formatted(i, layers.get(i), e.getMessage()), e);
      }
    }
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("a network needs at least one layer with weights");
    }
    if (!endsDense) {
      throw new IllegalArgumentException(
          "a network must end with a dense layer or a dueling head, was " + layers.getLast());
    }
  }

  List<Stage> stages() {
    return List.copyOf(stages);
  }

  List<TensorLayout> tensors() {
    return List.copyOf(tensors);
  }

  /// Whether a ReLU is applied to the outputs.
  boolean rectifiedOutput() {
    return rectified;
  }

  Network.Patches patches() {
    return patches;
  }

  private void add(int index) {
    switch (layers.get(index)) {
      case Layer.Dense dense -> addDense(index, dense);
      case Layer.Conv2d conv -> addConv(index, conv);
      case Layer.Dueling dueling -> addDueling(index, dueling);
      case Layer.Flatten f -> flat = true;
      case Layer.Relu r -> {
        if (stages.isEmpty() || stages.getLast() instanceof DuelingStage) {
          throw new IllegalArgumentException("a ReLU must follow a dense or convolution layer");
        }
      }
    }
  }

  /// Whether a ReLU comes next, possibly after a flatten, which moves nothing.
  private boolean reluFollows(int index) {
    for (int i = index + 1; i < layers.size(); i++) {
      if (!(layers.get(i) instanceof Layer.Flatten)) {
        return layers.get(i) instanceof Layer.Relu;
      }
    }
    return false;
  }

  private static String nameOr(String name, int index) {
    return name.isEmpty() ? Integer.toString(index) : name;
  }

  private void addDense(int index, Layer.Dense layer) {
    refuseImage();
    name(nameOr(layer.name(), index), layer.outputs(), 0, layer.outputs(), null);
    addDenseStage(layer.outputs(), reluFollows(index));
  }

  private void addDueling(int index, Layer.Dueling layer) {
    refuseImage();
    if (index != layers.size() - 1) {
      throw new IllegalArgumentException("a dueling head must be the last layer");
    }
    int actions = layer.actions();
    Checks.size("inputs * actions", shape.size(), actions + 1L);
    String prefix = layer.name().isEmpty() ? "" : layer.name() + ".";
    name(prefix + "value", actions + 1, actions, 1, null);
    name(prefix + "advantage", actions + 1, 0, actions, null);
    addDenseStage(actions + 1, false);
    stages.add(new DuelingStage(actions));
    shape = ImageShape.vector(actions);
  }

  private void refuseImage() {
    if (!flat) {
      throw new IllegalArgumentException(
          "this layer needs a vector, was given an image of %d x %d x %d: put a flatten before it"
              .formatted(shape.height(), shape.width(), shape.channels()));
    }
  }

  private void addDenseStage(int outputs, boolean relu) {
    Checks.size("inputs * outputs", shape.size(), outputs);
    boolean binary = input instanceof Form.OneHot || input instanceof Form.BitPlanes;
    if (stages.isEmpty() && binary) {
      patches = new Network.Patches(new int[1], 1, shape.size(), 0);
      addStage(new SparseStage(shape.size(), shape.size(), 1, outputs, relu, offset), relu);
    } else {
      addStage(new DenseStage(shape.size(), outputs, relu, rectified, offset), relu);
    }
    shape = ImageShape.vector(outputs);
    endsDense = true;
  }

  private void addConv(int index, Layer.Conv2d layer) {
    if (flat) {
      throw new IllegalArgumentException("a convolution needs an image, was given a vector");
    }
    boolean relu = reluFollows(index);
    if (layer.padding() > 0) {
      long height = shape.height() + 2L * layer.padding();
      long width = shape.width() + 2L * layer.padding();
      Checks.size("the padded image", Checks.size("its pixels", height, width), shape.channels());
      stages.add(new PadStage(shape, layer.padding(), rectified));
      shape = shape.padded(layer.padding());
      rectified = false;
    }
    ImageShape out = shape.after(layer);
    long pixels = (long) out.height() * out.width();
    Checks.size("pixels * filters", pixels, Math.max(Panels.WIDTH, out.channels()));
    Checks.size(
        "weights * filters",
        (long) layer.kernelHeight() * layer.kernelWidth() * shape.channels(),
        layer.filters());
    name(nameOr(layer.name(), index), layer.filters(), 0, layer.filters(), layer);
    if (stages.isEmpty() && input instanceof Form.BitPlanes) {
      patches = patches(layer, out);
      addStage(
          new SparseStage(
              shape.size(), patches.size(), patches.count(), layer.filters(), relu, offset),
          relu);
    } else {
      addStage(new ConvStage(shape, layer, relu, rectified, offset), relu);
    }
    shape = out;
    endsDense = false;
  }

  private Network.Patches patches(Layer.Conv2d layer, ImageShape out) {
    int rowLength = shape.width() * shape.channels();
    int[] at = new int[out.height() * out.width()];
    for (int p = 0; p < at.length; p++) {
      at[p] =
          p / out.width() * layer.stride() * rowLength
              + p % out.width() * layer.stride() * shape.channels();
    }
    return new Network.Patches(
        at, layer.kernelHeight(), layer.kernelWidth() * shape.channels(), rowLength);
  }

  private void addStage(Stage stage, boolean relu) {
    stages.add(stage);
    offset = Checks.size("parameters", (long) offset + stage.parameters());
    rectified = relu;
  }

  /// Adds the two tensors of a layer; a dense layer is a convolution whose kernel covers the entire image.
  private void name(
      String name, int stageOutputs, int first, int outputs, Layer.@Nullable Conv2d conv) {
    int height = conv == null ? shape.height() : conv.kernelHeight();
    int width = conv == null ? shape.width() : conv.kernelWidth();
    int channels = shape.channels();
    int applied = 1;
    int fanOut = outputs;
    List<Long> weightShape = List.of((long) outputs, (long) channels * height * width);
    if (conv != null) {
      ImageShape out = shape.after(conv);
      applied = out.height() * out.width();
      fanOut = outputs * height * width;
      weightShape = List.of((long) outputs, (long) channels, (long) height, (long) width);
    }
    TensorLayout weight =
        new TensorLayout(
            name + ".weight",
            weightShape,
            new Initializer.Weights(false, channels * height * width, fanOut),
            offset,
            stageOutputs,
            first,
            outputs,
            channels,
            height,
            width,
            applied);
    tensors.add(weight);
    tensors.add(weight.bias(name + ".bias"));
  }
}
