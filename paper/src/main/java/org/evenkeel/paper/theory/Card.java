package org.evenkeel.paper.theory;

import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Standing;

/// The fixed parts of a claim, which are known before anything is measured.
///
/// @param id a short and stable name
/// @param title the claim in our own words
/// @param standing the kind of claim
/// @param quote the paper's words
/// @param source the place of the quote in the paper
/// @param rule the rule by which a number is judged
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

  /// Returns the claim without evidence, for when its trials are missing.
  Claim missing() {
    return found(
        Evidence.NONE,
        "Not measured: the study was stopped before the trials for this claim were computed. Run the same command again"
            + " to continue.");
  }
}
