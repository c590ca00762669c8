package org.evenkeel.lab.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.evenkeel.core.internal.Outside;
import org.jspecify.annotations.Nullable;

/// Reads the leaves of a tree: numbers, booleans and text.
final class Scalars {
  /// The pattern of a number such as `1e6`, which YAML 1.1 reads as text.
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d[\\d_]*(\\.[\\d_]*)?|\\.\\d+)([eE][-+]?\\d{1,3})?");

  /// The largest number of characters in a number. Longer ones are read as text, since arithmetic with hundreds of
  /// thousands of digits takes minutes.
  static final int LONGEST_NUMBER = 100;

  private Scalars() {}

  /// Reads a value of a primitive type or a text.
  static Object read(Class<?> type, @Nullable Object tree, String path) {
    if (type == int.class) {
      return (int) whole(tree, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (type == long.class) {
      return whole(tree, path, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (type == double.class) {
      return number(tree, path);
    } else if (type == boolean.class) {
      if (tree instanceof Boolean b) {
        return b;
      }
      throw wrong(path, "true or false", tree);
    } else if (type == String.class) {
      if (tree instanceof String s) {
        return s;
      }
      throw wrong(path, "text", tree);
    }
    throw new IllegalStateException("no form in a tree for " + type);
  }

  /// Returns the words for a value of this type in an error message.
  static String wanted(Class<?> type) {
    return type == int.class || type == long.class
        ? "a whole number"
        : type == double.class ? "a number" : type == boolean.class ? "true or false" : "a text";
  }

  private static long whole(@Nullable Object tree, String path, long least, long most) {
    BigDecimal given = decimal(tree);
    if (given == null || given.stripTrailingZeros().scale() > 0) {
      throw wrong(path, "a whole number", tree);
    }
    if (given.compareTo(BigDecimal.valueOf(least)) < 0
        || given.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw wrong(path, "a whole number from " + least + " to " + most, tree);
    }
    return given.longValueExact();
  }

  private static double number(@Nullable Object tree, String path) {
    if (tree instanceof Double d) {
      return d;
    }
    BigDecimal given = decimal(tree);
    if (given == null) {
      throw wrong(path, "a number", tree);
    }
    return given.doubleValue();
  }

  private static @Nullable BigDecimal decimal(@Nullable Object tree) {
    return switch (tree) {
      case Double d when !Double.isFinite(d) -> null;
      case Number n -> new BigDecimal(n.toString());
      case String s when isNumber(s) -> new BigDecimal(s.replace("_", ""));
      case null, default -> null;
    };
  }

  /// Returns whether a value is a number, including those that YAML 1.1 reads as text.
  static boolean isNumber(@Nullable Object tree) {
    return tree instanceof Number
        || (tree instanceof String s
            && s.length() <= LONGEST_NUMBER
            && NUMBER.matcher(s).matches());
  }

  /// Returns the exception for a value of the wrong type.
  static ConfigException wrong(String path, String wanted, @Nullable Object given) {
    String what = path.isEmpty() ? "the configuration" : path;
    return new ConfigException(path, what + " must be " + wanted + ", was " + show(given));
  }

  /// Returns a value as quoted in an error message.
  static String show(@Nullable Object given) {
    return switch (given) {
      case null -> "empty";
      case String s when s.isEmpty() -> "empty";
      case String s -> "'" + Outside.value(s) + "'";
      case Map<?, ?> _ -> "a map";
      case List<?> _ -> "a list";
      default -> Outside.value(given.toString());
    };
  }
}
