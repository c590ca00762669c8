package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.report.Finding.Answer;

/// The comparisons on which a claim is judged, and its premises. [#verdict] is the only method that makes verdicts.
///
/// @param premises conditions without which the claim is meaningless, for example that something declines before it can
///     be prevented
/// @param findings the comparisons on which the claim is judged
public record Evidence(List<Finding> premises, List<Finding> findings) {
  /// The evidence of a claim for which nothing was measured.
  public static final Evidence NONE = new Evidence(List.of(), List.of());

  /// The number of comparisons that a sentence names.
  private static final int NAMED = 2;

  /// Creates evidence without premises.
  public static Evidence of(List<Finding> findings) {
    return new Evidence(List.of(), findings);
  }

  /// Creates evidence from one comparison.
  public static Evidence of(Finding finding) {
    return of(List.of(finding));
  }

  /// Returns a copy with premises.
  public Evidence given(List<Finding> first) {
    return new Evidence(first, findings);
  }

  /// Combines the comparisons of both.
  public Evidence and(Evidence other) {
    return new Evidence(joined(premises, other.premises), joined(findings, other.findings));
  }

  private static List<Finding> joined(List<Finding> first, List<Finding> second) {
    List<Finding> all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  private static List<Finding> with(List<Finding> all, Answer answer) {
    return all.stream().filter(f -> f.answer() == answer).toList();
  }

  private List<Finding> all() {
    return joined(premises, findings);
  }

  /// Returns whether there is nothing at all: no comparison, or none that has a number.
  private boolean nothing() {
    return findings.stream()
        .allMatch(f -> f.effect().trials() == 0 && Double.isNaN(f.effect().value()));
  }

  /// Returns the verdict according to [Verdict#RULE].
  public Verdict verdict() {
    if (nothing()) {
      return Verdict.NOT_TESTED;
    }
    if (!with(all(), Answer.MISSING).isEmpty()) {
      return Verdict.NOT_DECIDABLE;
    }
    if (with(premises, Answer.AGREES).size() < premises.size()) {
      return Verdict.NOT_DECIDABLE;
    }
    int agree = with(findings, Answer.AGREES).size();
    int contradict = with(findings, Answer.CONTRADICTS).size();
    if (agree == findings.size()) {
      return Verdict.SUPPORTED;
    }
    if (contradict > 0 && contradict >= agree) {
      return Verdict.CONTRADICTED;
    }
    return agree > 0 ? Verdict.IN_PART : Verdict.NOT_DECIDABLE;
  }

  /// Returns the reason for the verdict, in a sentence or two computed from the numbers.
  public String sentence() {
    if (nothing()) {
      return "Nothing was measured that could test this claim.";
    }
    List<Finding> missing = with(all(), Answer.MISSING);
    if (!missing.isEmpty()) {
      Finding first = missing.getFirst();
      return "Trials are missing, so the claim is not judged yet: %s is based on %d of %s%s."
          .formatted(
              quoted(first),
              first.effect().trials(),
              Counted.of(first.planned(), "trial"),
              missing.size() == 1 ? "" : ", and " + (missing.size() - 1) + " more are incomplete");
    }
    for (Finding premise : premises) {
      if (premise.answer() != Answer.AGREES) {
        return "The claim applies only if %s is %s, but it is %s%s."
            .formatted(
                quoted(premise),
                premise.expected(),
                Numbers.brief(premise.effect().value()),
                premise.answer() == Answer.OPEN ? ", not distinguishable from chance" : "");
      }
    }
    return ofFindings();
  }

  private String ofFindings() {
    List<Finding> open = with(findings, Answer.OPEN);
    int n = findings.size();
    if (n == 1) {
      Finding only = findings.getFirst();
      String is = "%s is %s".formatted(quoted(only), Numbers.brief(only.effect().value()));
      return switch (only.answer()) {
        case AGREES -> "%s, %s as claimed.".formatted(is, only.expected());
        case CONTRADICTS ->
            "%s, but the claim requires it to be %s.".formatted(is, only.expected());
        default ->
            "%s; the claim requires it to be %s, and this cannot be distinguished from chance.%s"
                .formatted(is, only.expected(), power(open));
      };
    }
    List<String> parts = new ArrayList<>();
    List<Finding> agree = with(findings, Answer.AGREES);
    List<Finding> contradict = with(findings, Answer.CONTRADICTS);
    if (!agree.isEmpty()) {
      parts.add(
          agree.size() == n ? "all agree with it" : counted(agree, "agrees", "agree") + " with it");
    }
    if (!contradict.isEmpty()) {
      parts.add(counted(contradict, "contradicts", "contradict") + " it" + names(contradict));
    }
    if (!open.isEmpty()) {
      String told = open.size() == n ? "none can" : open.size() + " cannot";
      parts.add(told + " be distinguished from chance" + names(open));
    }
    return "Of %d comparisons, %s.%s".formatted(n, String.join("; ", parts), power(open));
  }

  private static String counted(List<Finding> those, String one, String several) {
    return those.size() + " " + (those.size() == 1 ? one : several);
  }

  /// Returns the names of some comparisons in parentheses if there are only a few, otherwise an empty text.
  private String names(List<Finding> those) {
    return those.size() <= NAMED && those.size() < findings.size()
        ? " (" + String.join("; ", those.stream().map(Evidence::quoted).toList()) + ")"
        : "";
  }

  /// Returns the difference that could have been detected, for the first open comparison that has one.
  private static String power(List<Finding> open) {
    return open.stream()
        .filter(f -> !f.detectable().isEmpty())
        .findFirst()
        .map(
            f ->
                " With these trials %s would be detected with a probability of 80 %%."
                    .formatted(f.detectable()))
        .orElse("");
  }

  private static String quoted(Finding finding) {
    return "“" + finding.effect().name() + "”";
  }
}
