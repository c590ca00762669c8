package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Signals, without any: [UserCodeEndsTest] sends them to processes.
final class CtrlCTest {
  private static final int INT = 2;
  private static final int TERM = 15;

  private final StringWriter said = new StringWriter();
  private final List<String> calls = new ArrayList<>();
  private final CtrlC.Work work =
      new CtrlC.Work() {
        @Override
        public void stop() {
          calls.add("stop");
        }

        @Override
        public String kept() {
          return "3 trials are kept";
        }
      };

  private CtrlC patient(Duration silent, Duration most) {
    return new CtrlC(
        work,
        new PrintWriter(said, true),
        new CtrlC.Patience(silent, most, most),
        code -> calls.add("halt " + code));
  }

  @Test
  void whatEndsInTimeIsNotTalkedAbout() {
    CtrlC ctrlC = patient(Duration.ofDays(1), Duration.ofDays(1));
    assertFalse(ctrlC.pressed());
    ctrlC.close();
    ctrlC.press(TERM);
    assertTrue(ctrlC.pressed());
    assertEquals(143, ctrlC.exitCode());
    assertEquals(List.of("stop"), calls);
    assertEquals("", said.toString());
  }

  @Test
  void withoutASecondSignalTheProcessEndsAfterABoundedTime() {
    try (CtrlC ctrlC = patient(Duration.ofMillis(3), Duration.ofMillis(10))) {
      ctrlC.press(INT);
    }
    assertEquals(List.of("stop", "halt 130"), calls);
    assertEquals(
        """
        still saving results; press Ctrl-C again to quit now without them; 3 trials are kept
        quit immediately; 3 trials are kept
        """,
        said.toString().replace("\r\n", "\n"));
  }

  @Test
  void aSecondSignalLeavesAtOnce() {
    try (CtrlC ctrlC = patient(Duration.ZERO, Duration.ZERO)) {
      ctrlC.press(INT);
      calls.clear();
      ctrlC.press(TERM);
    }
    assertEquals(List.of("halt 143"), calls);
  }

  @Test
  void codeOfAUserIsFoundInAStack() {
    assertEquals(
        "my.Pump.step",
        UserCode.calledByLibrary(
                stack(
                    "java.lang.Object.wait",
                    "my.Wire.read",
                    "my.Pump.step",
                    "org.evenkeel.core.env.Calls.step",
                    "picocli.CommandLine.execute",
                    "org.evenkeel.cli.Main.main"))
            .orElseThrow());
    assertEquals(
        "the constructor of my.Pump",
        UserCode.calledByLibrary(
                stack("my.Pump.<init>", "java.lang.X.y", "org.evenkeel.lab.config.Tasks.make"))
            .orElseThrow());
    assertTrue(
        UserCode.calledByLibrary(
                stack(
                    "java.lang.Object.wait",
                    "org.evenkeel.lab.A.b",
                    "picocli.C.d",
                    "org.evenkeel.cli.Main.main"))
            .isEmpty());
    assertTrue(
        UserCode.calledByLibrary(stack("java.lang.Object.wait", "my.Thread2.run")).isEmpty());
  }

  /// Drawing, the emulator and the readers of files are not cut short as code of a user would be.
  @Test
  void librariesOfTheProgramAreNotCodeOfAUser() {
    for (String library :
        List.of(
            "org.bytedeco.ale.ALEInterface.act",
            "org.jfree.chart.JFreeChart.draw",
            "org.hipparchus.stat.Frequency.addValue",
            "com.fasterxml.jackson.databind.ObjectMapper.readValue",
            "org.yaml.snakeyaml.Yaml.load",
            "org.openjdk.jmh.runner.Runner.run")) {
      assertTrue(
          UserCode.calledByLibrary(
                  stack("sun.java2d.X.fill", library, "org.evenkeel.lab.A.b", "my.App.main"))
              .isEmpty(),
          library);
      assertEquals(
          "my.Pump.step",
          UserCode.calledByLibrary(stack(library, "my.Pump.step", "org.evenkeel.core.env.A.b"))
              .orElseThrow());
    }
  }

  private static StackTraceElement[] stack(String... frames) {
    return List.of(frames).stream()
        .map(
            frame -> {
              int dot = frame.lastIndexOf('.');
              return new StackTraceElement(
                  frame.substring(0, dot), frame.substring(dot + 1), "A.java", 1);
            })
        .toArray(StackTraceElement[]::new);
  }
}
