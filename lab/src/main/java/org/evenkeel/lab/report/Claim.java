package org.evenkeel.lab.report;

import java.util.List;

/// A statement, what was measured, and what that says about it.
///
/// @param id short and stable, lower case with hyphens: `#claim-ID` in the page, the key in `verdicts.json`
/// @param title the claim in a few words of ours
/// @param quote the words of those who made it; empty for a question of your own
/// @param source where they stand: `section 6.2.2, figure 6`
/// @param measured what was measured, in a sentence or two
/// @param effects the numbers
/// @param rule how the verdict follows from the numbers
/// @param verdict what follows
/// @param evidence ids of the figures and tables that show it
public record Claim(
    String id,
    String title,
    String quote,
    String source,
    String measured,
    List<Effect> effects,
    String rule,
    Verdict verdict,
    List<String> evidence) {}
