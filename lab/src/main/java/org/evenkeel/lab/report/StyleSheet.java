package org.evenkeel.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Function;

/// The style of the page: `report.css`, and the colours of figures from the [Palette].
final class StyleSheet {
  private StyleSheet() {}

  static String text() {
    StringBuilder text = new StringBuilder();
    text.append(":root {\n").append(variables(Palette.Ink::light)).append("}\n");
    text.append("@media screen and (prefers-color-scheme: dark) {\n:root {\n");
    text.append(variables(Palette.Ink::dark)).append("}\n}\n");
    for (Palette.Ink ink : Palette.all()) {
      text.append(".line-%1$s { stroke: var(--%1$s); fill: none; }\n".formatted(ink.variable()));
      text.append(".fill-%1$s { fill: var(--%1$s); }\n".formatted(ink.variable()));
    }
    return text.append(resource()).toString();
  }

  private static String variables(Function<Palette.Ink, Color> value) {
    StringBuilder text = new StringBuilder();
    for (Palette.Ink ink : Palette.all()) {
      text.append("  --%s: %s;\n".formatted(ink.variable(), Palette.hex(value.apply(ink))));
    }
    return text.toString();
  }

  private static String resource() {
    try (InputStream in = StyleSheet.class.getResourceAsStream("report.css")) {
      return new String(Objects.requireNonNull(in, "report.css").readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
