package org.evenkeel.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.report.Finding.Answer;

/// All that is known about a claim, and the one place where a verdict is made of it.
///
/// @param premises what must be so before the claim says anything: that something declines, before it is said to be
///     prevented
/// @param findings the comparisons that the claim rests on
public record Evidence(List<Finding> premises, List<Finding> findings) {
  /// Nothing was measured.
  public static final Evidence NONE = new Evidence(List.of(), List.of());

  /// How many comparisons a sentence names.
  private static final int NAMED = 2;

  /// Comparisons without premises.
  public static Evidence of(List<Finding> findings) {
    return new Evidence(List.of(), findings);
  }

  /// One comparison.
  public static Evidence of(Finding finding) {
    return of(List.of(finding));
  }

  /// The same where something else must be so first.
  public Evidence given(List<Finding> first) {
    return new Evidence(first, findings);
  }

  /// The comparisons of both.
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

  /// Nothing there at all: no comparison, or none that has a number.
  private boolean nothing() {
    return findings.stream()
        .allMatch(f -> f.effect().trials() == 0 && Double.isNaN(f.effect().value()));
  }

  /// By [Verdict#RULE].
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

  /// Why the verdict is what it is, in a sentence or two made of the numbers.
  public String sentence() {
    if (nothing()) {
      return "Nothing that this claim rests on was measured.";
    }
    List<Finding> missing = with(all(), Answer.MISSING);
    if (!missing.isEmpty()) {
      Finding first = missing.getFirst();
      return "Trials are missing, so it is not judged yet: %s rests on %d of %s%s."
          .formatted(
              quoted(first),
              first.effect().trials(),
              Counted.of(first.planned(), "trial"),
              missing.size() == 1 ? "" : ", and " + (missing.size() - 1) + " more are incomplete");
    }
    for (Finding premise : premises) {
      if (premise.answer() != Answer.AGREES) {
        return "%s should be %s for the claim to say anything; it is %s%s."
            .formatted(
                quoted(premise),
                premise.expected(),
                Numbers.brief(premise.effect().value()),
                premise.answer() == Answer.OPEN ? ", which cannot be told from chance" : "");
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
        case CONTRADICTS -> "%s; the claim needs it %s.".formatted(is, only.expected());
        default ->
            "%s; the claim needs it %s, and this cannot be told from chance.%s"
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
      parts.add(told + " be told from chance" + names(open));
    }
    return "Of %d comparisons, %s.%s".formatted(n, String.join("; ", parts), power(open));
  }

  private static String counted(List<Finding> those, String one, String several) {
    return those.size() + " " + (those.size() == 1 ? one : several);
  }

  /// Few are named.
  private String names(List<Finding> those) {
    return those.size() <= NAMED && those.size() < findings.size()
        ? " (" + String.join("; ", those.stream().map(Evidence::quoted).toList()) + ")"
        : "";
  }

  /// What could have been found, of the first comparison that is open and says so.
  private static String power(List<Finding> open) {
    return open.stream()
        .filter(f -> !f.detectable().isEmpty())
        .findFirst()
        .map(
            f ->
                " With these trials %s would be found with a probability of 80 %%."
                    .formatted(f.detectable()))
        .orElse("");
  }

  private static String quoted(Finding finding) {
    return "“" + finding.effect().name() + "”";
  }
}
