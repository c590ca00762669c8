package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Colours that people tell apart.
final class HuesTest {
  /// How red, green and blue reach people without one kind of cones (Machado, Oliveira and Fernandes 2009),
  /// and those with all of them.
  private static final double[][] EYES = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}
  };

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  /// Red, green and blue of light.
  private static double[] light(int rgb, double[] eyes) {
    double[] in = {linear(rgb >> 16 & 0xff), linear(rgb >> 8 & 0xff), linear(rgb & 0xff)};
    double[] out = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        out[i] += eyes[3 * i + j] * in[j];
      }
      out[i] = Math.clamp(out[i], 0, 1);
    }
    return out;
  }

  /// In CIELAB, where 2.3 is a difference that is just seen.
  private static double[] lab(double[] light) {
    double x = (0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505;
    double y = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    double z = (0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089;
    return new double[] {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
  }

  private static double f(double t) {
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
  }

  private static double distance(int a, int b, double[] eyes) {
    double[] one = lab(light(a, eyes));
    double[] two = lab(light(b, eyes));
    return Math.sqrt(
        Math.pow(one[0] - two[0], 2) + Math.pow(one[1] - two[1], 2) + Math.pow(one[2] - two[2], 2));
  }

  @Test
  void channelsDifferForEveryKindOfColourVision() {
    for (int kind = 0; kind < EYES.length; kind++) {
      for (int a = 0; a < Hues.channels(); a++) {
        for (int b = 0; b < a; b++) {
          double seen = distance(Hues.rgb(Hues.channel(a)), Hues.rgb(Hues.channel(b)), EYES[kind]);
          assertTrue(seen > 10, "channels " + a + " and " + b + ", eyes " + kind + ": " + seen);
        }
      }
    }
  }

  @Test
  void channelsAndTextStandOutFromTheirGround() {
    for (int c = 0; c < Hues.channels(); c++) {
      assertTrue(contrast(Hues.channel(c), Hues.BLANK) >= 3, "channel " + c);
    }
    for (byte text : new byte[] {Hues.TEXT, Hues.MUTED, Hues.CHOSEN, Hues.GAIN, Hues.LOSS}) {
      assertTrue(contrast(text, Hues.GROUND) >= 4.5, "text " + text);
    }
  }

  private static double contrast(byte a, byte b) {
    double one = luminance(a);
    double two = luminance(b);
    return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  }

  private static double luminance(byte hue) {
    double[] light = light(Hues.rgb(hue), EYES[0]);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  }

  @Test
  void inATerminalWith256ColoursTheyDifferToo() {
    Set<Integer> seen = new HashSet<>(Set.of(Hues.xterm(Hues.rgb(Hues.BLANK))));
    for (int c = 0; c < Hues.channels(); c++) {
      assertTrue(seen.add(Hues.xterm(Hues.rgb(Hues.channel(c)))), "channel " + c);
    }
    assertEquals(231, Hues.xterm(Hues.rgb(Hues.channel(6))), "white is white");
    assertEquals(
        166, Hues.xterm(Hues.rgb(Hues.channel(3))), "5 1 0 of the cube is the nearest to d55e00");
  }

  @Test
  void afterTheLastChannelComesTheFirst() {
    assertEquals(Hues.channel(0), Hues.channel(Hues.channels()));
  }

  @Test
  void graysGoFromBlackToWhite() {
    assertEquals(0x000000, Hues.rgb(Hues.gray((byte) 0)));
    assertEquals(0xffffff, Hues.rgb(Hues.gray((byte) 255)));
    assertTrue((Hues.rgb(Hues.gray((byte) 128)) & 0xff) > 0x78);
  }
}
