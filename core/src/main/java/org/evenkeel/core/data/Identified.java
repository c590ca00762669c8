package org.evenkeel.core.data;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.regex.Pattern;

/// A part of a run that a user may write: an exploration, an optimizer, a rule. Its identity is part of the
/// run's configuration, so that a checkpoint is continued only by a run that does the same.
public interface Identified {
  /// What Java writes of an object or array that has no text: it is another in each process.
  Pattern HASH =
      Pattern.compile(
          "([\\w$]+\\.)+[\\w$]+@[0-9a-f]{4,8}\\b|\\[+[BCDFIJSZL][\\w.$;]*@[0-9a-f]{4,8}\\b");

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
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          throw new IllegalArgumentException(
              "%s has the field '%s', which its class name does not tell: make it a record, or override identity()"
                  .formatted(type.getName(), field.getName()));
        }
      }
    }
  }
}
