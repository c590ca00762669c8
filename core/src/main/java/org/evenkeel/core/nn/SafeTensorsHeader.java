package org.evenkeel.core.nn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.core.internal.Nearest;

/// The header of a [SafeTensors] file: the contents of its JSON, and a check that they fit the data.
///
/// The reader follows the grammar of the format and accepts no other JSON, so nothing in it recurses, and a deeply
/// nested header is rejected at the first unexpected bracket.
///
/// @param metadata the metadata, in the order of the header
record SafeTensorsHeader(Map<String, String> metadata, Map<String, Entry> entries) {
  static final String METADATA = "__metadata__";

  private static final int MESSAGE_CHARS = 60;
  private static final int LISTED = 8;

  /// One tensor; its bytes are `begin` to `end` (exclusive), counted from the end of the header.
  record Entry(SafeTensors.Type type, List<Long> shape, long begin, long end) {}

  static SafeTensorsHeader parse(String text, String source) throws IOException {
    return new Reader(text, source).header();
  }

  /// Checks that each tensor's bytes fit its type and shape, and that together they cover the data exactly once.
  /// Tensors are checked in the order of their offsets, since names may be in any order.
  void checkLayout(long dataBytes, String source) throws IOException {
    List<Map.Entry<String, Entry>> byOffset = new ArrayList<>(entries.entrySet());
    for (Map.Entry<String, Entry> named : byOffset) {
      checkEntry(named.getKey(), named.getValue(), dataBytes, source);
    }
    byOffset.sort(
        Map.Entry.comparingByValue(
            Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end)));
    String previous = "";
    long end = 0;
    for (Map.Entry<String, Entry> named : byOffset) {
      long begin = named.getValue().begin();
      if (begin < end) {
        throw new IOException(
            "%s: tensor %s begins at byte %d of the data, but tensor %s ends only at byte %d"
                .formatted(source, quoted(named.getKey()), begin, quoted(previous), end));
      }
      if (begin > end) {
        throw new IOException(
            "%s: tensor %s begins at byte %d of the data, but bytes %d to %d belong to no tensor"
                .formatted(source, quoted(named.getKey()), begin, end, begin));
      }
      previous = named.getKey();
      end = named.getValue().end();
    }
    if (end != dataBytes) {
      throw new IOException(
          "%s: has %d bytes of data, but the tensors end at byte %d"
              .formatted(source, dataBytes, end));
    }
  }

  private static void checkEntry(String name, Entry entry, long dataBytes, String source)
      throws IOException {
    String wrong = null;
    if (entry.begin() > entry.end()) {
      wrong = "which end before they begin";
    } else {
      try {
        long needed = entry.type().bytes(entry.shape());
        if (needed != entry.end() - entry.begin()) {
          String shape = shortened(entry.shape().toString());
          wrong = "but shape %s of %s needs %d bytes".formatted(shape, entry.type(), needed);
        } else if (entry.end() > dataBytes) {
          wrong = "but the file has only %d bytes of data".formatted(dataBytes);
        }
      } catch (IllegalArgumentException e) {
        wrong = "but " + e.getMessage();
      }
    }
    if (wrong != null) {
      throw new IOException(
          "%s: tensor %s has offsets [%d, %d], %s"
              .formatted(source, quoted(name), entry.begin(), entry.end(), wrong));
    }
  }

  /// Returns the JSON as the safetensors library writes it, without padding.
  String text() {
    StringBuilder text = new StringBuilder("{");
    if (!metadata.isEmpty()) {
      text.append('"').append(METADATA).append("\":{");
      metadata.forEach(
          (key, value) -> {
            appendString(text, key).append(':');
            appendString(text, value).append(',');
          });
      text.setLength(text.length() - 1);
      text.append("},");
    }
    entries.forEach(
        (name, entry) -> {
          appendString(text, name).append(":{\"dtype\":\"").append(entry.type());
          text.append("\",\"shape\":[");
          text.append(entry.shape().stream().map(String::valueOf).collect(Collectors.joining(",")));
          text.append("],\"data_offsets\":[").append(entry.begin());
          text.append(',').append(entry.end()).append("]},");
        });
    if (text.length() > 1) {
      text.setLength(text.length() - 1);
    }
    return text.append('}').toString();
  }

  private static StringBuilder appendString(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> text.append('\\').append(c);
        case '\b' -> text.append("\\b");
        case '\f' -> text.append("\\f");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> text.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
      }
    }
    return text.append('"');
  }

  /// Returns the text in quotes for a message: of bounded length and on one line, whatever the file contains.
  static String quoted(String text) {
    StringBuilder shown = new StringBuilder("'");
    for (char c : shortened(text).toCharArray()) {
      boolean plain = !Character.isISOControl(c) && !Character.isSurrogate(c);
      shown.append(plain ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return shown.append('\'').toString();
  }

  static String shortened(String text) {
    return text.length() <= MESSAGE_CHARS ? text : text.substring(0, MESSAGE_CHARS) + "...";
  }

  /// Returns the end of a message that suggests names for a mistyped one.
  static String nearest(String name, Collection<String> names) {
    if (names.isEmpty()) {
      return ": there are no tensors";
    }
    List<String> shown = names.stream().map(SafeTensorsHeader::shortened).toList();
    List<String> near = Nearest.to(shortened(name), shown);
    if (near.isEmpty()) {
      String more = shown.size() > LISTED ? " and %d more".formatted(shown.size() - LISTED) : "";
      return shown.stream()
          .limit(LISTED)
          .map(SafeTensorsHeader::quoted)
          .collect(Collectors.joining(", ", "; there are ", more));
    }
    return near.stream()
        .map(SafeTensorsHeader::quoted)
        .collect(Collectors.joining(" or ", ": did you mean ", "?"));
  }

  private static final class Reader {
    private final String text;
    private final String source;
    private int at;

    Reader(String text, String source) {
      this.text = text;
      this.source = source;
    }

    SafeTensorsHeader header() throws IOException {
      if (!text.startsWith("{")) {
        throw wanted("'{'");
      }
      Map<String, String> metadata = new LinkedHashMap<>();
      Map<String, Entry> entries = new LinkedHashMap<>();
      Set<String> seen = new HashSet<>();
      for (boolean more = opens('{', '}'); more; more = continues('}')) {
        String name = key(seen, "the header");
        if (name.equals(METADATA)) {
          readMetadata(metadata);
        } else {
          entries.put(name, entry("tensor " + quoted(name)));
        }
      }
      skipSpace();
      if (at < text.length()) {
        throw wanted("nothing");
      }
      return new SafeTensorsHeader(metadata, entries);
    }

    private void readMetadata(Map<String, String> metadata) throws IOException {
      Set<String> seen = new HashSet<>();
      for (boolean more = opens('{', '}'); more; more = continues('}')) {
        String key = key(seen, METADATA);
        metadata.put(key, string());
      }
    }

    private Entry entry(String tensor) throws IOException {
      SafeTensors.Type type = null;
      List<Long> shape = null;
      List<Long> offsets = null;
      Set<String> seen = new LinkedHashSet<>();
      for (boolean more = opens('{', '}'); more; more = continues('}')) {
        String field = key(seen, tensor);
        switch (field) {
          case "dtype" -> type = type(tensor);
          case "shape" -> shape = numbers("shape of " + tensor);
          case "data_offsets" -> offsets = numbers("data_offsets of " + tensor);
          default ->
              throw refused(
                  "%s may have dtype, shape and data_offsets, but has %s"
                      .formatted(tensor, quoted(field)));
        }
      }
      if (type == null || shape == null || offsets == null) {
        throw refused(
            "%s must have dtype, shape and data_offsets, but has %s"
                .formatted(tensor, seen.isEmpty() ? "none" : "only " + String.join(", ", seen)));
      }
      if (offsets.size() != 2) {
        throw refused(
            "data_offsets of %s must be 2 numbers, but there are %d"
                .formatted(tensor, offsets.size()));
      }
      return new Entry(type, shape, offsets.get(0), offsets.get(1));
    }

    private SafeTensors.Type type(String tensor) throws IOException {
      String name = string();
      for (SafeTensors.Type type : SafeTensors.Type.values()) {
        if (type.name().equals(name)) {
          return type;
        }
      }
      throw refused(
          "dtype of %s must be one of %s, but is %s"
              .formatted(tensor, Arrays.toString(SafeTensors.Type.values()), quoted(name)));
    }

    private List<Long> numbers(String what) throws IOException {
      List<Long> numbers = new ArrayList<>();
      for (boolean more = opens('[', ']'); more; more = continues(']')) {
        numbers.add(number(what));
      }
      return List.copyOf(numbers);
    }

    private long number(String what) throws IOException {
      skipSpace();
      int start = at;
      while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      if (at == start) {
        throw wanted("a whole number");
      }
      String digits = text.substring(start, at);
      boolean whole = digits.chars().allMatch(c -> '0' <= c && c <= '9');
      if (whole && (digits.length() == 1 || digits.charAt(0) != '0')) {
        try {
          return Long.parseLong(digits);
        } catch (NumberFormatException e) {
          throw refused(what + " must be at most 2^63 - 1, but has " + shortened(digits));
        }
      }
      throw refused(
          what
              + " must be whole numbers, 0 or more, without leading zeros, but has "
              + shortened(digits));
    }

    private String key(Set<String> seen, String owner) throws IOException {
      String key = string();
      if (!seen.add(key)) {
        throw refused(owner + " has " + quoted(key) + " twice");
      }
      expect(':', "':'");
      return key;
    }

    private String string() throws IOException {
      expect('"', "a string");
      StringBuilder value = new StringBuilder();
      int start = at;
      while (at < text.length() && text.charAt(at) != '"') {
        char c = text.charAt(at);
        if (c < ' ') {
          throw wanted("a string without control characters");
        }
        at++;
        value.append(c == '\\' ? escaped() : c);
      }
      if (at == text.length()) {
        throw wanted("the end of a string");
      }
      at++;
      // A pair is one code point, so a surrogate among the code points is half of a pair.
      if (value.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
        throw refused("the string at character %d has half of a surrogate pair".formatted(start));
      }
      return value.toString();
    }

    private char escaped() throws IOException {
      char escape = at < text.length() ? text.charAt(at) : '\0';
      char c =
          switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> throw wanted("one of \"\\/bfnrtu after a backslash");
          };
      at++;
      return c;
    }

    /// Reads four hexadecimal digits and leaves `at` on the last one.
    private char hexadecimal() throws IOException {
      int code = 0;
      for (int i = 0; i < 4; i++) {
        at++;
        // Character.digit would accept the digits of other scripts too.
        if (at >= text.length() || !HexFormat.isHexDigit(text.charAt(at))) {
          throw wanted("4 hexadecimal digits after \\u");
        }
        code = 16 * code + HexFormat.fromHexDigit(text.charAt(at));
      }
      return (char) code;
    }

    /// Skips `open` and returns whether an element follows.
    private boolean opens(char open, char close) throws IOException {
      expect(open, "'" + open + "'");
      return !accepts(close);
    }

    /// Skips a comma, after which an element must follow, or `close`.
    private boolean continues(char close) throws IOException {
      if (accepts(',')) {
        return true;
      }
      expect(close, "',' or '" + close + "'");
      return false;
    }

    private void expect(char c, String what) throws IOException {
      if (!accepts(c)) {
        throw wanted(what);
      }
    }

    private boolean accepts(char c) {
      skipSpace();
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private void skipSpace() {
      while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private IOException wanted(String what) {
      String given = at < text.length() ? "has " + quoted(text.substring(at, at + 1)) : "ends";
      return refused("the header must have %s at character %d, but %s".formatted(what, at, given));
    }

    private IOException refused(String sentence) {
      return new IOException(source + ": " + sentence);
    }
  }
}
