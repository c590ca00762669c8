package org.evenkeel.core.nn;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// Adam's step in vectors: the formula of [ScalarKernels#adam], bit for bit, at a speed that does
/// not depend on the numbers.
///
/// **The problem.** The weights of a unit that no longer fires get no gradient. Their means shrink by the factor beta1
/// at each step until they are subnormal, and there they get stuck: 0.9 * 4 units, rounded to a whole number of units,
/// is 4 units again. Later the mean squares get stuck in the same way. In the Gridworld experiment most of the means
/// end like this. Processors handle subnormal numbers at half their speed, and divide or take roots of them more slowly
/// still (measured on a Zen 4: 9 us for 32,000 parameters became 17 to 22).
///
/// **The solution.** A mean of so few units that beta1 does not change it ([Kernels.AdamStep#stuckMean]) is not
/// multiplied at all. A mean square needs thousands of steps to get that small, so its product is computed in
/// whole units of 2^-149, the units that the bits of a subnormal number count. `fma(units, beta2, 2^23)` is rounded
/// once, to a whole number, ties to even, as the product itself would be, and the lowest 23 bits of the result are the
/// bits of the product.
///
/// **A mean too small to move its weight** is not divided but treated as 0. A denominator is at least epsilon, so the
/// weight would change by at most `step * mean / epsilon`. [Kernels.AdamStep#tinyMean] is chosen so that this is less
/// than a quarter of a unit in the last place of any weight not smaller than [Kernels.AdamStep#SMALL_WEIGHT]. This also
/// avoids the root of a subnormal number. All other numbers, including infinities and NaN, are computed by the formula.
final class VectorAdam {
  private static final VectorSpecies<Float> FLOATS = VectorKernels.FLOATS;
  private static final int LANES = FLOATS.length();
  private static final int MAGNITUDE = 0x7fff_ffff;
  private static final int SMALLEST_NORMAL = 0x80_0000;
  private static final int FRACTION = 0x7f_ffff;
  private static final float TWO_TO_23 = 0x1p23f;

  private VectorAdam() {}

  /// Processes the complete vectors in a range and returns the position where it stopped.
  static int step(
      Kernels.AdamStep s, float[] w, float[] g, float[] m, float[] v, int from, int to) {
    float beta1 = s.beta1;
    float rest1 = s.rest1;
    float beta2 = s.beta2;
    float rest2 = s.rest2;
    float step = s.step;
    float scale = s.scale;
    float epsilon = s.epsilon;
    int tinyMean = Float.floatToIntBits(s.tinyMean);
    int smallWeight = Float.floatToIntBits(Kernels.AdamStep.SMALL_WEIGHT);
    int stuckMean = s.stuckMean;
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      FloatVector gradient = FloatVector.fromArray(FLOATS, g, i);

      FloatVector mean = FloatVector.fromArray(FLOATS, m, i);
      VectorMask<Float> moving =
          mean.reinterpretAsInts()
              .and(MAGNITUDE)
              .compare(VectorOperators.GT, stuckMean)
              .cast(FLOATS);
      mean = mean.lanewise(VectorOperators.MUL, beta1, moving).add(gradient.mul(rest1));
      mean.intoArray(m, i);

      FloatVector square = FloatVector.fromArray(FLOATS, v, i);
      IntVector bits = square.reinterpretAsInts();
      // Without a sign: a negative square (-0 from a file) is left to the formula.
      VectorMask<Float> subnormal = bits.compare(VectorOperators.ULT, SMALLEST_NORMAL).cast(FLOATS);
      FloatVector rounded =
          ((FloatVector) bits.convert(VectorOperators.I2F, 0)).fma(beta2, TWO_TO_23);
      FloatVector product = rounded.reinterpretAsInts().and(FRACTION).reinterpretAsFloats();
      square =
          square
              .lanewise(VectorOperators.MUL, beta2, subnormal.not())
              .blend(product, subnormal)
              .add(gradient.mul(gradient).mul(rest2));
      square.intoArray(v, i);

      FloatVector weight = FloatVector.fromArray(FLOATS, w, i);
      VectorMask<Integer> still =
          mean.reinterpretAsInts()
              .and(MAGNITUDE)
              .compare(VectorOperators.LT, tinyMean)
              .and(
                  weight
                      .reinterpretAsInts()
                      .and(MAGNITUDE)
                      .compare(VectorOperators.GE, smallWeight));
      mean = mean.blend(0f, still.cast(FLOATS));
      square = square.blend(0f, still.cast(FLOATS).and(subnormal));
      weight.sub(mean.div(square.sqrt().mul(scale).add(epsilon)).mul(step)).intoArray(w, i);
    }
    return i;
  }
}
