package org.evenkeel.paper.theory;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;

/// A claim before anything is measured.
///
/// @param id short and stable
/// @param title the claim in a few words of ours
/// @param quote the paper's own words
/// @param source where they stand
/// @param rule how the verdict follows from the numbers
/// @param evidence ids of the figures and tables that show it
record Card(
    String id, String title, String quote, String source, String rule, List<String> evidence) {
  Claim found(Verdict verdict, String measured, List<Effect> effects) {
    return new Claim(id, title, quote, source, measured, effects, rule, verdict, evidence);
  }

  /// Without its trials nothing is known.
  Claim missing() {
    return found(
        Verdict.UNDECIDED,
        "Not measured: trials that this claim rests on are missing, because the study was stopped before it had"
            + " computed them. The same command continues them.",
        List.of());
  }
}
