package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
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
  void aMistakeOfThisProgramIsToldFromAMistakeOfTheUsers() {
    assertEquals(1, run("fail"));
    assertEquals(
        "internal error: java.lang.IllegalArgumentException: k must be >= 1, was 0; please report it with the command you"
            + " typed (EVENKEEL_JAVA_OPTS=-Devenkeel.debug=true shows where it happened)"
            + System.lineSeparator(),
        err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void aFailureWithoutAMessageIsNamed() {
    assertEquals(1, run("fail", "--silently"));
    assertEquals("IOException" + System.lineSeparator(), err.toString());
  }

  @Test
  void theDebugSwitchAddsTheTraceToEveryFailure() {
    System.setProperty("evenkeel.debug", "true");
    try {
      assertEquals(1, run("fail"));
      assertTrue(
          err.toString().contains("\tat org.evenkeel.cli.MainTest$Fail.call("), err::toString);
      assertEquals(2, run("train", "cartpole", "--k", "0", "--dry-run"));
      assertTrue(
          err.toString().contains("Caused by: java.lang.IllegalArgumentException: k must"),
          err::toString);
    } finally {
      System.clearProperty("evenkeel.debug");
    }
  }

  @Test
  void everyCommandKnowsItsVersion() {
    for (String[] command :
        new String[][] {{"train"}, {"roms", "install"}, {"bench", "training"}, {"keys"}}) {
      out.getBuffer().setLength(0);
      String[] args = Arrays.copyOf(command, command.length + 1);
      args[command.length] = "-V";
      assertEquals(0, run(args));
      assertTrue(out.toString().startsWith("evenkeel "), () -> Arrays.toString(command) + out);
    }
  }

  @Test
  void onlyNearCommandsAreSuggested() {
    assertEquals(2, run("nosuch"));
    assertEquals(
        "unknown command 'nosuch'"
            + System.lineSeparator()
            + "Try 'evenkeel --help'."
            + System.lineSeparator(),
        err.toString());
  }

  @Test
  void helpOnAnUnknownCommandSaysTheSame() {
    assertEquals(2, run("help", "trian"));
    assertTrue(
        err.toString().startsWith("unknown command 'trian'; did you mean 'train'?"), err::toString);
  }

  @Test
  void controlCharactersOfArgumentsAreNotPrintedRaw() {
    assertEquals(2, run("train", "cart\u001b[2Jpole\nok"));
    assertFalse(err.toString().contains("\u001b"), err::toString);
    assertTrue(err.toString().contains("cart\\u001b[2Jpole\\nok"), err::toString);
    assertEquals(2, run("train", "cartpole", "--set", "discount=" + "9".repeat(400_000)));
    assertTrue(err.toString().length() < 3_000);
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
    public Integer call() throws IOException {
      if (silently) {
        throw new IOException();
      }
      throw new IllegalArgumentException("k must be >= 1, was 0");
    }
  }
}
