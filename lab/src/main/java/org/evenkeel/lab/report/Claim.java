package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.List;

/// A claim, the measurements that test it, and their evidence. Start with [#of] and add the rest.
///
/// @param id a short and stable name, lower case with hyphens: `#claim-ID` in the page, the key in `verdicts.json`
/// @param title the claim in a few words of the report's authors
/// @param standing the kind of claim
/// @param quote the claim in the words of its authors; empty for your own question
/// @param source the source of the quote: `section 6.2.2, figure 6`
/// @param measured the measurements, described in a sentence or two
/// @param rule the rule by which each comparison is judged, and its correction for the number of comparisons
/// @param evidence the comparisons on which the claim is judged
/// @param beside numbers that are shown but do not affect the verdict
/// @param shownIn ids of the figures and tables that show it, the most important first
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
  /// Creates a claim without evidence.
  public static Claim of(String id, String title, Standing standing) {
    return new Claim(id, title, standing, "", "", "", "", Evidence.NONE, List.of(), List.of());
  }

  /// Returns a copy with a quote and its source.
  public Claim said(String words, String where) {
    return new Claim(id, title, standing, words, where, measured, rule, evidence, beside, shownIn);
  }

  /// Returns a copy with a description of the measurements.
  public Claim measured(String what) {
    return new Claim(id, title, standing, quote, source, what, rule, evidence, beside, shownIn);
  }

  /// Returns a copy with the evidence, and the rule by which each comparison is judged.
  public Claim judged(String how, Evidence found) {
    return new Claim(id, title, standing, quote, source, measured, how, found, beside, shownIn);
  }

  /// Returns a copy with numbers that do not affect the verdict.
  public Claim beside(List<Effect> others) {
    return new Claim(id, title, standing, quote, source, measured, rule, evidence, others, shownIn);
  }

  /// Returns a copy with the figures and tables that show it.
  public Claim shownIn(List<String> figuresAndTables) {
    return new Claim(
        id, title, standing, quote, source, measured, rule, evidence, beside, figuresAndTables);
  }

  /// Returns the verdict that follows from the evidence.
  public Verdict verdict() {
    return evidence.verdict();
  }

  /// Returns all its numbers: those of the evidence, then the others.
  public List<Effect> effects() {
    List<Effect> all = new ArrayList<>();
    evidence.premises().forEach(f -> all.add(f.effect()));
    evidence.findings().forEach(f -> all.add(f.effect()));
    all.addAll(beside);
    return all;
  }
}
