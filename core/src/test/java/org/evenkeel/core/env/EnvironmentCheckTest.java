package org.evenkeel.core.env;

import static org.evenkeel.core.env.Samples.assertFine;
import static org.evenkeel.core.env.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Samples.Lights;
import org.evenkeel.core.env.Samples.SavedWalk;
import org.evenkeel.core.env.Samples.States;
import org.evenkeel.core.env.Samples.Walk;
import org.junit.jupiter.api.Test;

/// What [EnvironmentCheck] says about suppliers, specifications and single calls.
class EnvironmentCheckTest {
  @Test
  void findsNothingWrongWithWhatIsRight() {
    assertFine(Walk::new);
    assertFine(SavedWalk::new);
    assertFine(States::new);
    assertFine(Lights::new);
    assertFine(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return Spec.bytes(2, 3).actions(4).stack(4, Spec.StackStart.ZEROS);
              }

              @Override
              void write(Observation observation) {
                for (int i = 0; i < 6; i++) {
                  observation.bytes()[i] = (byte) (i + steps + 0x50);
                }
              }
            });
  }

  @Test
  void verifyThrowsAllSentencesOneALine() {
    EnvironmentCheck.verify(Walk::new);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                EnvironmentCheck.verify(
                    () ->
                        new Walk() {
                          @Override
                          void write(Observation observation) {
                            observation.set(0, Double.NaN);
                          }
                        }));
    assertEquals(
        "every value of the observation must be written each time: observation[1] was not, at the reset of"
            + " episode 0\nobservation[0] must be finite, was NaN at the reset of episode 0",
        e.getMessage());
  }

  /// Has something to give back.
  private static final class Held extends Walk implements AutoCloseable {
    private final AtomicInteger open;

    Held(AtomicInteger open) {
      this.open = open;
      open.incrementAndGet();
    }

    @Override
    public String identity() {
      return "held";
    }

    @Override
    public void close() {
      if (open.decrementAndGet() < -1_000) {
        throw new IllegalStateException("given back already");
      }
    }
  }

  @Test
  void closesAllThatWereMade() {
    AtomicInteger open = new AtomicInteger();
    assertFine(() -> new Held(open));
    assertEquals(0, open.get());
    AtomicInteger fails = new AtomicInteger(-100_000);
    assertSays(
        () -> new Held(fails), "close threw java.lang.IllegalStateException: given back already");
  }

  @Test
  void refusesASupplierThatMakesNothing() {
    assertSays(() -> null, "the supplier must create an environment, returned null");
    assertSays(
        () -> {
          throw new IllegalStateException("no emulator");
        },
        "the supplier must create an environment, threw java.lang.IllegalStateException: no emulator");
  }

  @Test
  void refusesASupplierThatGivesTheSameInstance() {
    Walk walk = new Walk();
    assertSays(
        () -> walk,
        "the supplier must create a new environment each time, returned the same one twice: use"
            + " Thermostat::new or () -> new Thermostat(), not () -> thermostat");
  }

  @Test
  void refusesABadSpec() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return null;
              }
            },
        "spec must describe the observations and actions, was null: return for example"
            + " Spec.vector(3).actions(2)");
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return Spec.vector(3).actions(0);
              }
            },
        "spec threw java.lang.IllegalArgumentException: actions must be >= 1, was 0");
  }

  @Test
  void refusesASpecThatChanges() {
    String two =
        "Spec[frame=a vector of length 3, actions=2, maxEpisodeSteps=0, stack=1, stackStart=ZEROS]";
    String three = two.replace("actions=2", "actions=3");
    String wanted = "spec must be the same for every instance and at any time, ";
    assertSays(
        () ->
            new Walk() {
              int calls;

              @Override
              public Spec spec() {
                return Spec.vector(3).actions(2 + calls++);
              }
            },
        wanted + "was " + two + " and then " + three);
    AtomicInteger instances = new AtomicInteger();
    assertSays(
        () ->
            new Walk() {
              final int actions = 2 + instances.getAndIncrement();

              @Override
              public Spec spec() {
                return Spec.vector(3).actions(actions);
              }
            },
        wanted + "was " + two + " and, for another instance, " + three);
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return Spec.vector(3).actions(steps > 0 ? 3 : 2);
              }
            },
        wanted + "was " + two + " and, after an episode, " + three);
  }

  @Test
  void refusesALeadInThatTheEnvironmentDoesNotHave() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return super.spec().stack(2, Spec.StackStart.LEAD_IN);
              }
            },
        "spec has a stack that starts with LEAD_IN, so the environment must implement HasLeadIn;"
            + " otherwise use ZEROS or REPEAT");
  }

  /// Starts at a place.
  private static final class WalkFrom extends Walk {
    private final double from;

    WalkFrom(double from) {
      this.from = from;
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      super.reset(random, observation);
      place += from;
      write(observation);
    }
  }

  @Test
  void refusesAnIdentityThatHidesParameters() {
    assertSays(
        () -> new WalkFrom(3),
        "identity must name the constructor's parameters: every constructor of"
            + " org.evenkeel.core.env.EnvironmentCheckTest$WalkFrom has some, but its identity is only"
            + " the class name, so a checkpoint could be continued in another task; override identity()");
    // What an anonymous class captures is not a parameter.
    double from = Math.sqrt(2);
    assertFine(
        () ->
            new Walk() {
              @Override
              public void reset(RandomGenerator random, Observation observation) {
                super.reset(random, observation);
                place += from;
                write(observation);
              }
            });
    assertFine(Inner::new);
  }

  /// Has an outer instance, and no parameter.
  private final class Inner extends Walk {
    @Override
    void write(Observation observation) {
      super.write(observation);
      observation.set(1, EnvironmentCheckTest.this.hashCode() == 0 ? 1 : 2);
    }
  }

  @Test
  void refusesABadIdentity() {
    assertSays(() -> new Named(_ -> null), "identity must name the task, was null");
    assertSays(() -> new Named(_ -> "  "), "identity must name the task, was blank");
    assertSays(
        () ->
            new Named(
                _ -> {
                  throw new IllegalStateException("who am I");
                }),
        "identity threw java.lang.IllegalStateException: who am I");
    String same = "identity must be the same for every instance and at any time, was ";
    AtomicInteger instances = new AtomicInteger();
    assertSays(
        () -> {
          int number = instances.getAndIncrement();
          return new Named(_ -> "walk " + number);
        },
        same + "'walk 0' and, for another instance, 'walk 1'");
    assertSays(
        () -> new Named(walk -> "walk " + walk.steps),
        same + "'walk 0' and, after an episode, 'walk 20'");
  }

  /// Says this of itself.
  private static final class Named extends Walk {
    private final Function<Walk, String> name;

    Named(Function<Walk, String> name) {
      this.name = name;
    }

    @Override
    public String identity() {
      return name.apply(this);
    }
  }

  @Test
  void namesWhatWasThrownAndWhere() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public void reset(RandomGenerator random, Observation observation) {
                throw new UnsupportedOperationException("later");
              }
            },
        "reset threw java.lang.UnsupportedOperationException: later (EnvironmentCheckTest.java:N) in episode 0");
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                observation.set(steps == 7 ? 3 : 2, 0);
              }
            },
        "step threw java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3"
            + " (EnvironmentCheckTest.java:N) at step 7 of episode 0 (action 0)");
    assertSays(
        () ->
            new Walk() {
              @Override
              public Step step(int action, Observation observation) {
                return Step.of(Double.NaN);
              }
            },
        "step threw java.lang.IllegalArgumentException: reward must be a finite number, was NaN"
            + " (EnvironmentCheckTest.java:N) at step 1 of episode 0 (action 1)");
  }

  @Test
  void refusesAStepThatIsNull() {
    assertSays(
        () ->
            new Walk() {
              @Override
              public Step step(int action, Observation observation) {
                Step step = super.step(action, observation);
                return steps == 3 ? null : step;
              }
            },
        "step must return a Step, returned null at step 3 of episode 0 (action 0)");
  }

  @Test
  void namesTheValueThatIsNotFinite() {
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                super.write(observation);
                observation.set(1, steps == 5 ? 1e300 : 0);
              }
            },
        "observation[1] must be finite, was Infinity at step 5 of episode 0 (action 1)");
  }

  @Test
  void namesTheStateThatIsOutOfRange() {
    assertSays(
        () ->
            new States() {
              @Override
              void write(Observation observation) {
                observation.setState(5 - steps);
              }
            },
        "the state must be 0 to 4, was 5 at the reset of episode 0");
  }

  @Test
  void namesTheBitBehindTheLast() {
    assertSays(
        () ->
            new Lights() {
              @Override
              void write(Observation observation) {
                observation.bits()[0] = 1L << (steps + 9);
              }
            },
        "bits after the last one, 17, must be 0, but bit 18 was set at step 9 of episode 0 (action 1)");
  }

  @Test
  void namesTheEntryThatIsNotWritten() {
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                observation.set(0, place);
                observation.set(2, steps);
              }
            },
        "every value of the observation must be written each time: observation[1] was not, at the reset of"
            + " episode 0");
    assertSays(
        () ->
            new States() {
              @Override
              void write(Observation observation) {
                if (steps != 2) {
                  observation.setState(1);
                }
              }
            },
        "every value of the observation must be written each time: the state was not, at step 2 of episode 0"
            + " (action 0)");
    assertSays(
        () ->
            new Lights() {
              @Override
              void write(Observation observation) {
                observation.setBit(0, 0, 0);
              }
            },
        "every value of the observation must be written each time: bit 1 (y 0, x 0, channel 1) was not, at"
            + " the reset of episode 0");
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return Spec.bytes(2, 3).actions(2);
              }

              @Override
              void write(Observation observation) {
                for (int i = 0; i < 6; i++) {
                  observation.bytes()[i == 4 ? 3 : i] = (byte) steps;
                }
              }
            },
        "every value of the observation must be written each time: byte 4 (y 1, x 1) was not, at the reset of"
            + " episode 0");
    assertSays(
        () ->
            new Walk() {
              @Override
              public Spec spec() {
                return Spec.bytes(2, 3, 2).actions(2);
              }

              @Override
              void write(Observation observation) {
                for (int i = 0; i < 12; i++) {
                  observation.bytes()[i == 10 ? 3 : i] = (byte) steps;
                }
              }
            },
        "every value of the observation must be written each time: byte 10 (channel 1, y 1, x 1) was not, at"
            + " the reset of episode 0");
  }

  @Test
  void explainsThatTheLastObservationIsNeededToo() {
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                if (steps < 20) {
                  super.write(observation);
                }
              }
            },
        "every value of the observation must be written each time: observation[0] was not, at step 20 of"
            + " episode 0 (action 1), the end: the observation after the last action is needed too");
  }

  @Test
  void noticesThatAnObservationIsRead() {
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                super.write(observation);
                if (steps > 0) {
                  observation.set(1, 0);
                }
              }

              @Override
              public Step step(int action, Observation observation) {
                double before = observation.vector()[2];
                super.step(action, observation);
                return Step.of(before, steps >= 20);
              }
            },
        "an observation must be written, not read: with different values in it before the"
            + " call, at step 1 of episode 0 (action 1) the result was"
            + " Step[reward=-1234567.5, terminated=false, truncated=false, lifeLost=false] and"
            + " Step[reward=7654321.5, terminated=false, truncated=false, lifeLost=false]; keep the"
            + " state in fields of the environment");
    assertSays(
        () ->
            new Walk() {
              @Override
              void write(Observation observation) {
                super.write(observation);
              }

              @Override
              public Step step(int action, Observation observation) {
                float added = observation.vector()[1] + 0.5f;
                Step step = super.step(action, observation);
                observation.set(1, added);
                return step;
              }
            },
        "an observation must be written, not read: with different values in it before the"
            + " call, at step 1 of episode 0 (action 1) observation[1] was -1234567.0 and 7654322.0;"
            + " keep the state in fields of the environment");
  }

  @Test
  void noticesThatAnOldObservationIsRead() {
    assertSays(
        () ->
            new Walk() {
              Observation kept;

              @Override
              public void reset(RandomGenerator random, Observation observation) {
                super.reset(random, observation);
                kept = observation;
              }

              @Override
              public Step step(int action, Observation observation) {
                steps = (int) kept.vector()[2];
                super.step(action, observation);
                kept = observation;
                return Step.of(0, steps >= 20 || steps < 0);
              }
            },
        "an observation given earlier must not be kept and read: after the caller reused it for something else, at step 1 of episode 0 (action 1) observation[2] was 1.0 and -1234566.0; keep"
            + " the state in fields of the environment");
  }

  @Test
  void noticesThatAnOldObservationIsWritten() {
    assertSays(
        () ->
            new Walk() {
              Observation kept;

              @Override
              void write(Observation observation) {
                super.write(observation);
                if (kept != null && steps > 0) {
                  kept.set(1, steps);
                }
                kept = observation;
              }
            },
        "an observation belongs to the caller once reset or step has returned: the one given at the"
            + " reset of episode 0 observation[1] was 0.0 and 1.0 some steps later; write only to the"
            + " observation given to the same call");
  }
}
