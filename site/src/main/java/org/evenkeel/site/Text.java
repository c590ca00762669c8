package org.evenkeel.site;

import java.nio.file.Path;
import java.util.Locale;

/// Texts and addresses of pages.
final class Text {
  private Text() {}

  /// Returns the text with the special characters of HTML escaped.
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /// Returns the anchor of a heading, as GitHub forms it.
  static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .strip()
        .replaceAll("[^\\p{L}\\p{N}\\- _]", "")
        .replace(' ', '-');
  }

  /// Returns the address of one page as seen from another; both are relative to the site.
  static String relative(String from, String to) {
    int hash = to.indexOf('#');
    String file = hash < 0 ? to : to.substring(0, hash);
    String fragment = hash < 0 ? "" : to.substring(hash);
    if (file.equals(from)) {
      return fragment.isEmpty() ? Path.of(file).getFileName().toString() : fragment;
    }
    Path parent = Path.of(from).getParent();
    Path path = parent == null ? Path.of(file) : parent.relativize(Path.of(file));
    return path.toString().replace('\\', '/') + fragment;
  }
}
