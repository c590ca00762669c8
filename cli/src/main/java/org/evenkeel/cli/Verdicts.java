package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Verdict;

/// The verdicts of a report on a terminal.
final class Verdicts {
  private Verdicts() {}

  static void print(Report report, PrintWriter out) {
    for (Section section : report.sections()) {
      if (section.claims().isEmpty()) {
        continue;
      }
      out.println();
      out.println(section.title());
      for (Claim claim : section.claims()) {
        out.printf(Locale.ROOT, "  %-15s %s%n", claim.verdict().words(), claim.title());
      }
    }
    out.println();
    out.printf(
        Locale.ROOT,
        "%d claims: %d hold, %d do not hold, %d undecided here%n",
        report.claims().size(),
        count(report, Verdict.HOLDS),
        count(report, Verdict.DOES_NOT_HOLD),
        count(report, Verdict.UNDECIDED));
  }

  private static long count(Report report, Verdict verdict) {
    return report.claims().stream().filter(c -> c.verdict() == verdict).count();
  }
}
