package org.evenkeel.envs.minatar;

import java.util.random.RandomGenerator;

/// NumPy's `RandomState(seed)`: the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998).
///
/// `environment.reset(new NumpyRandom(7), observation)` starts the same episode as MinAtar after `seed(7)` and
/// `reset()`. The games draw through [#uniform] and [#below], which are NumPy's `rand` and `randint` on any stream of
/// 32-bit words. With any other generator they therefore play different episodes by the same rules.
public final class NumpyRandom implements RandomGenerator {
  private static final int WORDS = 624;
  private static final int SHIFT = 397;

  private final int[] words = new int[WORDS];
  private int next = WORDS;

  /// Creates a stream that starts from a 32-bit seed: 0 to 4,294,967,295, as in NumPy.
  public NumpyRandom(long seed) {
    if (seed < 0 || seed > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("seed must be 0 to 4294967295, was " + seed);
    }
    words[0] = (int) seed;
    for (int i = 1; i < WORDS; i++) {
      words[i] = 1_812_433_253 * (words[i - 1] ^ (words[i - 1] >>> 30)) + i;
    }
  }

  /// Returns the next word.
  @Override
  public int nextInt() {
    if (next == WORDS) {
      twist();
    }
    int y = words[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9D2C5680;
    y ^= (y << 15) & 0xEFC60000;
    return y ^ (y >>> 18);
  }

  private void twist() {
    for (int i = 0; i < WORDS; i++) {
      int y = (words[i] & 0x80000000) | (words[(i + 1) % WORDS] & 0x7FFFFFFF);
      words[i] = words[(i + SHIFT) % WORDS] ^ (y >>> 1) ^ ((y & 1) * 0x9908B0DF);
    }
    next = 0;
  }

  @Override
  public long nextLong() {
    return ((long) nextInt() << 32) | (nextInt() & 0xFFFF_FFFFL);
  }

  /// Returns a number as NumPy's `rand()` does: uniform in [0, 1), 53 bits from two words.
  static double uniform(RandomGenerator random) {
    int high = random.nextInt() >>> 5;
    int low = random.nextInt() >>> 6;
    return (high * 0x1p26 + low) * 0x1p-53;
  }

  /// Returns a number as NumPy's `randint(bound)` does: words are masked to as many bits as needed until one is below
  /// the bound. Nothing is drawn for a bound of 1.
  static int below(int bound, RandomGenerator random) {
    if (bound == 1) {
      return 0;
    }
    int mask = -1 >>> Integer.numberOfLeadingZeros(bound - 1);
    int value = random.nextInt() & mask;
    while (value >= bound) {
      value = random.nextInt() & mask;
    }
    return value;
  }
}
