package org.evenkeel.core.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// A stream of random numbers whose state can be saved, and whose numbers are the same on every machine
/// and every Java: xoshiro256++ (Blackman and Vigna 2019), started by SplitMix64. What the platform leaves
/// open (bounded integers, normal numbers) is defined here. Nothing is allocated.
public final class RandomStream implements RandomGenerator {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long s0;
  private long s1;
  private long s2;
  private long s3;

  /// A stream that starts at this seed.
  public RandomStream(long seed) {
    restart(seed);
  }

  /// Starts again, at this seed.
  public void restart(long seed) {
    long state = seed;
    s0 = mix(state += GOLDEN);
    s1 = mix(state += GOLDEN);
    s2 = mix(state += GOLDEN);
    s3 = mix(state + GOLDEN);
  }

  /// SplitMix64's mixing of 64 bits.
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

  /// Uniform in 0 to `bound` - 1, without bias (Lemire 2019).
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

  /// Uniform in 0 to `bound` - 1, without bias.
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

  /// Uniform in [0, 1), 53 bits.
  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /// Uniform in [0, 1), 24 bits.
  @Override
  public float nextFloat() {
    return (nextLong() >>> 40) * 0x1p-24f;
  }

  @Override
  public boolean nextBoolean() {
    return nextLong() < 0;
  }

  /// Normal with mean 0 and deviation 1, as [#gaussian] has it.
  @Override
  public double nextGaussian() {
    return gaussian(this);
  }

  /// Normal with mean 0 and deviation 1 from any source of numbers: Marsaglia's polar method with StrictMath, the
  /// same bits on every machine and every Java if [RandomGenerator#nextDouble] is.
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

  /// Writes where the stream is.
  public void save(DataOutput out) throws IOException {
    out.writeLong(s0);
    out.writeLong(s1);
    out.writeLong(s2);
    out.writeLong(s3);
  }

  /// Goes on from where [#save] was.
  public void restore(DataInput in) throws IOException {
    s0 = in.readLong();
    s1 = in.readLong();
    s2 = in.readLong();
    s3 = in.readLong();
  }
}
