package org.evenkeel.core.env;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The part of [EnvironmentCheck] that covers [Environment#identity]. Each check returns a
/// sentence on a problem, or null.
final class IdentityCheck {
  private final Environment one;
  private final Environment two;
  private @Nullable String first;

  IdentityCheck(Environment one, Environment two) {
    this.one = one;
    this.two = two;
  }

  @Nullable String problem() {
    String identity;
    String other;
    try {
      identity = one.identity();
      other = two.identity();
    } catch (Exception | AssertionError | StackOverflowError e) {
      return "identity threw " + e;
    }
    if (identity == null || identity.isBlank()) {
      return "identity must name the task, was " + (identity == null ? "null" : "blank");
    }
    if (!identity.equals(other)) {
      return changes(identity, "for another instance", other);
    }
    first = identity;
    return hidesParameters(one.getClass()) ? hides(one.getClass()) : null;
  }

  /// Checks that the identity has not changed since [#problem] was called. Also returns null if [#problem] found a
  /// problem.
  @Nullable String problemAfterAnEpisode() {
    String identity = first;
    if (identity == null) {
      return null;
    }
    try {
      String later = one.identity();
      return identity.equals(later) ? null : changes(identity, "after an episode", later);
    } catch (Exception | AssertionError | StackOverflowError e) {
      return "identity threw " + e + " after an episode";
    }
  }

  private static String changes(String identity, String when, String other) {
    return "identity must be the same for every instance and at any time, was '%s' and, %s, '%s'"
        .formatted(identity, when, other);
  }

  private static String hides(Class<?> type) {
    return "identity must name the constructor's parameters: every constructor of %s has some, but its identity is"
            .formatted(type.getName())
        + " only the class name, so a checkpoint could be continued in another task; override identity()";
  }

  /// Whether an instance cannot be created without parameters, and yet its identity is only the class name. Anonymous
  /// and local classes are exempt, because the variables they capture look like parameters.
  private static boolean hidesParameters(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isHidden() || isOverridden(type)) {
      return false;
    }
    // The outer instance of an inner class is a parameter too.
    int implicit = type.isMemberClass() && !Modifier.isStatic(type.getModifiers()) ? 1 : 0;
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    return Arrays.stream(constructors).allMatch(c -> c.getParameterCount() > implicit);
  }

  private static boolean isOverridden(Class<?> type) {
    try {
      return type.getMethod("identity").getDeclaringClass() != Environment.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every environment has an identity", e);
    }
  }
}
