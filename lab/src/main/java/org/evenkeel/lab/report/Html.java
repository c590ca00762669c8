package org.evenkeel.lab.report;

import java.util.ArrayDeque;
import java.util.Deque;

/// Writes HTML. Texts and attributes are escaped; elements are closed in order.
final class Html {
  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /// Escapes a text. Characters with a meaning in HTML and SVG become entities. Control characters, which neither may
  /// contain, become the replacement character.
  static String escaped(String plain) {
    StringBuilder safe = new StringBuilder(plain.length() + 16);
    plain
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                case '\n', '\t' -> safe.append((char) c);
                case '\r' -> {} // half of a line end
                default -> safe.appendCodePoint(readable(c) ? c : 0xfffd);
              }
            });
    return safe.toString();
  }

  /// Adds a full stop if the text has no end mark.
  static String sentence(String title) {
    String plain = title.strip();
    return plain.isEmpty() || ".?!:".indexOf(plain.charAt(plain.length() - 1)) >= 0
        ? plain
        : plain + ".";
  }

  private static boolean readable(int c) {
    boolean surrogate = c >= 0xd800 && c <= 0xdfff;
    boolean noCharacter = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
    return !Character.isISOControl(c) && !surrogate && !noCharacter;
  }

  /// Opens an element.
  ///
  /// @param attributes alternating names and values
  Html open(String element, String... attributes) {
    tag(element, attributes);
    open.push(element);
    return this;
  }

  /// Writes an element without content.
  Html empty(String element, String... attributes) {
    tag(element, attributes);
    return this;
  }

  private void tag(String element, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException(
          "attributes of '%s' must be names and values, were %d texts"
              .formatted(element, attributes.length));
    }
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]);
      text.append("=\"").append(escaped(attributes[i + 1])).append('"');
    }
    text.append('>');
  }

  /// Closes the innermost open element.
  Html close(String element) {
    String last = open.isEmpty() ? "nothing" : open.pop();
    if (!last.equals(element)) {
      throw new IllegalStateException("'%s' must be closed before '%s'".formatted(last, element));
    }
    text.append("</").append(element).append(">");
    return this;
  }

  /// Closes an element and starts a new line.
  Html closeLine(String element) {
    close(element).text.append('\n');
    return this;
  }

  Html text(String plain) {
    text.append(escaped(plain));
    return this;
  }

  /// Writes text that is already HTML.
  Html raw(String html) {
    text.append(html);
    return this;
  }

  /// Writes an element that contains only text.
  Html element(String element, String plain, String... attributes) {
    return open(element, attributes).text(plain).close(element);
  }

  /// Writes such an element on its own line.
  Html line(String element, String plain, String... attributes) {
    return open(element, attributes).text(plain).closeLine(element);
  }

  /// Writes a link.
  Html link(String target, String plain) {
    return element("a", plain, "href", target);
  }

  /// Returns the complete text.
  String done() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("'" + open.peek() + "' must be closed");
    }
    return text.toString();
  }
}
