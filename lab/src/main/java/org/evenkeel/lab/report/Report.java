package org.evenkeel.lab.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of a page.
///
/// @param title its heading
/// @param lead an introduction of a sentence or two
/// @param command the command that reproduces it
/// @param provenance the program and machine that made it, by name
/// @param sections its parts
public record Report(
    String title,
    String lead,
    String command,
    Map<String, String> provenance,
    List<Section> sections) {

  /// Returns the claims of one kind, from all sections.
  public List<Claim> claims(Standing standing) {
    return claims().stream().filter(c -> c.standing() == standing).toList();
  }

  /// Returns the claims of all sections.
  public List<Claim> claims() {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }

  /// Returns the figure that shows a claim best: the first that it names.
  Optional<Figure> figure(Claim claim) {
    List<Figure> figures = sections.stream().flatMap(s -> s.figures().stream()).toList();
    return claim.shownIn().stream()
        .flatMap(id -> figures.stream().filter(f -> f.id().equals(id)))
        .findFirst();
  }
}
