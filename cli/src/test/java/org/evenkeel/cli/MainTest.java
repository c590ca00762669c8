package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpGoesToStandardOutput() {
    assertEquals(0, run("--help"));
    assertTrue(out.toString().startsWith("Usage: evenkeel"), out::toString);
    assertEquals("", err.toString());
  }

  @Test
  void noArgumentsPrintTheHelp() {
    assertEquals(0, run());
    assertTrue(out.toString().startsWith("Usage: evenkeel"), out::toString);
  }

  @Test
  void theVersionIsTheOneOfTheBuild() {
    assertEquals(0, run("--version"));
    assertTrue(
        out.toString().matches("evenkeel \\d+\\.\\d+\\.\\d+\\S* \\(Java 2\\d.*\\)\\R"),
        out::toString);
  }

  @Test
  void anUnknownCommandNamesTheNearest() {
    assertEquals(2, run("trian"));
    assertEquals(
        """
        unknown command 'trian'; did you mean 'train'?
        Try 'evenkeel --help'.
        """,
        err.toString().replace("\r\n", "\n"));
    assertEquals("", out.toString());
  }

  @Test
  void anUnknownOptionNamesTheNearest() {
    assertEquals(2, run("--versoin"));
    assertEquals(
        """
        unknown option '--versoin'; did you mean '--version'?
        Try 'evenkeel --help'.
        """,
        err.toString().replace("\r\n", "\n"));
  }

  @Test
  void aFailureIsOneSentenceWithoutAStackTrace() {
    assertEquals(1, run("fail"));
    assertEquals("k must be >= 1, was 0" + System.lineSeparator(), err.toString());
  }

  @Test
  void aFailureWithoutAMessageIsNamed() {
    assertEquals(1, run("fail", "--silently"));
    assertEquals("IllegalStateException" + System.lineSeparator(), err.toString());
    assertFalse(err.toString().contains("\tat "));
  }

  private int run(String... args) {
    return Main.commandLine()
        .addSubcommand(new Fail())
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Command(name = "fail")
  private static final class Fail implements Callable<Integer> {
    @CommandLine.Option(names = "--silently")
    private boolean silently;

    @Override
    public Integer call() {
      if (silently) {
        throw new IllegalStateException();
      }
      throw new IllegalArgumentException("k must be >= 1, was 0");
    }
  }
}
