package org.evenkeel.core.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Suggests corrections: the names nearest to one that does not exist.
public final class Nearest {
  private static final int MOST = 2;

  private Nearest() {}

  /// Returns up to two similar names, nearest first. A name is similar if at most a third of the letters differ, or if
  /// one begins with the other. Case is ignored.
  public static List<String> to(String given, Collection<String> names) {
    record Candidate(String name, int distance) {}
    String wanted = given.toLowerCase(Locale.ROOT);
    if (wanted.isBlank()) {
      return List.of();
    }
    return names.stream()
        .map(name -> new Candidate(name, distance(wanted, name.toLowerCase(Locale.ROOT))))
        .filter(
            c ->
                c.distance * 3 <= Math.max(3, Math.max(wanted.length(), c.name.length()))
                    || begins(wanted, c.name.toLowerCase(Locale.ROOT)))
        .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
        .limit(MOST)
        .map(Candidate::name)
        .toList();
  }

  /// Returns the names of [#to] as the rest of a sentence, `: did you mean 'a' or 'b'?`, or an empty string.
  public static String question(String given, Collection<String> names) {
    List<String> near = to(given, names);
    return near.isEmpty()
        ? ""
        : near.stream()
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining(" or ", ": did you mean ", "?"));
  }

  private static boolean begins(String a, String b) {
    return Math.min(a.length(), b.length()) >= 3 && (a.startsWith(b) || b.startsWith(a));
  }

  /// Returns the number of letters to insert, delete, replace or swap with their neighbour (restricted
  /// Damerau-Levenshtein).
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], 1 + d[i - 2][j - 2]);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
