package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The actions of a policy whose best action is the place of the largest input: the network is a unit matrix.
final class PolicyAnswersTest {
  private static Policy unit(Form form, Layer... before) {
    int size = form.size();
    Layer[] layers = Arrays.copyOf(before, before.length + 1);
    layers[before.length] = Layer.dense(size, "out");
    Network network = Network.of(form, layers);
    float[] theta = new float[network.parameterCount()];
    float[] weights = new float[size * size];
    for (int i = 0; i < size; i++) {
      weights[i * size + i] = 1;
    }
    network.setTensor(theta, "out.weight", weights);
    return new Policy(network, new Combine.Mean(), new float[][] {theta});
  }

  private static final Policy VECTOR = unit(new Form.Vector(3));
  private static final Policy STATES = unit(new Form.OneHot(3));
  private static final Policy PLANES = unit(new Form.BitPlanes(1, 1, 3), Layer.flatten());
  private static final Policy BYTES = unit(new Form.Bytes(1, 1, 3), Layer.flatten());

  @Test
  void theBestActionIsTheSameHoweverItIsAskedFor() {
    for (int best = 0; best < 3; best++) {
      float[] vector = {-1, -1, -1};
      vector[best] = 0.5f;
      byte[] bytes = {3, 3, 3};
      bytes[best] = (byte) 200;
      assertEquals(best, VECTOR.act(vector));
      assertEquals(best, STATES.act(best));
      assertEquals(best, PLANES.act(new long[] {1L << best}));
      assertEquals(best, BYTES.act(bytes));
      Observation seen = new Observation(new Form.Vector(3));
      seen.set(best, 1);
      assertEquals(best, VECTOR.act(seen));
    }
  }

  @Test
  void whatIsNotItsInputIsRefused() {
    refused(STATES.input().toString(), "3", () -> STATES.act(3));
    refused(STATES.input().toString(), "-1", () -> STATES.act(-1));
    refused("float[] of length 3", "2", () -> VECTOR.act(2));
    refused("float[] of length 3", "float[] of length 2", () -> VECTOR.act(new float[2]));
    refused("byte[] of length 3", "byte[] of length 4", () -> BYTES.act(new byte[4]));
    refused("long[] of length 1", "byte[] of length 3", () -> PLANES.act(new byte[3]));
    refused("long[] of length 1", "long[] of length 2", () -> PLANES.act(new long[2]));
    refused("byte[] of length 3", "long[] of length 1", () -> BYTES.act(new long[1]));
    refused("0 to 2", "float[] of length 3", () -> STATES.act(new float[3]));
  }

  private static void refused(String wanted, String given, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(wanted) && message.contains(given), message);
  }

  @Test
  void valuesNeedRoomForEveryAction() {
    float[] vector = {1, 2, 3};
    Observation seen = new Observation(new Form.Vector(3));
    seen.set(1, 7);
    refused("q", "2", () -> VECTOR.values(vector, new float[2]));
    refused("q", "2", () -> VECTOR.values(seen, new float[2]));
    refused("q", "2", () -> VECTOR.values(seen, new float[2], new float[1][3]));
    float[] q = {9, 9, 9, 9};
    VECTOR.values(vector, q);
    assertArrayEquals(new float[] {1, 2, 3, 9}, q);
    VECTOR.values(seen, q, new float[1][3]);
    assertArrayEquals(new float[] {0, 7, 0, 9}, q);
  }

  @Test
  void aBatchIsAnsweredRowByRow() {
    PolicyBatch answers = VECTOR.batch(4, Workers.of(1));
    Batch batch = new Batch(new Form.Vector(3), 4).resize(2);
    batch.setVector(0, new float[] {1, 2, 3}, 0);
    batch.setVector(1, new float[] {6, 5, 4}, 0);
    float[] q = answers.values(batch);
    assertArrayEquals(new float[] {1, 2, 3, 6, 5, 4}, Arrays.copyOf(q, 6));
  }

  @Test
  void aTaskThatDoesNotFitTheNetworkIsRefused() {
    Spec good = Spec.vector(3).actions(3);
    assertEquals(good, VECTOR.forTask(good.maxEpisodeSteps(100)).spec());
    refused("3", "2", () -> VECTOR.forTask(Spec.vector(3).actions(2)));
    refused("3", "4", () -> VECTOR.forTask(Spec.vector(4).actions(3)));
  }

  /// A rule that keeps the arrays it was asked to write to.
  private record Seen(List<float[]> written) implements Combine {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      System.arraycopy(estimates[0], 0, combined, 0, size);
      written.add(combined);
    }
  }

  @Test
  void aThreadThatAsksAgainGetsTheSameWorkingMemory() {
    for (Policy asked : List.of(VECTOR, STATES)) {
      Seen seen = new Seen(new ArrayList<>());
      Policy policy = new Policy(asked.network(), seen, asked.parameters());
      Observation observation = new Observation(policy.input());
      float[] q = new float[3];
      for (int i = 0; i < 2; i++) {
        policy.act(observation);
        policy.values(observation, q);
        policy.values(observation, q, new float[1][3]);
        if (asked == STATES) {
          policy.act(1);
        } else {
          policy.act(new float[3]);
          policy.values(new float[3], q);
        }
      }
      for (float[] written : seen.written()) {
        assertSame(seen.written().getFirst(), written);
      }
      assertEquals(asked == STATES ? 8 : 10, seen.written().size());
    }
  }

  @Test
  void aPolicyDescribesItself() {
    String text = VECTOR.toString();
    assertTrue(text.contains(VECTOR.input().toString()), text);
    assertTrue(text.contains("3 actions") && text.contains("1 parameter set"), text);
    assertTrue(text.contains(new Combine.Mean().identity()), text);
  }
}
