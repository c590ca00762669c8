package org.evenkeel.lab.report;

import java.awt.Color;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The colours of figures: the hues of Okabe and Ito, which can be distinguished with any kind of colour vision, made
/// darker if they were too pale for thin lines on white. Each has a contrast of at least 3 to 1 with its background.
///
/// A figure is drawn in the light colours. In the page each of them becomes a variable of the style sheet, which has
/// another value in dark mode.
final class Palette {
  /// A colour with its values for light and dark mode.
  ///
  /// @param variable its name in the style sheet
  /// @param light the colour on white
  /// @param dark the colour on [#DARK_GROUND]
  record Ink(String variable, Color light, Color dark) {}

  static final Color DARK_GROUND = new Color(0x15181d);

  static final Ink INK = ink("ink", 0x1b1f24, 0xe6e8eb);
  static final Ink MUTED = ink("muted", 0x57606a, 0xa3abb5);
  static final Ink GRID = ink("grid", 0xe3e6ea, 0x2d333b);

  private static final List<Ink> SERIES =
      List.of(
          ink("series-0", 0x0072b2, 0x4fa8ee),
          ink("series-1", 0xd55e00, 0xf28a4a),
          ink("series-2", 0x008f68, 0x35c497),
          ink("series-3", 0xb5508a, 0xe58fbe),
          ink("series-4", 0x8f6b00, 0xe3b341),
          ink("series-5", 0x2f8fcf, 0x9fdcf7),
          ink("series-6", 0x6a51a3, 0xb9a5f5),
          ink("series-7", 0x6e7781, 0xb1bac4));

  private static final Map<Integer, Ink> BY_LIGHT =
      all().stream().collect(Collectors.toMap(i -> i.light().getRGB() & 0xffffff, i -> i));

  private Palette() {}

  private static Ink ink(String variable, int light, int dark) {
    return new Ink(variable, new Color(light), new Color(dark));
  }

  /// Returns the colour of a series; -1 is the text colour, and the colours repeat after the last.
  static Ink of(int colour) {
    return colour < 0 ? INK : SERIES.get(colour % SERIES.size());
  }

  /// Returns all colours that occur in a figure.
  static List<Ink> all() {
    return Stream.concat(Stream.of(INK, MUTED, GRID), SERIES.stream()).toList();
  }

  /// Returns the ink with this light colour, ignoring alpha; null if there is none.
  static @Nullable Ink inkOf(Color light) {
    return BY_LIGHT.get(light.getRGB() & 0xffffff);
  }

  /// Returns a colour in the notation of style sheets.
  static String hex(Color colour) {
    return "#%06x".formatted(colour.getRGB() & 0xffffff);
  }
}
