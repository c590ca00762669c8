package org.evenkeel.site;

import java.util.ArrayList;
import java.util.List;

/// The index of the search: every part of every page, and the types of the Java API. It is a script and not JSON,
/// because a page that was opened from the file system may load only scripts.
final class SearchIndex {
  private final List<String> rows = new ArrayList<>();

  void add(String target, Markdown.Rendered page) {
    for (Markdown.Part part : page.parts()) {
      String address = part.level() == 1 ? target : target + "#" + part.anchor();
      row(part.title(), part.level() == 1 ? "" : page.title(), address, part.text());
    }
  }

  /// Adds a type of the Java API.
  void addType(String name, String packageName, String target) {
    row(name, "Java API, " + packageName, target, "");
  }

  private void row(String title, String where, String address, String text) {
    rows.add(
        "[%s,%s,%s,%s]".formatted(quoted(title), quoted(where), quoted(address), quoted(text)));
  }

  String script() {
    return "window.evenkeelSearch=[\n" + String.join(",\n", rows) + "\n];\n";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '<' -> quoted.append("\\u003c"); // never ends the script
        default -> {
          if (c < ' ' || c == '\u2028' || c == '\u2029') {
            quoted.append("\\u%04x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
