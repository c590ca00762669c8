package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Single layers against PyTorch: outputs, gradients by the parameters and by the input.
@Tag("kernels")
class LayerOracleTest {

  @ParameterizedTest
  @ValueSource(strings = {"1x1x1", "3x5x4", "5x33x17", "32x24x6"})
  void denseLayersArePyTorchs(String size) {
    Oracle oracle = new Oracle("nn/dense_" + size);
    int inputs = oracle.integer("inputs");
    int outputs = oracle.integer("outputs");
    int n = oracle.integer("batch");
    Network network = Network.of(new Form.Vector(inputs), Layer.dense(outputs, "dense"));
    float[] theta = new float[network.parameterCount()];
    network.setTensor(theta, "dense.weight", oracle.floats("dense.w"));
    network.setTensor(theta, "dense.bias", oracle.floats("dense.b"));
    OneStage run =
        new OneStage(
            new DenseStage(inputs, outputs, false, false, 0),
            n,
            theta,
            oracle.floats("x"),
            oracle.floats("gy"));
    oracle.check("y", run.y);
    oracle.check("gx", run.gx);
    oracle.check("gdense.w", network.tensor(run.gradient, "dense.weight"));
    oracle.check("gdense.b", network.tensor(run.gradient, "dense.bias"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1x1_s1_2x3x5x4",
        "3x3_s1_1x1x3x3",
        "3x3_s1_2x4x10x10",
        "3x3_s1_2x5x7x7",
        "3x3_s2_2x3x8x9",
        "4x4_s2_2x3x9x9",
        "4x4_s2_3x2x10x11",
        "5x3_s2_1x2x9x7",
        "8x8_s4_1x2x23x21",
        "8x8_s4_2x4x20x20"
      })
  void convolutionsArePyTorchs(String size) {
    Oracle oracle = new Oracle("nn/conv_" + size);
    Layer.Conv2d layer = layer(oracle);
    ImageShape in =
        new ImageShape(
            oracle.integer("height"), oracle.integer("width"), oracle.integer("channels"));
    ImageShape out = in.after(layer);
    int n = oracle.integer("batch");
    TensorLayout weight = weight(layer, in.channels());
    float[] theta = theta(oracle, weight);
    OneStage run =
        new OneStage(
            new ConvStage(in, layer, false, false, 0),
            n,
            theta,
            toNhwc(oracle.floats("x"), in),
            toNhwc(oracle.floats("gy"), out));
    oracle.check("y", toNchw(run.y, out));
    oracle.check("gx", toNchw(run.gx, in));
    oracle.check("gconv.w", read(run.gradient, weight));
    oracle.check("gconv.b", read(run.gradient, weight.bias("b")));
  }

  @Test
  void aPaddedConvolutionIsPyTorchs() {
    Oracle oracle = new Oracle("nn/conv_8x8_s4_p1_2x2x12x12");
    Layer.Conv2d layer = layer(oracle);
    int padding = oracle.integer("padding");
    ImageShape in = new ImageShape(12, 12, 2);
    ImageShape padded = in.padded(padding);
    ImageShape out = padded.after(layer);
    int n = oracle.integer("batch");
    TensorLayout weight = weight(layer, in.channels());
    float[] theta = theta(oracle, weight);
    PadStage pad = new PadStage(in, padding, false);
    float[] x = toNhwc(oracle.floats("x"), in);
    OneStage padding1 = new OneStage(pad, n, theta, x, new float[n * pad.outputs()]);
    OneStage run =
        new OneStage(
            new ConvStage(padded, layer, false, false, 0),
            n,
            theta,
            padding1.y,
            toNhwc(oracle.floats("gy"), out));
    OneStage back = new OneStage(pad, n, theta, x, run.gx);
    oracle.check("y", toNchw(run.y, out));
    oracle.check("gx", toNchw(back.gx, in));
    oracle.check("gconv.w", read(run.gradient, weight));
    oracle.check("gconv.b", read(run.gradient, weight.bias("b")));
  }

  @Test
  void aPaddedConvolutionWorksInsideANetworkToo() {
    Oracle oracle = new Oracle("nn/conv_8x8_s4_p1_2x2x12x12");
    Layer.Conv2d layer = layer(oracle).padded(oracle.integer("padding"));
    Network network =
        Network.of(new Form.Bytes(12, 12, 2), layer, Layer.relu(), Layer.flatten(), Layer.dense(3));
    float[] theta = network.newParameters(Initializer.PYTORCH, new java.util.Random(4));
    FiniteDifferences.check(network, theta, FiniteDifferences.randomBatch(network, 3, 5), 6);
  }

  @Test
  void theReluIsPyTorchs() {
    Oracle oracle = new Oracle("nn/relu");
    float[] x = oracle.floats("x");
    // A dense layer with the identity matrix, so that the ReLU is all that happens.
    Network network = Network.of(new Form.Vector(x.length), Layer.dense(x.length), Layer.relu());
    float[] theta = new float[network.parameterCount()];
    float[] identity = new float[x.length * x.length];
    for (int i = 0; i < x.length; i++) {
      identity[i * (x.length + 1)] = 1;
    }
    network.setTensor(theta, "0.weight", identity);
    Batch batch = new Batch(network.input(), 1).resize(1);
    batch.setVector(0, x, 0);
    Workspace workspace = new Workspace(network, 1, Workers.of(1));
    float[] y = workspace.forward(theta, batch).clone();
    for (int i = 0; i < y.length; i++) {
      y[i] += 0f; // -0 and 0 count as equal
    }
    assertArrayEquals(oracle.floats("y"), y);
    System.arraycopy(oracle.floats("gy"), 0, workspace.outputGradient(), 0, x.length);
    float[] gradient = new float[theta.length];
    workspace.backward(theta, gradient);
    assertArrayEquals(oracle.floats("gx"), network.tensor(gradient, "0.bias"));
  }

  @Test
  void aFlattenedImageMeetsItsDenseLayerInPyTorchsOrder() {
    Oracle oracle = new Oracle("nn/flatten_orders");
    ImageShape image =
        new ImageShape(
            oracle.integer("height"), oracle.integer("width"), oracle.integer("channels"));
    int n = oracle.integer("batch");
    int outputs = oracle.integer("outputs");
    TensorLayout weight =
        new TensorLayout(
            "w",
            java.util.List.of(),
            new Initializer.Weights(false, image.size(), outputs),
            0,
            outputs,
            0,
            outputs,
            image.channels(),
            image.height(),
            image.width(),
            1);
    float[] theta = new float[(image.size() + 1) * outputs];
    write(theta, weight, oracle.floats("w_nchw"));
    write(theta, weight.bias("b"), oracle.floats("bias"));
    OneStage run =
        new OneStage(
            new DenseStage(image.size(), outputs, false, false, 0),
            n,
            theta,
            oracle.floats("x_nhwc"),
            oracle.floats("gy"));
    oracle.check("y", run.y);
    oracle.check("gw_nchw", read(run.gradient, weight));
  }

  @Test
  void theDuelingCombinationIsPyTorchs() {
    Oracle oracle = new Oracle("nn/dueling_combine");
    int n = oracle.integer("batch");
    int actions = oracle.integer("actions");
    float[] v = oracle.floats("v");
    float[] a = oracle.floats("a");
    float[] x = new float[n * (actions + 1)];
    for (int i = 0; i < n; i++) {
      System.arraycopy(a, i * actions, x, i * (actions + 1), actions);
      x[i * (actions + 1) + actions] = v[i];
    }
    OneStage run = new OneStage(new DuelingStage(actions), n, x, x, oracle.floats("gq"));
    oracle.check("q", run.y);
    float[] gv = new float[n];
    float[] ga = new float[n * actions];
    for (int i = 0; i < n; i++) {
      System.arraycopy(run.gx, i * (actions + 1), ga, i * actions, actions);
      gv[i] = run.gx[i * (actions + 1) + actions];
    }
    oracle.check("gv", gv);
    oracle.check("ga", ga);
  }

  @Test
  void theDuelingHeadIsPyTorchs() {
    Oracle oracle = new Oracle("nn/dueling_head");
    int n = oracle.integer("batch");
    int features = oracle.integer("features");
    int actions = oracle.integer("actions");
    Network network = Network.of(new Form.Vector(features), Layer.dueling(actions));
    float[] theta = new float[network.parameterCount()];
    for (String name : network.tensorNames()) {
      network.setTensor(
          theta, name, oracle.floats(name.replace(".weight", ".w").replace(".bias", ".b")));
    }
    Batch batch = new Batch(network.input(), n).resize(n);
    for (int i = 0; i < n; i++) {
      batch.setVector(i, oracle.floats("x"), i * features);
    }
    Workspace workspace = new Workspace(network, n, Workers.of(1));
    oracle.check("y", workspace.forward(theta, batch));
    System.arraycopy(oracle.floats("gy"), 0, workspace.outputGradient(), 0, n * actions);
    float[] gradient = new float[theta.length];
    workspace.backward(theta, gradient);
    for (String name : network.tensorNames()) {
      String oracleName = "g" + name.replace(".weight", ".w").replace(".bias", ".b");
      oracle.check(oracleName, network.tensor(gradient, name));
    }
  }

  /// All blocks of one stage, forward and backward.
  private static final class OneStage {
    final float[] y;
    final float[] gx;
    final float[] gradient;

    OneStage(Stage stage, int n, float[] theta, float[] x, float[] gy) {
      Scratch scratch = new Scratch(stage.scratchSize(), n);
      Signal signal = new Signal(x);
      y = new float[n * stage.outputs()];
      gx = new float[n * stage.inputs()];
      gradient = new float[theta.length];
      Arrays.fill(gx, Float.NaN);
      for (int b = 0; b < stage.forwardBlocks(n); b++) {
        stage.forward(b, n, signal, null, theta, y, scratch);
      }
      float[] transposed = new float[stage.transposedSize(n)];
      for (int b = 0; b < stage.transposeBlocks(); b++) {
        stage.transpose(b, n, theta, gy, transposed);
      }
      for (int b = 0; b < stage.inputBlocks(n); b++) {
        stage.inputGradient(b, n, signal, theta, new Stage.Backward(gy, transposed, gx), scratch);
      }
      for (int b = 0; b < stage.weightBlocks(); b++) {
        stage.weightGradient(b, n, signal, gy, gradient, scratch);
      }
    }
  }

  private static Layer.Conv2d layer(Oracle oracle) {
    return new Layer.Conv2d(
        oracle.integer("filters"),
        oracle.integer("kernel_height"),
        oracle.integer("kernel_width"),
        oracle.integer("stride"),
        0,
        "conv");
  }

  private static TensorLayout weight(Layer.Conv2d layer, int channels) {
    return new TensorLayout(
        "w",
        java.util.List.of(),
        new Initializer.Weights(
            false, channels * layer.kernelHeight() * layer.kernelWidth(), layer.filters()),
        0,
        layer.filters(),
        0,
        layer.filters(),
        channels,
        layer.kernelHeight(),
        layer.kernelWidth(),
        1);
  }

  private static float[] theta(Oracle oracle, TensorLayout weight) {
    float[] theta = new float[weight.size() + weight.outputs()];
    write(theta, weight, oracle.floats("conv.w"));
    write(theta, weight.bias("b"), oracle.floats("conv.b"));
    return theta;
  }

  private static void write(float[] theta, TensorLayout tensor, float[] values) {
    for (int i = 0; i < tensor.size(); i++) {
      theta[tensor.at(i)] = values[i];
    }
  }

  private static float[] read(float[] theta, TensorLayout tensor) {
    float[] values = new float[tensor.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = theta[tensor.at(i)];
    }
    return values;
  }

  private static float[] toNhwc(float[] nchw, ImageShape shape) {
    float[] nhwc = new float[nchw.length];
    int area = shape.height() * shape.width();
    for (int i = 0; i < nchw.length; i++) {
      int sample = i / shape.size();
      int rest = i % shape.size();
      nhwc[sample * shape.size() + rest % area * shape.channels() + rest / area] = nchw[i];
    }
    return nhwc;
  }

  private static float[] toNchw(float[] nhwc, ImageShape shape) {
    float[] nchw = new float[nhwc.length];
    int area = shape.height() * shape.width();
    for (int i = 0; i < nchw.length; i++) {
      int sample = i / shape.size();
      int rest = i % shape.size();
      nchw[i] = nhwc[sample * shape.size() + rest % area * shape.channels() + rest / area];
    }
    return nchw;
  }
}
