package org.evenkeel.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// Runs the examples as a user runs them, and reads what they print.
final class Printed {
  private static final Pattern NUMBER = Pattern.compile(": ([0-9]+\\.[0-9])\\b");

  private Printed() {}

  /// A program.
  @FunctionalInterface
  interface Program {
    void main(String[] args) throws Exception;
  }

  /// The lines that a program prints.
  static List<String> lines(Program program, String... args) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    System.setOut(new PrintStream(heard, true, StandardCharsets.UTF_8));
    try {
      program.main(args);
    } finally {
      System.setOut(before);
    }
    return heard.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /// The returns among the lines: `anything: 190.3`.
  static List<Double> returns(List<String> lines) {
    return lines.stream()
        .map(NUMBER::matcher)
        .filter(m -> m.find())
        .map(m -> Double.valueOf(m.group(1)))
        .toList();
  }
}
