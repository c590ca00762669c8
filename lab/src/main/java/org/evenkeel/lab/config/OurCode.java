package org.evenkeel.lab.config;

import java.util.List;

/// Tells the classes of this program, and of the libraries it comes with, from those of a user.
public final class OurCode {
  private static final String OWN = "org.evenkeel.";

  /// The examples stand for the user's code.
  private static final String EXAMPLES = "org.evenkeel.examples.";

  /// Java itself, and what the program comes with.
  private static final List<String> LIBRARIES =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "picocli.",
          "com.fasterxml.",
          "org.yaml.",
          "org.jfree.",
          "org.hipparchus.",
          "org.bytedeco.",
          "org.openjdk.",
          "org.apache.commons.math3.",
          "joptsimple.");

  private OurCode() {}

  /// Whether a class belongs to Evenkeel.
  public static boolean isOwn(String className) {
    return className.startsWith(OWN) && !className.startsWith(EXAMPLES);
  }

  /// Whether a class belongs to Java or to a library that Evenkeel comes with. Code of a user may call them as well as
  /// Evenkeel does: whoever called is further out in a stack.
  public static boolean isLibrary(String className) {
    return LIBRARIES.stream().anyMatch(className::startsWith);
  }
}
