package org.evenkeel.lab.report;

import java.util.List;
import java.util.Map;

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

  /// The claims of all sections.
  public List<Claim> claims() {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }
}
