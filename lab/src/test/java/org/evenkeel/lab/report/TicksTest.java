package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TicksTest {
  private static List<String> labels(List<Ticks.Tick> ticks) {
    return ticks.stream().map(Ticks.Tick::label).toList();
  }

  @Test
  void linearAxesStepByOneTwoOrFive() {
    assertEquals(List.of("0", "20,000", "40,000", "60,000"), labels(Ticks.linear(0, 60_000, 4)));
    assertEquals(List.of("0", "0.5", "1.0"), labels(Ticks.linear(-0.1, 1.1, 3)));
    assertEquals(List.of("−0.02", "−0.01", "0", "0.01"), labels(Ticks.linear(-0.02, 0.015, 4)));
    assertEquals(List.of("−10⁻⁶", "0", "10⁻⁶"), labels(Ticks.linear(-1e-6, 1.4e-6, 3)));
  }

  @Test
  void aTickIsTheNumberItsLabelSays() {
    for (Ticks.Tick tick : Ticks.linear(0, 1, 10)) {
      assertEquals(Double.parseDouble(tick.label()), tick.at());
    }
  }

  @Test
  void logarithmicAxesHavePowersOfTen() {
    assertEquals(List.of("1", "2", "5", "10", "20"), labels(Ticks.logarithmic(0.9, 40, 8)));
    assertEquals(
        List.of("10⁻⁴", "0.001", "0.01", "0.1", "1"), labels(Ticks.logarithmic(1e-4, 1, 8)));
    assertEquals(List.of("10⁻¹²", "10⁻⁸", "10⁻⁴", "1"), labels(Ticks.logarithmic(1e-12, 1, 3)));
    assertEquals(List.of("2", "3", "4"), labels(Ticks.logarithmic(2, 4, 3)));
  }

  @Test
  void wordsMoveApartAsLittleAsPossible() {
    double[] at = {0.1, 0.5, 0.52, 0.9};
    Ticks.spread(at, 0.1);
    assertArrayEquals(new double[] {0.1, 0.46, 0.56, 0.9}, at, 1e-12);
    double[] crowd = {0.2, 0.2, 0.2};
    Ticks.spread(crowd, 0.1);
    assertArrayEquals(new double[] {0.1, 0.2, 0.3}, crowd, 1e-12);
  }
}
