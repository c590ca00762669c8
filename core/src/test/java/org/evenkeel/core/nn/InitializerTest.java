package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitializerTest {
  private static final Network NETWORK =
      Network.of(
          new Form.BitPlanes(5, 4, 3),
          Layer.conv(7, 2, 1),
          Layer.relu(),
          Layer.flatten(),
          Layer.dense(9),
          Layer.dueling(4));

  /// Checksums from before the interface was open.
  @ParameterizedTest
  @CsvSource({
    "PYTORCH, bf826207, 7a858a9f",
    "HE_UNIFORM, f8779aaf, 772ed2b0",
    "NORMAL_002, f289da98, 457df5ae",
    "TORCH7, bf826207, 7a858a9f"
  })
  void eachRuleGivesTheBitsWrittenDown(Initializer.Named rule, String ofRandom, String ofStream) {
    assertEquals(ofRandom, crc(NETWORK.newParameters(rule, new Random(3))));
    assertEquals(ofStream, crc(NETWORK.newParameters(rule, new RandomStream(3))));
  }

  private static String crc(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4);
    bytes.asFloatBuffer().put(values);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }

  @Test
  void theConstantsAreTheNamedOnes() {
    List<Initializer> constants =
        List.of(
            Initializer.PYTORCH,
            Initializer.HE_UNIFORM,
            Initializer.NORMAL_002,
            Initializer.TORCH7);
    assertEquals(List.of(Initializer.Named.values()), constants);
    assertEquals("[PYTORCH, HE_UNIFORM, NORMAL_002, TORCH7]", constants.toString());
    assertEquals("org.evenkeel.core.nn.Initializer$Named.TORCH7", Initializer.TORCH7.identity());
  }

  /// Glorot and Bengio 2010.
  private record Xavier(double gain) implements Initializer {
    @Override
    public float draw(Weights of, RandomGenerator random) {
      double bound = gain * Math.sqrt(6.0 / (of.fanIn() + of.fanOut()));
      return of.bias() ? 0 : (float) (bound * (2 * random.nextDouble() - 1));
    }
  }

  @Test
  void aCustomRuleDrawsEveryParameter() {
    float[] theta = NETWORK.newParameters(new Xavier(1), new Random(1));
    for (String name : NETWORK.tensorNames()) {
      float largest = 0;
      for (float w : NETWORK.tensor(theta, name)) {
        largest = Math.max(largest, Math.abs(w));
      }
      double bound =
          switch (name) {
            case "0.weight" -> Math.sqrt(6.0 / (12 + 28));
            case "3.weight" -> Math.sqrt(6.0 / (84 + 9));
            case "value.weight" -> Math.sqrt(6.0 / (9 + 1));
            case "advantage.weight" -> Math.sqrt(6.0 / (9 + 4));
            default -> 0;
          };
      assertEquals(bound, largest, 0.2 * bound, name);
    }
    assertEquals("org.evenkeel.core.nn.InitializerTest$Xavier[gain=1.0]", new Xavier(1).identity());
  }

  /// PyTorch's fan in and fan out, `init._calculate_fan_in_and_fan_out`; a bias has those of its weights.
  @Test
  void fansAreCountedAsInPyTorch() {
    List<String> seen = new ArrayList<>();
    Initializer spy =
        (of, random) -> {
          String text = (of.bias() ? "bias " : "weight ") + of.fanIn() + " " + of.fanOut();
          if (seen.isEmpty() || !seen.getLast().equals(text)) {
            seen.add(text);
          }
          return 0;
        };
    NETWORK.newParameters(spy, new Random(1));
    assertEquals(
        List.of(
            "weight 12 28",
            "bias 12 28",
            "weight 84 9",
            "bias 84 9",
            "weight 9 1",
            "bias 9 1",
            "weight 9 4",
            "bias 9 4"),
        seen);
  }

  @Test
  void aNumberThatIsNotFiniteIsReportedWithTheClass() {
    var e =
        assertThrows(
            IllegalStateException.class,
            () -> NETWORK.newParameters(new Xavier(Double.NaN), new Random(1)));
    assertEquals(
        "initializer org.evenkeel.core.nn.InitializerTest$Xavier drew NaN for element 0 of tensor"
            + " '0.weight'",
        e.getMessage());
    e =
        assertThrows(
            IllegalStateException.class,
            () ->
                NETWORK.newParameters(
                    (of, random) -> of.bias() ? Float.NEGATIVE_INFINITY : 0, new Random(1)));
    assertEquals(
        " drew -Infinity for element 0 of tensor '0.bias'",
        e.getMessage().substring(e.getMessage().indexOf(" drew")));
  }

  @Test
  void aStreamsOwnNormalNumbersAreThoseOfTheRule() {
    RandomStream a = new RandomStream(5);
    RandomStream b = new RandomStream(5);
    double[] own = new double[100];
    double[] ofRule = new double[100];
    for (int i = 0; i < 100; i++) {
      own[i] = a.nextGaussian();
      ofRule[i] = RandomStream.gaussian(b);
    }
    assertArrayEquals(own, ofRule);
  }
}
