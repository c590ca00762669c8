package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.stream.Stream;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Gradients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Bad input is refused in one sentence that says what was wanted and what was given.
class BadInputTest {
  private static final Network DENSE = Network.dense(new Form.Vector(3), 4, 2);

  private static Arguments refused(String message, Executable call) {
    return Arguments.of(message, call);
  }

  static Stream<Arguments> calls() {
    Batch vectors = new Batch(new Form.Vector(3), 2).resize(2);
    Batch states = new Batch(new Form.OneHot(5), 2).resize(1);
    Batch planes = new Batch(new Form.BitPlanes(10, 10, 4), 2).resize(1);
    Batch frames = new Batch(new Form.Bytes(84, 84, 4), 1).resize(1);
    Workspace workspace = new Workspace(DENSE, 2, Workers.of(1));
    Evaluator evaluator = new Evaluator(DENSE, 2, 3, Workers.of(1));
    float[] theta = new float[DENSE.parameterCount()];
    float[][] three = {theta, theta, theta};
    return Stream.of(
        refused("size must be >= 1, was 0", () -> new Form.Vector(0)),
        refused("size must be >= 1, was -3", () -> new Form.OneHot(-3)),
        refused("channels must be >= 1, was 0", () -> new Form.BitPlanes(10, 10, 0)),
        refused(
            "height * width * channels must be <= 67108864, was 1000000000 * 4",
            () -> new Form.Bytes(100_000, 10_000, 4)),
        refused("outputs must be >= 1, was 0", () -> Layer.dense(0)),
        refused("stride must be >= 1, was 0", () -> Layer.conv(3, 3, 0)),
        refused("padding must be >= 0, was -1", () -> Layer.conv(3, 3, 1).padded(-1)),
        refused("actions must be >= 1, was 0", () -> Layer.dueling(0)),
        refused(
            "a network needs at least one layer with weights",
            () -> Network.of(new Form.Vector(3))),
        refused(
            "layer 0, Relu[]: a ReLU must follow a dense or convolution layer",
            () -> Network.of(new Form.Vector(3), Layer.relu(), Layer.dense(2))),
        refused(
            "layer 0, Dense[outputs=2, name=]: this layer needs a vector, was given an image of 84 x 84 x 4: put a flatten before it",
            () -> Network.of(new Form.Bytes(84, 84, 4), Layer.dense(2))),
        refused(
            "layer 0, Conv2d[filters=2, kernelHeight=3, kernelWidth=3, stride=1, padding=0, name=]: a"
                + " convolution needs an image, was given a vector",
            () -> Network.of(new Form.Vector(9), Layer.conv(2, 3, 1))),
        refused(
            "layer 0, Conv2d[filters=2, kernelHeight=11, kernelWidth=11, stride=1, padding=0, name=]: a"
                + " kernel of 11 x 11 does not fit in an image of 10 x 10",
            () -> Network.of(new Form.BitPlanes(10, 10, 4), Layer.conv(2, 11, 1))),
        refused(
            "a network must end with a dense layer or a dueling head, was Relu[]",
            () -> Network.of(new Form.Bytes(9, 9, 4), Layer.conv(2, 3, 1), Layer.relu())),
        refused(
            "a network must end with a dense layer or a dueling head, was Flatten[]",
            () -> Network.of(new Form.Bytes(9, 9, 4), Layer.conv(2, 3, 1), Layer.flatten())),
        refused(
            "layer 0, Dueling[actions=2147483647, name=]: inputs * actions must be <= 67108864, was 3 *"
                + " 2147483648",
            () -> Network.of(new Form.Vector(3), Layer.dueling(Integer.MAX_VALUE))),
        refused(
            "layer 0, Conv2d[filters=1, kernelHeight=3, kernelWidth=3, stride=1, padding=2147483647,"
                + " name=]: its pixels must be <= 67108864, was 4294967304 * 4294967304",
            () ->
                Network.of(
                    new Form.BitPlanes(10, 10, 4),
                    Layer.conv(1, 3, 1).padded(Integer.MAX_VALUE),
                    Layer.flatten(),
                    Layer.dense(2))),
        refused(
            "layer 2, Dense[outputs=8000, name=]: parameters must be <= 67108864, was 96016000",
            () -> Network.dense(new Form.Vector(4_000), 8_000, 8_000)),
        refused(
            "the batch is empty: call resize before setting its rows",
            () -> new Batch(new Form.Vector(3), 2).setVector(0, new float[3], 0)),
        refused(
            "layer 0, Dueling[actions=2, name=]: a dueling head must be the last layer",
            () -> Network.of(new Form.Vector(3), Layer.dueling(2), Layer.relu())),
        refused(
            "layer 0, Dense[outputs=60000, name=]: inputs * outputs must be <= 67108864, was 60000 * 60000",
            () -> Network.dense(new Form.Vector(60_000), 60_000, 2)),
        refused(
            "two tensors have the name 'a.weight': give the layers different names",
            () ->
                Network.of(
                    new Form.Vector(3), Layer.dense(2, "a"), Layer.relu(), Layer.dense(2, "a"))),
        refused("capacity must be >= 1, was 0", () -> new Batch(new Form.Vector(3), 0)),
        refused("size must be 0 to 2, was 3", () -> vectors.resize(3)),
        refused("row must be 0 to 1, was 2", () -> vectors.setVector(2, new float[3], 0)),
        refused("row must be 0 to 0, was -1", () -> states.setIndex(-1, 0)),
        refused("state must be 0 to 4, was 5", () -> states.setIndex(0, 5)),
        refused(
            "observation[1] must be finite, was NaN",
            () -> vectors.setVector(0, new float[] {0, Float.NaN, 0}, 0)),
        refused(
            "observation[2] must be finite, was -Infinity",
            () -> vectors.setVector(0, new float[] {9, 0, 1, Float.NEGATIVE_INFINITY}, 1)),
        refused(
            "an observation has 3 values, but only 2 remain from position 0",
            () -> vectors.setVector(0, new float[2], 0)),
        refused(
            "an observation has 7 values, but only 6 remain from position 1",
            () -> planes.setBits(0, new long[7], 1)),
        refused(
            "an observation has 28224 values, but only 5 remain from position -1",
            () -> frames.setBytes(0, new byte[5], -1)),
        refused(
            "this batch holds one of 5 states, was given a vector",
            () -> states.setVector(0, new float[5], 0)),
        refused("maxBatch must be >= 1, was 0", () -> new Workspace(DENSE, 0, Workers.of(1))),
        refused("maxSets must be >= 1, was 0", () -> new Evaluator(DENSE, 1, 0, Workers.of(1))),
        refused("threads must be 1 to 256, was 0", () -> Workers.of(0)),
        refused(
            "the network needs a vector of length 3, but the batch holds one of 5 states",
            () -> workspace.forward(theta, states)),
        refused(
            "batch size must be 1 to 2, was 0",
            () -> workspace.forward(theta, new Batch(new Form.Vector(3), 2))),
        refused(
            "batch size must be 1 to 2, was 3",
            () -> workspace.forward(theta, new Batch(new Form.Vector(3), 3).resize(3))),
        refused(
            "parameters must have length 26, was 25",
            () -> workspace.forward(new float[25], vectors)),
        refused("sets must be 1 to 3, was 4", () -> evaluator.evaluate(three, 4, vectors)),
        refused(
            "parameter sets must have length >= 3, was 1",
            () -> evaluator.evaluate(new float[][] {theta}, 3, vectors)),
        refused(
            "rows of set 0 must be 0 to 2, was 3",
            () -> evaluator.evaluate(three, 1, vectors, new int[1][9], new int[] {3})),
        refused(
            "row 0 of set 0 must be 0 to 1, was 7",
            () -> evaluator.evaluate(three, 1, vectors, new int[][] {{7, 0}}, new int[] {1})),
        refused("set must be 0 to 2, was 3", () -> evaluator.values(3)),
        refused(
            "unknown tensor 'fc': the network has [0.weight, 0.bias, 2.weight, 2.bias]",
            () -> DENSE.tensor(theta, "fc")),
        refused(
            "tensor '0.bias' must have length 4, was 3",
            () -> DENSE.setTensor(theta, "0.bias", new float[3])),
        refused(
            "maxNorm must be a finite number > 0, was 0.0",
            () -> new Gradients().clipNorm(new float[1], 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void isRefusedInOneSentence(String message, Executable call) {
    var e = assertThrows(IllegalArgumentException.class, call);
    assertEquals(message, e.getMessage());
  }

  @Test
  void badSamplesOfALossAreRefusedAndTheGradientStays() {
    Workspace workspace = new Workspace(DENSE, 2, Workers.of(1));
    float[] theta = DENSE.newParameters(Initializer.PYTORCH, new Random(1));
    workspace.forward(theta, FiniteDifferences.randomBatch(DENSE, 2, 1));
    float[] before = workspace.outputGradient().clone();
    Loss loss = new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN);
    assertMessage(
        "action of sample 1 must be 0 to 1, was 2",
        () -> workspace.loss(loss, new int[] {0, 2}, new float[2], null));
    assertMessage(
        "target of sample 0 must be finite, was NaN",
        () -> workspace.loss(loss, new int[2], new float[] {Float.NaN, 0}, null));
    assertMessage(
        "weight of sample 1 must be >= 0 and finite, was -1.0",
        () -> workspace.loss(loss, new int[2], new float[2], new float[] {1, -1}));
    assertMessage(
        "y must have length >= 2, was 1",
        () -> workspace.loss(loss, new int[2], new float[1], null));
    assertArrayEquals(before, workspace.outputGradient());
    assertMessage(
        "backward requires the parameter array of the last forward pass, was given another one",
        () -> workspace.backward(theta.clone(), new float[theta.length]));
    assertMessage(
        "gradient must have length 26, was 1", () -> workspace.backward(theta, new float[1]));
  }

  private static void assertMessage(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void aRefusedForwardPassLeavesTheLastOneInPlace() {
    Workspace workspace = new Workspace(DENSE, 2, Workers.of(1));
    float[] theta = DENSE.newParameters(Initializer.PYTORCH, new Random(1));
    float[] other = DENSE.newParameters(Initializer.PYTORCH, new Random(2));
    workspace.forward(theta, FiniteDifferences.randomBatch(DENSE, 2, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> workspace.forward(other, new Batch(new Form.OneHot(5), 1).resize(1)));
    assertMessage(
        "backward requires the parameter array of the last forward pass, was given another one",
        () -> workspace.backward(other, new float[theta.length]));
    workspace.backward(theta, new float[theta.length]);
  }

  @Test
  void aStepThatCouldNotBeMadeDoesNotCount() {
    int many = 100_000;
    OptimizerState state = new Optimizer.Adam(1e-3).start(many);
    Workers closed = Workers.of(2);
    closed.close();
    float[] theta = new float[many];
    assertThrows(IllegalStateException.class, () -> state.step(theta, new float[many], closed));
    assertEquals(0, state.steps());
  }

  @Test
  void aBackwardPassWithoutAForwardPassIsRefused() {
    Workspace workspace = new Workspace(DENSE, 2, Workers.of(1));
    float[] theta = new float[DENSE.parameterCount()];
    var e =
        assertThrows(IllegalStateException.class, () -> workspace.backward(theta, theta.clone()));
    assertEquals("there was no forward pass yet", e.getMessage());
  }

  @Test
  void aRefusedObservationLeavesTheBatchAsItWas() {
    Batch batch = new Batch(new Form.Vector(2), 1).resize(1);
    batch.setVector(0, new float[] {1, 2}, 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> batch.setVector(0, new float[] {5, Float.POSITIVE_INFINITY}, 0));
    assertArrayEquals(new float[] {1, 2}, batch.floats());
  }
}
