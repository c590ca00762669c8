package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.evenkeel.core.data.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkTest {

  @Test
  void tensorsAreCalledAndShapedAsPyTorchWouldHaveThem() {
    Network nature = Networks.nature(6);
    assertEquals(
        List.of(
            "conv1.weight",
            "conv1.bias",
            "conv2.weight",
            "conv2.bias",
            "conv3.weight",
            "conv3.bias",
            "fc.weight",
            "fc.bias",
            "out.weight",
            "out.bias"),
        nature.tensorNames());
    assertEquals(List.of(32L, 4L, 8L, 8L), nature.tensorShape("conv1.weight"));
    assertEquals(List.of(512L, 3136L), nature.tensorShape("fc.weight"));
    assertEquals(List.of(6L), nature.tensorShape("out.bias"));
    assertEquals(1_687_206, nature.parameterCount());
    assertEquals(
        List.of("0.weight", "0.bias", "2.weight", "2.bias"),
        Network.dense(new Form.Vector(4), 8, 2).tensorNames());
    assertEquals(
        List.of("value.weight", "value.bias", "advantage.weight", "advantage.bias"),
        Network.of(new Form.Vector(4), Layer.dueling(3)).tensorNames());
  }

  @Test
  void everyParameterBelongsToExactlyOneTensorElement() {
    for (Network network :
        List.of(
            Networks.minatar(7, 6),
            Network.dense(new Form.OneHot(33), 65, 3),
            Network.of(
                new Form.Bytes(9, 8, 3),
                Layer.conv(37, 4, 2),
                Layer.flatten(),
                Layer.dense(33),
                Layer.dueling(40)))) {
      float[] theta = new float[network.parameterCount()];
      int next = 1;
      for (String name : network.tensorNames()) {
        float[] values = new float[network.tensor(theta, name).length];
        for (int i = 0; i < values.length; i++) {
          values[i] = next++;
        }
        network.setTensor(theta, name, values);
        assertArrayEquals(values, network.tensor(theta, name));
      }
      Set<Float> seen = new HashSet<>();
      for (float v : theta) {
        assertTrue(v > 0 && seen.add(v));
      }
    }
  }

  @Test
  void weightsSurviveAFile(@TempDir Path folder) throws IOException {
    Network network = Networks.minatar(4, 6);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(3));
    Path file = folder.resolve("policy.safetensors");
    network.save(theta).write(file);
    assertArrayEquals(theta, network.load(SafeTensors.read(file)));
  }

  @Test
  void aFileOfAnotherNetworkIsRefused() {
    Network network = Networks.minatar(4, 6);
    SafeTensors other = save(Networks.minatar(4, 3), 1);
    assertMessage("tensor 'out.weight' must have shape [6, 128], was [3, 128]", network, other);
    assertMessage(
        "the network has the tensors [conv.bias, conv.weight, fc.bias, fc.weight, out.bias,"
            + " out.weight], but the file has [0.bias, 0.weight]",
        network,
        save(Network.dense(new Form.Vector(3), 2), 1));
    SafeTensors.Builder longs = SafeTensors.builder();
    for (String name : network.tensorNames()) {
      List<Long> shape = network.tensorShape(name);
      long size = shape.stream().reduce(1L, (a, b) -> a * b);
      longs.tensor(
          name,
          new SafeTensors.Tensor(
              SafeTensors.Type.I64, shape, java.nio.ByteBuffer.allocate((int) (8 * size))));
    }
    assertMessage(
        "tensor 'conv.weight' must contain floats, was of type I64", network, longs.build());
    float[] theta = new float[network.parameterCount()];
    float[] weights = network.tensor(theta, "fc.bias");
    weights[5] = Float.NaN;
    network.setTensor(theta, "fc.bias", weights);
    assertMessage(
        "tensor 'fc.bias' must be finite, but element 5 is NaN", network, network.save(theta));
  }

  private static SafeTensors save(Network network, long seed) {
    return network.save(network.newParameters(Initializer.PYTORCH, new Random(seed)));
  }

  private static void assertMessage(String message, Network network, SafeTensors file) {
    var e = assertThrows(IllegalArgumentException.class, () -> network.load(file));
    assertEquals(message, e.getMessage());
  }

  @Test
  void initializersKeepTheirBoundsAndTheirSeeds() {
    Network network = Network.dense(new Form.Vector(100), 200, 4);
    float[] theta = network.newParameters(Initializer.PYTORCH, new Random(1));
    assertBounds(network.tensor(theta, "0.weight"), 0.1, 0.1 / Math.sqrt(3));
    assertBounds(network.tensor(theta, "0.bias"), 0.1, 0.1 / Math.sqrt(3));
    assertArrayEquals(theta, network.newParameters(Initializer.PYTORCH, new Random(1)));
    assertArrayEquals(theta, network.newParameters(Initializer.TORCH7, new Random(1)));
    float[] other = network.newParameters(Initializer.PYTORCH, new Random(2));
    assertNotEquals(theta[0], other[0]);

    theta = network.newParameters(Initializer.HE_UNIFORM, new Random(1));
    assertBounds(network.tensor(theta, "0.weight"), Math.sqrt(0.03), 0.1);
    for (float b : network.tensor(theta, "0.bias")) {
      assertEquals(0.1f, b);
    }
    theta = network.newParameters(Initializer.NORMAL_002, new Random(1));
    float[] weights = network.tensor(theta, "0.weight");
    assertBounds(weights, 0.02 * 6, 0.02);
    for (float b : network.tensor(theta, "0.bias")) {
      assertEquals(0f, b);
    }
  }

  /// The deviation of n draws has a relative error of about 1/sqrt(2n): 0.5 % of 20,000 draws, 5 % of
  /// 200; five of those errors are allowed.
  private static void assertBounds(float[] values, double bound, double deviation) {
    double sum = 0;
    double squares = 0;
    for (float v : values) {
      assertTrue(Math.abs(v) <= bound);
      sum += v;
      squares += (double) v * v;
    }
    double n = values.length;
    assertEquals(0, sum / n, 5 * deviation / Math.sqrt(n));
    assertEquals(deviation, Math.sqrt(squares / n), 5 * deviation / Math.sqrt(2 * n));
  }

  @Test
  void operationsAreThoseOfThePapersNetwork() {
    assertEquals(0.60e9, 32 * Networks.nature(6).forwardOperations(), 0.005e9);
    assertFalse(Networks.minatar(4, 6).toString().isEmpty());
  }
}
