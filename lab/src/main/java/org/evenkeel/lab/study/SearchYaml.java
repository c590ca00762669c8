package org.evenkeel.lab.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// Reads and writes the key `search` of a study.
final class SearchYaml {
  private static final List<String> KEYS =
      List.of("method", "configurations", "ranges", "seed", "keep", "confirm");
  private static final List<String> RANGE_KEYS = List.of("from", "to", "scale", "values");

  private SearchYaml() {}

  /// Reads a search, null if there is none.
  static @Nullable Search read(@Nullable Object tree) {
    if (tree == null) {
      return null;
    }
    Map<String, Object> search = StudyFile.map(tree, "search");
    requireKnown(search, KEYS, "search", "a search");
    Map<String, Search.Range> ranges = new LinkedHashMap<>();
    StudyFile.map(search.get("ranges"), "search.ranges")
        .forEach((key, value) -> ranges.put(key, range(value, "search.ranges." + key)));
    return new Search(
        method(search.get("method")),
        number(search, "configurations", null),
        ranges,
        StudyFile.whole(search.getOrDefault("seed", 1), "search.seed", Long.MIN_VALUE),
        number(search, "keep", 3),
        number(search, "confirm", 5));
  }

  static Map<String, Object> write(Search search) {
    Map<String, Object> ranges = new LinkedHashMap<>();
    search
        .ranges()
        .forEach(
            (key, range) ->
                ranges.put(
                    key,
                    switch (range) {
                      case Search.Range.Among among -> Map.of("values", among.values());
                      case Search.Range.Between between -> write(between);
                    }));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("method", search.method().name().toLowerCase(Locale.ROOT));
    tree.put("configurations", search.configurations());
    tree.put("ranges", ranges);
    tree.put("seed", search.seed());
    tree.put("keep", search.keep());
    tree.put("confirm", search.confirm());
    return tree;
  }

  private static Map<String, Object> write(Search.Range.Between between) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("from", between.whole() ? (Object) (long) between.from() : (Object) between.from());
    tree.put("to", between.whole() ? (Object) (long) between.to() : (Object) between.to());
    tree.put("scale", between.logarithmic() ? "log" : "linear");
    return tree;
  }

  private static void requireKnown(
      Map<String, Object> map, List<String> keys, String path, String what) {
    for (String key : map.keySet()) {
      if (!keys.contains(key)) {
        String near = Nearest.question(key, keys);
        throw new ConfigException(
            path + "." + key,
            "unknown key '%s'%s"
                .formatted(
                    key, near.isEmpty() ? "; " + what + " has " + String.join(", ", keys) : near));
      }
    }
  }

  private static Search.Method method(@Nullable Object given) {
    for (Search.Method method : Search.Method.values()) {
      if (method.name().toLowerCase(Locale.ROOT).equals(given)) {
        return method;
      }
    }
    throw StudyFile.wrong("search.method", "random or halving", given);
  }

  private static int number(Map<String, Object> search, String key, @Nullable Integer otherwise) {
    Object value = search.getOrDefault(key, otherwise);
    if (!(value instanceof Integer number)) {
      throw StudyFile.wrong("search." + key, "a whole number", value);
    }
    return number;
  }

  private static Search.Range range(@Nullable Object tree, String path) {
    Map<String, Object> map = StudyFile.map(tree, path);
    requireKnown(map, RANGE_KEYS, path, "a range");
    try {
      Object values = map.get("values");
      if (values instanceof List<?> list) {
        return new Search.Range.Among(List.copyOf(list));
      }
      if (values != null) {
        throw StudyFile.wrong(path + ".values", "a list", values);
      }
      Object from = map.get("from");
      Object to = map.get("to");
      boolean whole = isWhole(from) && isWhole(to);
      return new Search.Range.Between(
          real(from, path + ".from"), real(to, path + ".to"), logarithmic(map, path), whole);
    } catch (ConfigException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(path, path + ": " + e.getMessage());
    }
  }

  private static boolean logarithmic(Map<String, Object> map, String path) {
    Object scale = map.getOrDefault("scale", "linear");
    if (!"log".equals(scale) && !"linear".equals(scale)) {
      throw StudyFile.wrong(path + ".scale", "log or linear", scale);
    }
    return scale.equals("log");
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Integer || value instanceof Long;
  }

  private static double real(@Nullable Object value, String path) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    // YAML reads 1e-5 as text, but it is meant as a number.
    if (value instanceof String text && text.matches("[-+]?[0-9.]{1,20}([eE][-+]?[0-9]{1,3})?")) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw StudyFile.wrong(path, "a number", value);
      }
    }
    throw StudyFile.wrong(path, "a number", value);
  }
}
