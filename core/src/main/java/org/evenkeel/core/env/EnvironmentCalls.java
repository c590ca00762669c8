package org.evenkeel.core.env;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.internal.Checks;

/// Calls user-written environments. If one returns null or throws, the caller gets an exception whose message is one
/// sentence that names the class. Nothing is allocated if nothing is wrong.
public final class EnvironmentCalls {
  /// Classes that an environment calls: an exception from one of them is attributed to the line that called it.
  private static final Set<String> OURS =
      Set.of(Observation.class.getName(), Step.class.getName(), Checks.class.getName());

  private EnvironmentCalls() {}

  /// Creates an environment.
  ///
  /// @throws IllegalArgumentException if the supplier returns null; exceptions of the supplier are passed on unchanged
  public static Environment make(Supplier<? extends Environment> environments) {
    Environment environment = environments.get();
    if (environment == null) {
      throw new IllegalArgumentException(
          "the supplier of environments must return a new environment, returned null: use for example"
              + " Thermostat::new");
    }
    return environment;
  }

  /// Returns the specification of an environment.
  ///
  /// @throws IllegalArgumentException if it is null, or requires a lead-in that the environment does not have
  public static Spec spec(Environment environment) {
    Spec spec = environment.spec();
    if (spec == null) {
      throw new IllegalArgumentException(
          name(environment)
              + ".spec must return a Spec, returned null: return for example Spec.vector(3).actions(2)");
    }
    if (lacksLeadIn(environment, spec)) {
      throw new IllegalArgumentException(
          "%s must implement HasLeadIn for a stack that starts with LEAD_IN; otherwise use ZEROS or REPEAT"
              .formatted(name(environment)));
    }
    return spec;
  }

  static boolean lacksLeadIn(Environment environment, Spec spec) {
    return spec.stack() > 1
        && spec.stackStart() == Spec.StackStart.LEAD_IN
        && environment.as(HasLeadIn.class) == null;
  }

  /// Returns the text that distinguishes the task of an environment from every other.
  ///
  /// @throws IllegalArgumentException if it is null or blank
  public static String identity(Environment environment) {
    String identity = environment.identity();
    if (identity == null || identity.isBlank()) {
      throw new IllegalArgumentException(
          "%s.identity must name the task, returned %s"
              .formatted(name(environment), identity == null ? "null" : "'" + identity + "'"));
    }
    return identity;
  }

  /// Starts an episode.
  ///
  /// @throws IllegalStateException if the environment throws, with its exception as the cause
  public static void reset(
      Environment environment, RandomGenerator random, Observation observation) {
    try {
      environment.reset(random, observation);
    } catch (RuntimeException | Error e) {
      throw failed(environment, "reset", e);
    }
    requireUsable(environment, "reset", observation);
  }

  /// Performs an action.
  ///
  /// @throws IllegalStateException if the environment returns null or throws, with its exception as the cause
  public static Step step(Environment environment, int action, Observation observation) {
    Step step;
    try {
      step = environment.step(action, observation);
    } catch (RuntimeException | Error e) {
      throw failed(environment, "step", e);
    }
    if (step == null) {
      throw new IllegalStateException(
          "%s.step must return a Step, returned null for action %d"
              .formatted(name(environment), action));
    }
    requireUsable(environment, "step", observation);
    return step;
  }

  private static void requireUsable(
      Environment environment, String method, Observation observation) {
    String fault = observation.fault();
    if (fault != null) {
      throw new IllegalStateException(
          "%s.%s wrote an observation that cannot be used: %s"
              .formatted(name(environment), method, fault));
    }
  }

  /// Returns an exception that wraps the exception of an environment. An [OutOfMemoryError] is rethrown unchanged,
  /// because the environment may merely have been the one to request the last byte.
  private static IllegalStateException failed(Environment environment, String method, Throwable e) {
    if (e instanceof OutOfMemoryError memory) {
      throw memory;
    }
    return new IllegalStateException(
        "%s.%s threw %s%s".formatted(name(environment), method, e, place(e)), e);
  }

  /// Creates an environment, applies a function to it and closes it, since it may hold an emulator.
  public static <T> T ask(
      Supplier<? extends Environment> environments, Function<? super Environment, T> question) {
    Environment environment = make(environments);
    try (Closing _ = () -> close(environment)) {
      return question.apply(environment);
    }
  }

  /// A resource whose `close` throws no checked exception.
  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  /// Closes an environment if it is [AutoCloseable].
  ///
  /// @throws IllegalStateException if it throws, with its exception as the cause
  public static void close(Environment environment) {
    if (environment instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception | Error e) {
        throw failed(environment, "close", e);
      }
    }
  }

  private static String name(Environment environment) {
    return environment.getClass().getName();
  }

  /// Returns the source line at which an environment threw, to append to a message: ` (Pump.java:42)`.
  static String place(Throwable e) {
    for (StackTraceElement at : e.getStackTrace()) {
      String name = at.getClassName();
      boolean theirs =
          !name.startsWith("java.") && !name.startsWith("jdk.") && !OURS.contains(name);
      if (theirs) {
        return " (" + at.getFileName() + ":" + at.getLineNumber() + ")";
      }
    }
    return "";
  }
}
