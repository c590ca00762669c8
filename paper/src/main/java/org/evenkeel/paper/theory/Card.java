package org.evenkeel.paper.theory;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Standing;

/// A claim before anything is measured.
///
/// @param id short and stable
/// @param title the claim in a few words of ours
/// @param standing what kind of claim it is
/// @param quote the paper's own words
/// @param source where they stand
/// @param rule how a number is judged
/// @param shownIn ids of the figures and tables that show it
record Card(
    String id,
    String title,
    Standing standing,
    String quote,
    String source,
    String rule,
    List<String> shownIn) {
  Claim found(Evidence evidence, String measured, Effect... beside) {
    return Claim.of(id, title, standing)
        .said(quote, source)
        .measured(measured)
        .judged(rule, evidence)
        .beside(List.of(beside))
        .shownIn(shownIn);
  }

  /// Without its trials nothing is known.
  Claim missing() {
    return found(
        Evidence.NONE,
        "Not measured: trials that this claim rests on are missing, because the study was stopped before it had"
            + " computed them. The same command continues them.");
  }
}
