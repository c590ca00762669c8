package org.evenkeel.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.core.env.EnvironmentCheck;
import org.junit.jupiter.api.Test;

/// The examples are run as a user runs them.
class ThermostatTest {
  @Test
  void theTaskIsInOrder() {
    assertEquals(List.of(), EnvironmentCheck.problems(Thermostat::new));
  }

  /// A heater that is always low returns 118 in the mean, a random one 113 (over 1,000 episodes).
  @Test
  void theProgramTrainsAPolicyThatHeatsWhenItIsCold() {
    PrintStream before = System.out;
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    System.setOut(new PrintStream(heard, true, StandardCharsets.UTF_8));
    try {
      TrainThermostat.main(new String[] {"10000"});
    } finally {
      System.setOut(before);
    }
    List<String> lines = heard.toString(StandardCharsets.UTF_8).lines().toList();
    double mean = Double.parseDouble(lines.getFirst().split(" ", -1)[5]);
    assertTrue(mean > 150, lines.getFirst());
    assertEquals("at 15 degrees: high", lines.get(1));
    assertEquals("at 25 degrees: off", lines.get(2));
  }
}
