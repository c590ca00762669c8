package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({"5.0,5", "0.1,0.1", "1.0E10,1E10", "1.5E-7,1.5E-7", "NaN,NaN", "-0.0,-0"})
  void filesHaveTheShortestTextThatGivesTheSameDouble(double value, String text) {
    assertEquals(text, Numbers.exact(value));
  }

  @Test
  void whatFilesHaveReadsBackBitForBit() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      assertEquals(value, Double.parseDouble(Numbers.exact(value)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0;0",
        "-0.0;0",
        "0.5;0.5",
        "0.50004;0.5000",
        "-1.23456;−1.235",
        "123.45678;123.5",
        "0.00012344;0.0001234",
        "0.00001;10⁻⁵",
        "-2.5E-12;−2.5×10⁻¹²",
        "1234.5678;1,235",
        "999.96;1,000",
        "32404;32,404",
        "9999999;9,999,999",
        "12345678;1.235×10⁷",
        "NaN;–",
        "-Infinity;−∞"
      })
  void readersSeeFourDigits(double value, String text) {
    assertEquals(text, Numbers.shown(value));
  }

  @ParameterizedTest
  @CsvSource({"0.0009999,< 0.001", "0,< 0.001", "0.001,0.001", "0.04949,0.049", "1,1.000"})
  void smallProbabilitiesAreBounded(double p, String text) {
    assertEquals(text, Numbers.p(p));
  }
}
