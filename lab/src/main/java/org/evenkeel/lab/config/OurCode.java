package org.evenkeel.lab.config;

import java.util.List;

/// Distinguishes the classes of Evenkeel and its libraries from those of a user.
public final class OurCode {
  private static final String OWN = "org.evenkeel.";

  /// The package of the examples, which count as user code.
  private static final String EXAMPLES = "org.evenkeel.examples.";

  /// The packages of Java itself and of the libraries that Evenkeel uses.
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

  /// Returns whether a class belongs to Evenkeel.
  public static boolean isOwn(String className) {
    return className.startsWith(OWN) && !className.startsWith(EXAMPLES);
  }

  /// Returns whether a class belongs to Java or to a library that Evenkeel uses. User code may call these too, so the
  /// caller has to be looked for further up the stack.
  public static boolean isLibrary(String className) {
    return LIBRARIES.stream().anyMatch(className::startsWith);
  }
}
