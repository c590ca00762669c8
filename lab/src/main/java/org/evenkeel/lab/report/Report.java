package org.evenkeel.lab.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that a page shows.
///
/// @param title its heading
/// @param lead a sentence or two on what this is
/// @param command what to type to have it again
/// @param provenance what program on what machine made it, name by name
/// @param sections its parts
public record Report(
    String title,
    String lead,
    String command,
    Map<String, String> provenance,
    List<Section> sections) {

  /// The claims of all sections of one kind.
  public List<Claim> claims(Standing standing) {
    return claims().stream().filter(c -> c.standing() == standing).toList();
  }

  /// The claims of all sections.
  public List<Claim> claims() {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }

  /// The figure that shows a claim best: the first that it names.
  Optional<Figure> figure(Claim claim) {
    List<Figure> figures = sections.stream().flatMap(s -> s.figures().stream()).toList();
    return claim.shownIn().stream()
        .flatMap(id -> figures.stream().filter(f -> f.id().equals(id)))
        .findFirst();
  }
}
