package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.List;

/// A statement, what was measured, and what that says about it. Start with [#of] and add the rest.
///
/// @param id short and stable, lower case with hyphens: `#claim-ID` in the page, the key in `verdicts.json`
/// @param title the claim in a few words of ours
/// @param standing what kind of claim it is
/// @param quote the words of those who made it; empty for a question of your own
/// @param source where they stand: `section 6.2.2, figure 6`
/// @param measured what was measured, in a sentence or two
/// @param rule how each comparison is judged, and how it is corrected for the number of comparisons
/// @param evidence the comparisons that the claim rests on
/// @param beside numbers that are shown and decide nothing
/// @param shownIn ids of the figures and tables that show it, the best to look at first
public record Claim(
    String id,
    String title,
    Standing standing,
    String quote,
    String source,
    String measured,
    String rule,
    Evidence evidence,
    List<Effect> beside,
    List<String> shownIn) {
  /// A claim of which nothing is known yet.
  public static Claim of(String id, String title, Standing standing) {
    return new Claim(id, title, standing, "", "", "", "", Evidence.NONE, List.of(), List.of());
  }

  /// Whose words it is.
  public Claim said(String words, String where) {
    return new Claim(id, title, standing, words, where, measured, rule, evidence, beside, shownIn);
  }

  /// What was measured for it.
  public Claim measured(String what) {
    return new Claim(id, title, standing, quote, source, what, rule, evidence, beside, shownIn);
  }

  /// What came out, and how each comparison is judged.
  public Claim judged(String how, Evidence found) {
    return new Claim(id, title, standing, quote, source, measured, how, found, beside, shownIn);
  }

  /// With numbers that decide nothing.
  public Claim beside(List<Effect> others) {
    return new Claim(id, title, standing, quote, source, measured, rule, evidence, others, shownIn);
  }

  /// Where to look.
  public Claim shownIn(List<String> figuresAndTables) {
    return new Claim(
        id, title, standing, quote, source, measured, rule, evidence, beside, figuresAndTables);
  }

  /// What follows.
  public Verdict verdict() {
    return evidence.verdict();
  }

  /// All its numbers: those it rests on, then those beside them.
  public List<Effect> effects() {
    List<Effect> all = new ArrayList<>();
    evidence.premises().forEach(f -> all.add(f.effect()));
    evidence.findings().forEach(f -> all.add(f.effect()));
    all.addAll(beside);
    return all;
  }
}
