package org.evenkeel.core.data;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.regex.Pattern;

/// A part of a run that a user may write: an exploration, an optimizer, a rule. Its identity is part of the
/// run's configuration, so that a checkpoint is continued only by a run that does the same.
public interface Identified {
  /// The text that Java gives to an object, a lambda or an array without a `toString` of its own. It differs from
  /// process to process.
  Pattern HASH =
      Pattern.compile(
          "([\\w$]+\\.)+[\\w$]+@[0-9a-f]{4,8}\\b" // org.example.Pump@1b28cdfa
              + "|\\b[\\w$]+@[0-9a-f]{6,8}\\b" // the same in the unnamed package
              + "|/0x[0-9a-f]+@[0-9a-f]{1,8}\\b" // Pump$$Lambda/0x00007f1c@1b28cdfa
              + "|\\[+[BCDFIJSZL][\\w.$;]*@[0-9a-f]{4,8}\\b"); // [F@1b28cdfa

  /// A text that tells this part from every other that behaves differently, the same in every process.
  ///
  /// For a record it is the class name with the components, for an enum constant the class and its name, for a
  /// class without fields the class name. Everything else must override this method.
  ///
  /// @throws IllegalArgumentException if there is no such text: for a lambda, or a class with fields
  default String identity() {
    Class<?> type = getClass();
    return switch (this) {
      case Record record -> {
        String text = record.toString();
        String simple = type.getSimpleName();
        if (HASH.matcher(text).find()) {
          throw new IllegalArgumentException(
              "%s has a component without a text of its own, '%s': give its class a toString, or override identity()"
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
        // Synthetic ones count: they hold what a local or inner class has captured.
        if (!Modifier.isStatic(field.getModifiers())) {
          throw new IllegalArgumentException(
              "%s has the field '%s', which its class name does not tell: make it a record, or override identity()"
                  .formatted(type.getName(), field.getName()));
        }
      }
    }
  }
}
