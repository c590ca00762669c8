package org.evenkeel.core.data;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.regex.Pattern;

/// A part of a run that users may implement, such as an exploration, an optimizer or a learning rule. Its identity is
/// part of the run's configuration, so that a checkpoint is only continued by a run that behaves the same.
public interface Identified {
  /// Matches the default text of an object, lambda or array whose class has no `toString`. It
  /// differs between processes.
  Pattern HASH =
      Pattern.compile(
          "([\\w$]+\\.)+[\\w$]+@[0-9a-f]{4,8}\\b" // org.example.Pump@1b28cdfa
              + "|\\b[\\w$]+@[0-9a-f]{6,8}\\b" // the same in the unnamed package
              + "|/0x[0-9a-f]+@[0-9a-f]{1,8}\\b" // Pump$$Lambda/0x00007f1c@1b28cdfa
              + "|\\[+[BCDFIJSZL][\\w.$;]*@[0-9a-f]{4,8}\\b"); // [F@1b28cdfa

  /// Returns a text that distinguishes this part from every other that behaves differently. It is
  /// the same in every process.
  ///
  /// For a record, it is the class name with the components; for an enum constant, the class and its name; for a class
  /// without fields, the class name. All other classes must override this method.
  ///
  /// @throws IllegalArgumentException if no such text exists: for a lambda, or a class with fields
  default String identity() {
    Class<?> type = getClass();
    return switch (this) {
      case Record record -> {
        String text = record.toString();
        String simple = type.getSimpleName();
        if (HASH.matcher(text).find()) {
          throw new IllegalArgumentException(
              "%s has a component whose class lacks a toString, '%s': give that class a toString, or override identity()"
                  .formatted(type.getName(), text));
        }
        boolean plain = text.startsWith(simple + "[");
        yield type.getName() + (plain ? text.substring(simple.length()) : "[" + text + "]");
      }
      case Enum<?> constant -> constant.getDeclaringClass().getName() + "." + constant.name();
      default -> {
        requireTellingName(type);
        yield type.getName();
      }
    };
  }

  private static void requireTellingName(Class<?> type) {
    if (type.isHidden() || type.isAnonymousClass()) {
      throw new IllegalArgumentException(
          type.getName()
              + " has no name that is the same in every run: make it a record or a named class");
    }
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        // Synthetic fields count: they hold the variables that a local or inner class captures.
        if (!Modifier.isStatic(field.getModifiers())) {
          throw new IllegalArgumentException(
              "%s has the field '%s', which is not part of its class name: make it a record, or override identity()"
                  .formatted(type.getName(), field.getName()));
        }
      }
    }
  }
}
