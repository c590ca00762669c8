package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Verdict;

/// Prints the verdicts of a report.
final class Verdicts {
  private Verdicts() {}

  static void print(Report report, PrintWriter out) {
    int width =
        report.claims().stream().mapToInt(c -> c.verdict().words().length()).max().orElse(0);
    for (Standing standing : Standing.values()) {
      List<Claim> claims = report.claims(standing);
      if (claims.isEmpty()) {
        continue;
      }
      out.println();
      out.println(standing.words() + ": " + counts(claims));
      for (Claim claim : claims) {
        out.printf(Locale.ROOT, "  %-" + width + "s  %s%n", claim.verdict().words(), claim.title());
      }
    }
    out.println();
  }

  private static String counts(List<Claim> claims) {
    List<String> counts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(c -> c.verdict() == verdict).count();
      if (count > 0) {
        counts.add(count + " " + verdict.words());
      }
    }
    return String.join(", ", counts);
  }
}
