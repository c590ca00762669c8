package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import org.junit.jupiter.api.Test;

class PaletteTest {
  /// The threshold of WCAG 2.2 for what is not text.
  @Test
  void everySeriesStandsOutFromTheGroundInLightAndInDark() {
    for (int i = 0; i < 8; i++) {
      Palette.Ink ink = Palette.of(i);
      assertTrue(contrast(ink.light(), Color.WHITE) >= 3, ink + " on white");
      assertTrue(contrast(ink.dark(), Palette.DARK_GROUND) >= 3, ink + " in the dark");
    }
    for (Palette.Ink text : new Palette.Ink[] {Palette.INK, Palette.MUTED}) {
      assertTrue(contrast(text.light(), Color.WHITE) >= 4.5, text + " on white");
      assertTrue(contrast(text.dark(), Palette.DARK_GROUND) >= 4.5, text + " in the dark");
    }
  }

  @Test
  void theStyleSheetHasTheGroundTheContrastWasMeasuredOn() {
    assertTrue(StyleSheet.base().contains("--ground: #ffffff;"));
    assertTrue(StyleSheet.base().contains("--ground: " + Palette.hex(Palette.DARK_GROUND) + ";"));
  }

  @Test
  void noTwoColoursAreTheSame() {
    assertEquals(11, Palette.all().stream().map(Palette.Ink::light).distinct().count());
    assertEquals(11, Palette.all().stream().map(Palette.Ink::dark).distinct().count());
    assertEquals(Palette.of(0), Palette.of(8));
    assertEquals(Palette.INK, Palette.of(-1));
  }

  private static double contrast(Color a, Color b) {
    double first = luminance(a) + 0.05;
    double second = luminance(b) + 0.05;
    return Math.max(first, second) / Math.min(first, second);
  }

  private static double luminance(Color colour) {
    return 0.2126 * linear(colour.getRed())
        + 0.7152 * linear(colour.getGreen())
        + 0.0722 * linear(colour.getBlue());
  }

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }
}
