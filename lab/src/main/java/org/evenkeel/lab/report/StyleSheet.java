package org.evenkeel.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Function;

/// Style sheets of pages.
public final class StyleSheet {
  private StyleSheet() {}

  /// Returns the style that all pages of Evenkeel share: colours in light and dark mode as custom properties, the base of
  /// text, tables and code. A page adds its own rules after it.
  public static String base() {
    StringBuilder text = new StringBuilder();
    text.append(":root {\n").append(variables(Palette.Ink::light)).append("}\n");
    text.append("@media screen and (prefers-color-scheme: dark) {\n:root {\n");
    text.append(variables(Palette.Ink::dark)).append("}\n}\n");
    return text.append(resource("base.css")).toString();
  }

  /// Returns the complete style of a report, with classes for the lines and areas of its figures.
  static String ofReport() {
    StringBuilder text = new StringBuilder(base());
    for (Palette.Ink ink : Palette.all()) {
      text.append(".line-%1$s { stroke: var(--%1$s); fill: none; }\n".formatted(ink.variable()));
      text.append(".fill-%1$s { fill: var(--%1$s); }\n".formatted(ink.variable()));
    }
    return text.append(resource("report.css")).toString();
  }

  private static String variables(Function<Palette.Ink, Color> value) {
    StringBuilder text = new StringBuilder();
    for (Palette.Ink ink : Palette.all()) {
      text.append("  --%s: %s;\n".formatted(ink.variable(), Palette.hex(value.apply(ink))));
    }
    return text.toString();
  }

  private static String resource(String name) {
    try (InputStream in = StyleSheet.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
