package org.evenkeel.envs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.Test;

/// Against traces of Gymnasium 1.4.0. Each step starts from the recorded state: sine and cosine of two
/// libraries differ in the last bit now and then, and in a free run that grows without bound.
class CartPoleTest {
  private static final int MOST_ULPS = 16;

  /// A line of the traces: trace, integrator, step, action, state, observation, reward, terminated, truncated.
  private record Row(List<String> fields) {
    static Row parse(String line) {
      return new Row(List.of(line.split(",", -1)));
    }

    String trace() {
      return fields.get(0);
    }

    CartPole cartPole() {
      return new CartPole(
          fields.get(1).equals("euler")
              ? CartPole.Integrator.EULER
              : CartPole.Integrator.SEMI_IMPLICIT);
    }

    boolean isStart() {
      return fields.get(3).isEmpty();
    }

    int action() {
      return Integer.parseInt(fields.get(3));
    }

    double state(int index) {
      return Double.parseDouble(fields.get(4 + index));
    }

    float observed(int index) {
      return Float.parseFloat(fields.get(8 + index));
    }

    double reward() {
      return Double.parseDouble(fields.get(12));
    }

    boolean terminated() {
      return fields.get(13).equals("1");
    }
  }

  private static List<Row> rows() throws IOException {
    InputStream file = CartPoleTest.class.getResourceAsStream("cartpole/traces.csv.gz");
    try (var in = new GZIPInputStream(Objects.requireNonNull(file));
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(Row::parse).toList();
    }
  }

  @Test
  void everyStepIsGymnasiums() throws IOException {
    List<Row> rows = rows();
    Observation observation = new Observation(new CartPole().spec().frame());
    int steps = 0;
    int equal = 0;
    int afterTheEnd = 0;
    for (int i = 1; i < rows.size(); i++) {
      Row before = rows.get(i - 1);
      Row row = rows.get(i);
      if (row.isStart()) {
        continue; // the start of the next trace
      }
      CartPole cartPole = row.cartPole();
      cartPole.place(before.state(0), before.state(1), before.state(2), before.state(3));
      Step step = cartPole.step(row.action(), observation);
      boolean same = true;
      for (int k = 0; k < 4; k++) {
        double wanted = row.state(k);
        double given = cartPole.state()[k];
        String where = row.trace() + ", line " + (i + 2) + ", value " + k;
        assertEquals(wanted, given, MOST_ULPS * Math.ulp(wanted), where);
        assertEquals(row.observed(k), observation.vector()[k], Math.ulp(row.observed(k)), where);
        assertEquals((float) given, observation.vector()[k], where);
        same &= wanted == given;
      }
      assertEquals(new Step(row.reward(), row.terminated(), false, false), step, row.trace());
      steps++;
      equal += same ? 1 : 0;
      afterTheEnd += before.terminated() ? 1 : 0;
    }
    assertEquals(1108, steps);
    assertEquals(3, afterTheEnd);
    assertTrue(equal >= steps - 3, "bit for bit equal: " + equal + " of " + steps);
  }

  @Test
  void startsNearTheMiddle() {
    CartPole cartPole = new CartPole();
    Observation observation = new Observation(cartPole.spec().frame());
    double[] least = {1, 1, 1, 1};
    double[] most = {-1, -1, -1, -1};
    RandomStream random = new RandomStream(1);
    for (int i = 0; i < 1000; i++) {
      cartPole.reset(random, observation);
      for (int k = 0; k < 4; k++) {
        least[k] = Math.min(least[k], cartPole.state()[k]);
        most[k] = Math.max(most[k], cartPole.state()[k]);
      }
    }
    for (int k = 0; k < 4; k++) {
      // The extremes of 1000 uniform draws lie within a hundredth of the ends but once in 20,000.
      assertTrue(least[k] >= -0.05 && least[k] < -0.049, "least " + least[k]);
      assertTrue(most[k] < 0.05 && most[k] > 0.049, "most " + most[k]);
    }
  }

  @Test
  void theLimitsThemselvesAreInside() {
    CartPole cartPole = new CartPole();
    Observation observation = new Observation(cartPole.spec().frame());
    cartPole.place(2.4, 0, 0, 0);
    assertEquals(Step.of(1), cartPole.step(0, observation));
    cartPole.place(Math.nextUp(2.4), 0, 0, 0);
    assertEquals(Step.of(0, true), cartPole.step(0, observation));
    double angle = 12 * 2 * Math.PI / 360;
    cartPole.place(0, 0, -angle, 0);
    assertEquals(Step.of(1), cartPole.step(0, observation));
    // In single precision this would be inside.
    cartPole.place(0, 0, Math.nextDown(-angle), 0);
    assertEquals(Step.of(0, true), cartPole.step(0, observation));
  }

  @Test
  void staysOverWhenTheCartComesBack() {
    CartPole cartPole = new CartPole();
    Observation observation = new Observation(cartPole.spec().frame());
    cartPole.place(2.39, 1, 0, 0);
    assertEquals(Step.of(1, true), cartPole.step(0, observation));
    for (int i = 0; i < 10; i++) {
      assertEquals(Step.of(0, true), cartPole.step(0, observation));
    }
    assertTrue(cartPole.state()[0] < 2.4, "x " + cartPole.state()[0]);
  }
}
