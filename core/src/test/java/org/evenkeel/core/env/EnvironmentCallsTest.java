package org.evenkeel.core.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Samples.Walk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EnvironmentCallsTest {
  private final Observation frame = new Observation(new Walk().spec().frame());

  /// Does everything wrong.
  static class Wrong extends Walk {
    @Override
    public Spec spec() {
      return null;
    }

    @Override
    public String identity() {
      return null;
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      throw new UnsupportedOperationException("later");
    }

    @Override
    public Step step(int action, Observation observation) {
      return action == 0 ? null : Step.of(Math.floorDiv(1, action - 1));
    }
  }

  @Test
  void passesOnWhatIsRight() {
    Walk walk = new Walk();
    assertSame(walk, EnvironmentCalls.make(() -> walk));
    assertEquals(walk.spec(), EnvironmentCalls.spec(walk));
    assertEquals("org.evenkeel.core.env.Samples$Walk", EnvironmentCalls.identity(walk));
    EnvironmentCalls.reset(walk, new RandomStream(1), frame);
    assertEquals(1, EnvironmentCalls.step(walk, 1, frame).reward(), 1.1);
    EnvironmentCalls.close(walk);
  }

  @Test
  void saysInASentenceWhatIsWrong() {
    String name = "org.evenkeel.core.env.EnvironmentCallsTest$Wrong";
    Wrong wrong = new Wrong();
    assertSays(
        "the supplier of environments must return a new environment, returned null: use for example Thermostat::new",
        () -> EnvironmentCalls.make(() -> null));
    assertSays(
        name
            + ".spec must return a Spec, returned null: return for example Spec.vector(3).actions(2)",
        () -> EnvironmentCalls.spec(wrong));
    assertSays(
        name + ".identity must name the task, returned null",
        () -> EnvironmentCalls.identity(wrong));
    assertSays(
        name
            + ".reset threw java.lang.UnsupportedOperationException: later (EnvironmentCallsTest.java:N)",
        () -> EnvironmentCalls.reset(wrong, new RandomStream(1), frame));
    assertSays(
        name + ".step must return a Step, returned null for action 0",
        () -> EnvironmentCalls.step(wrong, 0, frame));
    assertSays(
        name + ".step threw java.lang.ArithmeticException: / by zero (EnvironmentCallsTest.java:N)",
        () -> EnvironmentCalls.step(wrong, 1, frame));
    Walk blank =
        new Walk() {
          @Override
          public String identity() {
            return " ";
          }

          @Override
          public Spec spec() {
            return super.spec().stack(4, Spec.StackStart.LEAD_IN);
          }
        };
    assertSays(
        "org.evenkeel.core.env.EnvironmentCallsTest$1.identity must name the task, returned ' '",
        () -> EnvironmentCalls.identity(blank));
    assertSays(
        "org.evenkeel.core.env.EnvironmentCallsTest$1 must implement HasLeadIn for a stack that starts"
            + " with LEAD_IN; otherwise use ZEROS or REPEAT",
        () -> EnvironmentCalls.spec(blank));
  }

  private static void assertSays(String message, Executable call) {
    RuntimeException e = assertThrows(RuntimeException.class, call);
    assertEquals(message, e.getMessage().replaceAll("\\.java:\\d+\\)", ".java:N)"));
  }

  /// Records what is done to it.
  private static final class Taped extends Walk implements AutoCloseable {
    private final List<String> tape;

    Taped(List<String> tape) {
      this.tape = tape;
      tape.add("made");
    }

    @Override
    public void close() throws IOException {
      tape.add("closed");
      if (tape.size() > 2) {
        throw new IOException("stuck");
      }
    }
  }

  @Test
  void asksAndCloses() {
    List<String> tape = new ArrayList<>();
    int actions =
        EnvironmentCalls.ask(() -> new Taped(tape), environment -> environment.spec().actions());
    assertEquals(2, actions);
    assertEquals(List.of("made", "closed"), tape);
    // What the question throws comes first, what close throws with it.
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                EnvironmentCalls.ask(
                    () -> new Taped(tape),
                    _ -> {
                      throw new IllegalArgumentException("no");
                    }));
    assertEquals(List.of("made", "closed", "made", "closed"), tape);
    assertEquals("no", e.getMessage());
    assertEquals(
        "org.evenkeel.core.env.EnvironmentCallsTest$Taped.close threw java.io.IOException: stuck"
            + " (EnvironmentCallsTest.java)",
        e.getSuppressed()[0].getMessage().replaceAll(":\\d+\\)", ")"));
  }
}
