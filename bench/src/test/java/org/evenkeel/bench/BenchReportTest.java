package org.evenkeel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is measured where Atari's ROM is missing: the tests of this module have an empty folder of ROMs.
class BenchReportTest {

  private static BenchReport report(String only, StringWriter out) {
    return new BenchReport(
        new BenchReport.Settings(Pattern.compile(only), List.of(1), 0.05),
        new PrintWriter(out, true));
  }

  @Test
  void whoAsksForAtariAloneIsToldThatItsRomIsMissing() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> report("^100 steps of", new StringWriter()));
    assertTrue(
        String.valueOf(e.getMessage()).startsWith("atari/breakout needs its ROM, but '"),
        e.getMessage());
  }

  @Test
  void whoAsksForMoreGetsTheRestAndALineAboutIt() throws Exception {
    StringWriter out = new StringWriter();
    List<BenchRow> rows = new ArrayList<>();
    report("^1000 steps of freeway$|^100 steps", out).run(result -> rows.addAll(result.rows()));
    assertEquals(List.of("1000 steps of freeway"), rows.stream().map(BenchRow::name).toList());
    assertEquals(
        1,
        out.toString()
            .lines()
            .filter(line -> line.startsWith("Atari is left out: atari/breakout needs its ROM"))
            .count(),
        out.toString());
  }

  @Test
  void theRowsOfAtariHaveShortNames() {
    assertEquals(
        List.of(
            "100 steps of atari/breakout",
            "100 steps of atari, maximum",
            "100 steps of atari, longer"),
        Stream.of(AtariBenchmark.View.values()).map(AtariBenchmark.View::title).toList());
  }
}
