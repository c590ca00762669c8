package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// A refusal of what was asked for is told from a mistake while it is done, and whose mistake that is.
@Tag("slow")
final class FailuresTest {
  private static final String[] SMALL = {
    "--steps=300",
    "--set=network.hidden=[8]",
    "--set=schedule.learningStartSteps=50",
    "--set=schedule.metricsPeriodSteps=100",
    "--set=evaluation.periodSteps=300",
    "--set=evaluation.episodes=1"
  };

  @TempDir private Path parent;

  /// Standard output refuses text as a part of this program might refuse a number.
  private static final class Broken extends Writer {
    private final String from;

    Broken(String from) {
      this.from = from;
    }

    @Override
    public void write(char[] text, int offset, int length) {
      if (new String(text, offset, length).contains(from)) {
        throw new IllegalArgumentException("a band must have at least 2 runs, was 1");
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static void isInternal(String printed, Object... args) {
    StringWriter err = new StringWriter();
    int code =
        Main.commandLine()
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setOut(new PrintWriter(new Broken(printed), true))
            .setErr(new PrintWriter(err, true))
            .execute(Stream.of(args).map(Object::toString).toArray(String[]::new));
    assertTrue(
        err.toString()
            .contains(
                "internal error: java.lang.IllegalArgumentException: a band must have at least 2"),
        err::toString);
    assertTrue(!err.toString().contains("--help"), err::toString);
    assertEquals(1, code);
  }

  private Path trained() {
    Path run = parent.resolve("run");
    Object[] args =
        Stream.of(new Object[] {"train", "cartpole", "--out", run}, SMALL)
            .flatMap(Stream::of)
            .toArray();
    Typed typed = Typed.run(args);
    assertEquals(0, typed.code(), typed::err);
    return run;
  }

  @Test
  void aMistakeWhileRunsAreContinuedDrawnOrReportedIsNotTheUsers() {
    Path run = trained();
    isInternal("environment", "resume", run, "--steps", 400);
    isInternal("picture", "watch", run, "--out", parent.resolve("a.gif"), "--max-steps=2");
    isInternal("page", "report", run, "--out", parent.resolve("page"));
    isInternal("return", "evaluate", run, "--episodes=1");
  }

  @Test
  void aMistakeWhileAStudyIsComputedIsNotTheUsers() {
    isInternal("page", "reproduce", "theory", "--out", parent.resolve("study"));
  }

  @Test
  void anExceptionOfTheUsersClassNamesItsLine() throws IOException {
    String code =
        "close:} public String identity() {"
            + " if (Boolean.getBoolean(\"evenkeel.test.fails\")) throw new IllegalArgumentException(\"dry\");"
            + " return \"well\";";
    Path classes = UserClass.compile(parent, "Well", code);
    Path run = parent.resolve("run");
    Object[] asked = {"train", "Well", "--classpath", classes, "--out", run};
    assertEquals(0, Typed.run(Stream.of(asked, SMALL).flatMap(Stream::of).toArray()).code());
    System.setProperty("evenkeel.test.fails", "true");
    try {
      failsInUsersClass("Well.identity(Well.java:", "resume", run, "--steps", 400);
    } finally {
      System.clearProperty("evenkeel.test.fails");
    }
    Path pump =
        UserClass.compile(
            parent, "Pump", "step:if (steps > 0) throw new IllegalArgumentException(\"dry\");");
    Typed watched =
        Typed.run("watch", "Pump", "--classpath", pump, "--out", parent.resolve("a.gif"));
    assertTrue(
        watched
            .err()
            .startsWith("Pump.step threw java.lang.IllegalArgumentException: dry (Pump.java:"),
        watched::err);
    assertEquals(1, watched.code());
  }

  private static void failsInUsersClass(String line, Object... args) {
    Typed typed = Typed.run(args);
    assertTrue(
        typed.err().startsWith("your class failed: java.lang.IllegalArgumentException: dry at "),
        typed::err);
    assertTrue(typed.err().contains(line), typed::err);
    assertEquals(1, typed.code());
  }

  private static String explained(RuntimeException e) {
    CommandLine evenkeel =
        Main.commandLine().setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    StringWriter err = new StringWriter();
    evenkeel.setErr(new PrintWriter(err, true));
    assertEquals(1, Failures.explainFailure(e, evenkeel, evenkeel.getParseResult()));
    return err.toString().strip();
  }

  private static RuntimeException thrownIn(String... classes) {
    RuntimeException e = new IllegalArgumentException("no number");
    e.setStackTrace(
        Arrays.stream(classes)
            .map(name -> new StackTraceElement(name, "read", "A.java", 1))
            .toArray(StackTraceElement[]::new));
    return e;
  }

  @Test
  void aLibraryIsNotToBlameForWhatItsCallerGaveIt() {
    assertEquals(
        "your class failed: java.lang.IllegalArgumentException: no number at my.Pump.read(A.java:1)",
        explained(
            thrownIn("java.lang.X", "com.fasterxml.Y", "my.Pump", "org.evenkeel.core.env.Z")));
    String ours = explained(thrownIn("org.jfree.X", "org.evenkeel.lab.report.Y", "my.App"));
    assertTrue(ours.startsWith("internal error: java.lang.IllegalArgumentException: no"), ours);
  }

  @Test
  void whatNamesTheClassAlreadyIsNotCalledAnInternalError() {
    assertEquals(
        "my.Pump.close threw it",
        explained(new IllegalStateException("my.Pump.close threw it", thrownIn("my.Pump"))));
    String ours =
        explained(new IllegalStateException("it failed", thrownIn("org.evenkeel.core.train.Z")));
    assertTrue(ours.startsWith("internal error: "), ours);
  }

  @Test
  void memoryThatRunsOutIsNoInternalError() {
    assertEquals(
        "out of memory before the run could start",
        explained(
            new IllegalStateException(
                "out of memory before the run could start", new OutOfMemoryError())));
  }
}
