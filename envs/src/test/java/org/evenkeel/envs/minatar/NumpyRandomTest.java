package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// NumPy's `RandomState`, number by number; every recording ends in a `rand()`, so the words used are equal too.
class NumpyRandomTest {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /// What is drawn from one stream, in order.
  private static final class Draws {
    private final NumpyRandom random;
    private final List<Double> values = new ArrayList<>();

    Draws(long seed) {
      random = new NumpyRandom(seed);
    }

    void word() {
      values.add((double) Integer.toUnsignedLong(random.nextInt()));
    }

    void wordAfter(int skipped) {
      for (int i = 0; i < skipped; i++) {
        random.nextInt();
      }
      word();
    }

    void rand(int times) {
      for (int i = 0; i < times; i++) {
        values.add(NumpyRandom.uniform(random));
      }
    }

    /// Also `choice`, which takes the element of that index.
    void randint(int low, int high, int times) {
      for (int i = 0; i < times; i++) {
        values.add((double) low + NumpyRandom.below(high - low, random));
      }
    }

    /// The games do not need it: here it shows that the draws are NumPy's for bounds one after the other.
    void permutation(int size) {
      int[] order = IntStream.range(0, size).toArray();
      for (int i = size - 1; i > 0; i--) {
        int j = NumpyRandom.below(i + 1, random);
        int other = order[j];
        order[j] = order[i];
        order[i] = other;
      }
      IntStream.of(order).forEach(i -> values.add((double) i));
    }

    void mixed() {
      for (int k = 0; k < 60; k++) {
        rand(1);
        randint(0, 2, 1);
        rand(1);
        randint(0, k % 8 + 1, 1);
        randint(1, 9, 1);
      }
    }
  }

  /// Makes the calls that a recording describes, such as `randint(7) x40 then rand()`.
  private static List<Double> draw(long seed, String call) {
    Draws draws = new Draws(seed);
    int[] n =
        NUMBER
            .matcher(call)
            .results()
            .map(MatchResult::group)
            .mapToInt(Integer::parseInt)
            .toArray();
    switch (call.replaceAll("\\d+", "N")) {
      case "uN xN" -> IntStream.range(0, n[1]).forEach(i -> draws.word());
      case "uN at N N N (N-based)" -> {
        draws.wordAfter(n[1] - 1);
        draws.wordAfter(n[2] - n[1] - 1);
        draws.wordAfter(n[3] - n[2] - 1);
      }
      case "rand() xN", "random_sample() xN" -> draws.rand(n[0]);
      case "randint(N) xN then rand()" -> {
        draws.randint(0, n[0], n[1]);
        draws.rand(1);
      }
      case "randint(low=N;high=N) xN then rand()" -> {
        draws.randint(n[0], n[1], n[2]);
        draws.rand(1);
      }
      case "randint(N;N;N) then rand(N) then rand()" -> {
        draws.randint(n[0], n[1], n[2]);
        draws.rand(n[3] + 1);
      }
      case "choice([N..N]) xN then rand()" -> {
        draws.randint(n[0], n[1] + 1, n[2]);
        draws.rand(1);
      }
      case "permutation(N) permutation(N) permutation(N) then rand()" -> {
        IntStream.of(n).forEach(draws::permutation);
        draws.rand(1);
      }
      case "for k<N: rand() randint(N) rand() randint(k%N+N) randint(N;N)" -> draws.mixed();
      default -> throw new IllegalArgumentException(call);
    }
    return draws.values;
  }

  @Test
  void everyRecordingOfEverySeed() {
    Map<String, Integer> calls = new TreeMap<>();
    for (List<String> row : Oracle.rows("rng")) {
      List<Double> recorded = Stream.of(row.get(2).split(" ")).map(Double::parseDouble).toList();
      assertEquals(recorded, draw(Long.parseLong(row.get(0)), row.get(1)), row.get(0) + row.get(1));
      calls.merge(row.get(0), 1, Integer::sum);
    }
    assertEquals(Map.of("0", 24, "1", 24, "42", 24, "123456789", 24, "4294967295", 24), calls);
  }

  @Test
  void aLongIsTwoWordsTheFirstOnTop() {
    NumpyRandom words = new NumpyRandom(5);
    NumpyRandom longs = new NumpyRandom(5);
    for (int i = 0; i < 1_000; i++) {
      long high = Integer.toUnsignedLong(words.nextInt());
      long low = Integer.toUnsignedLong(words.nextInt());
      assertEquals((high << 32) + low, longs.nextLong());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 4_294_967_296L, Long.MIN_VALUE, Long.MAX_VALUE})
  void refusesASeedThatNumPyRefuses(long seed) {
    assertEquals(
        "seed must be 0 to 4294967295, was " + seed,
        assertThrows(IllegalArgumentException.class, () -> new NumpyRandom(seed)).getMessage());
  }
}
