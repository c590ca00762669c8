package org.evenkeel.lab.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.core.internal.Counted;
import org.jspecify.annotations.Nullable;

/// A YAML text as a plain tree, with the position of each key.
///
/// @param root maps, lists and scalars; null for an empty text
/// @param places the line and column of each dotted path
record YamlTree(@Nullable Object root, Map<String, String> places) {
  private static final YAMLFactory YAML =
      YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /// The largest number of elements in a list, more than any configuration needs. A network of a million layers would
  /// fill the memory.
  private static final int LONGEST_LIST = 1_000;

  /// Reads a text.
  ///
  /// @throws ConfigException with line and column if it is not YAML
  static YamlTree parse(String text) {
    Map<String, String> places = new HashMap<>();
    try (YAMLParser parser = YAML.createParser(text)) {
      JsonToken first = parser.nextToken();
      Object root = first == null ? null : value(parser, "", places);
      if (parser.nextToken() != null) {
        throw refused(parser, "only one YAML document is allowed");
      }
      return new YamlTree(root, places);
    } catch (JsonProcessingException e) {
      // Jackson's message first names the part that was read, then the error; excerpts of the text
      // and positions are indented.
      String reason =
          e.getOriginalMessage()
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith(" "))
              .collect(Collectors.joining(", "));
      JsonLocation at = e.getLocation();
      throw new ConfigException("", (at == null ? "" : place(at) + ": ") + reason);
    } catch (IOException e) {
      throw new ConfigException("", "not YAML: " + e.getMessage());
    }
  }

  /// Adds the position of the nearest key in the text to an exception.
  ConfigException locate(ConfigException e) {
    String path = e.path();
    while (!path.isEmpty() && !places.containsKey(path)) {
      path = path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }
    String place = places.get(path);
    return place == null ? e : new ConfigException(e.path(), place + ": " + e.getMessage());
  }

  private static @Nullable Object value(YAMLParser parser, String path, Map<String, String> places)
      throws IOException {
    if (parser.isCurrentAlias()) {
      throw refused(parser, "aliases (*name) are not supported, repeat the value");
    }
    if (parser.getTypeId() != null) {
      throw refused(parser, "tags (!!name) are not supported, write only the value");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          String key = RecordTree.key(path, name);
          places.put(key, place(parser.currentTokenLocation()));
          parser.nextToken();
          map.put(name, value(parser, key, places));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          if (list.size() == LONGEST_LIST) {
            throw refused(
                parser,
                "%s must have at most %s".formatted(path, Counted.of(LONGEST_LIST, "element")));
          }
          String key = path + "[" + list.size() + "]";
          places.put(key, place(parser.currentTokenLocation()));
          list.add(value(parser, key, places));
        }
        yield list;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          parser.getTextLength() <= Scalars.LONGEST_NUMBER
              ? parser.getNumberValue()
              : parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private static ConfigException refused(JsonParser parser, String reason) {
    return new ConfigException("", place(parser.currentTokenLocation()) + ": " + reason);
  }

  private static String place(JsonLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
