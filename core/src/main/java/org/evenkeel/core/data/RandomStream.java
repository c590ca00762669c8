package org.evenkeel.core.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// A stream of random numbers whose state can be saved and whose numbers are the same on every machine and in every
/// Java version: xoshiro256++ (Blackman and Vigna 2019), seeded by SplitMix64.
///
/// Every `next` method is defined here, because [RandomGenerator] does not specify its algorithms. `ints`, `longs` and
/// `doubles` call the `next` method with the same arguments, as [RandomGenerator] requires. Only `equiDoubles` is left
/// to the platform. The `next` methods allocate nothing.
public final class RandomStream implements RandomGenerator {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long s0;
  private long s1;
  private long s2;
  private long s3;

  /// Creates a stream that starts from this seed.
  public RandomStream(long seed) {
    restart(seed);
  }

  /// Starts again from this seed.
  public void restart(long seed) {
    long state = seed;
    s0 = mix(state += GOLDEN);
    s1 = mix(state += GOLDEN);
    s2 = mix(state += GOLDEN);
    s3 = mix(state + GOLDEN);
  }

  /// Mixes 64 bits with the finalizer of SplitMix64.
  public static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @Override
  public long nextLong() {
    long result = Long.rotateLeft(s0 + s3, 23) + s0;
    long t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = Long.rotateLeft(s3, 45);
    return result;
  }

  @Override
  public int nextInt() {
    return (int) (nextLong() >>> 32);
  }

  /// Returns a number uniform in 0 to `bound` - 1, without bias (Lemire 2019).
  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound must be >= 1, was " + bound);
    }
    long product = (nextLong() >>> 32) * bound;
    if ((product & 0xFFFFFFFFL) < bound) {
      long threshold = (0x100000000L - bound) % bound;
      while ((product & 0xFFFFFFFFL) < threshold) {
        product = (nextLong() >>> 32) * bound;
      }
    }
    return (int) (product >>> 32);
  }

  @Override
  public int nextInt(int origin, int bound) {
    if (origin >= bound) {
      throw new IllegalArgumentException(
          "bound must be > origin, was " + bound + " with origin " + origin);
    }
    long range = (long) bound - origin;
    return range <= Integer.MAX_VALUE
        ? origin + nextInt((int) range)
        : (int) (origin + nextLong(range));
  }

  /// Returns a number uniform in 0 to `bound` - 1, without bias.
  @Override
  public long nextLong(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound must be >= 1, was " + bound);
    }
    long bits = nextLong() >>> 1;
    long value = bits % bound;
    while (bits - value > Long.MAX_VALUE - (bound - 1)) {
      bits = nextLong() >>> 1;
      value = bits % bound;
    }
    return value;
  }

  /// Returns a number uniform in `origin` to `bound` - 1, without bias: the lowest bits if the range is a power of two,
  /// by rejection if the range is wider than a positive `long`, otherwise as [#nextLong(long)].
  @Override
  public long nextLong(long origin, long bound) {
    if (origin >= bound) {
      throw new IllegalArgumentException(
          "bound must be > origin, was " + bound + " with origin " + origin);
    }
    long range = bound - origin;
    if ((range & (range - 1)) == 0) {
      return origin + (nextLong() & (range - 1));
    }
    if (range > 0) {
      return origin + nextLong(range);
    }
    long value = nextLong();
    while (value < origin || value >= bound) {
      value = nextLong();
    }
    return value;
  }

  /// Returns a number uniform in [0, 1) with 53 bits.
  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /// Returns a number uniform in [0, `bound`).
  @Override
  public double nextDouble(double bound) {
    return nextDouble(0, bound);
  }

  /// Returns a number uniform in [`origin`, `bound`).
  @Override
  public double nextDouble(double origin, double bound) {
    requireRange(origin, bound);
    double unit = nextDouble();
    double range = bound - origin;
    double value =
        Double.isFinite(range)
            ? unit * range + origin
            : (unit * (0.5 * bound - 0.5 * origin) + 0.5 * origin) * 2;
    return value < bound ? value : Math.nextDown(bound); // rounded up
  }

  /// Returns a number uniform in [0, 1) with 24 bits.
  @Override
  public float nextFloat() {
    return (nextLong() >>> 40) * 0x1p-24f;
  }

  /// Returns a number uniform in [0, `bound`).
  @Override
  public float nextFloat(float bound) {
    return nextFloat(0, bound);
  }

  /// Returns a number uniform in [`origin`, `bound`).
  @Override
  public float nextFloat(float origin, float bound) {
    requireRange(origin, bound);
    float unit = nextFloat();
    float range = bound - origin;
    float value =
        Float.isFinite(range)
            ? unit * range + origin
            : (unit * (0.5f * bound - 0.5f * origin) + 0.5f * origin) * 2;
    return value < bound ? value : Math.nextDown(bound); // rounded up
  }

  private static void requireRange(double origin, double bound) {
    if (!(Double.isFinite(origin) && Double.isFinite(bound) && origin < bound)) {
      throw new IllegalArgumentException(
          "bound must be > origin and both finite, was " + bound + " with origin " + origin);
    }
  }

  /// Fills an array with eight bytes from each random number, lowest byte first.
  @Override
  public void nextBytes(byte[] bytes) {
    long bits = 0;
    for (int i = 0; i < bytes.length; i++) {
      bits = (i & 7) == 0 ? nextLong() : bits >>> 8;
      bytes[i] = (byte) bits;
    }
  }

  @Override
  public boolean nextBoolean() {
    return nextLong() < 0;
  }

  /// Returns a normal number with mean 0 and standard deviation 1, computed by [#gaussian].
  @Override
  public double nextGaussian() {
    return gaussian(this);
  }

  /// Returns a normal number with mean 0 and standard deviation 1 from any generator. It uses Marsaglia's polar method
  /// with StrictMath, so the bits are the same on every machine and in every Java version if those of
  /// [RandomGenerator#nextDouble] are.
  public static double gaussian(RandomGenerator random) {
    while (true) {
      double u = 2 * random.nextDouble() - 1;
      double v = 2 * random.nextDouble() - 1;
      double s = u * u + v * v;
      if (s > 0 && s < 1) {
        return u * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
      }
    }
  }

  /// Returns a normal number: `mean + deviation * nextGaussian()`.
  @Override
  public double nextGaussian(double mean, double deviation) {
    if (!(deviation >= 0)) {
      throw new IllegalArgumentException("deviation must be >= 0, was " + deviation);
    }
    return mean + deviation * nextGaussian();
  }

  /// Returns an exponential number with mean 1: `-ln(1 - u)` for a uniform u, with StrictMath.
  @Override
  public double nextExponential() {
    return -StrictMath.log(1 - nextDouble());
  }

  /// Writes the state.
  public void save(DataOutput out) throws IOException {
    out.writeLong(s0);
    out.writeLong(s1);
    out.writeLong(s2);
    out.writeLong(s3);
  }

  /// Continues from the state that [#save] wrote.
  public void restore(DataInput in) throws IOException {
    s0 = in.readLong();
    s1 = in.readLong();
    s2 = in.readLong();
    s3 = in.readLong();
  }
}
