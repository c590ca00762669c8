package org.evenkeel.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows every link and every picture of every page of a finished site, including anchors. Every target must exist,
/// and no picture or script may be outside the site.
final class LinkCheck {
  private static final Pattern ADDRESS = Pattern.compile("\\b(href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]*)\"");

  private final Path site;
  private final Map<Path, Set<String>> ids = new HashMap<>();

  /// The faults, each with the pages that have it: a fault of the menu is on all pages.
  private final Map<String, List<Path>> faults = new LinkedHashMap<>();

  private int followed;

  /// @param site a folder with a finished site
  LinkCheck(Path site) {
    this.site = site;
  }

  /// Checks all pages except those in the folder `api`, which the javadoc tool makes; links into it are followed.
  ///
  /// @return the faults, one sentence each
  List<String> faults() throws IOException {
    try (Stream<Path> files = Files.walk(site)) {
      List<Path> pages =
          files
              .filter(
                  file ->
                      file.toString().endsWith(".html") && !file.startsWith(site.resolve("api")))
              .sorted()
              .toList();
      for (Path page : pages) {
        check(page);
      }
    }
    List<String> sentences = new ArrayList<>();
    faults.forEach(
        (fault, pages) ->
            sentences.add(
                "%s: %s%s"
                    .formatted(
                        pages.getFirst(),
                        fault,
                        pages.size() == 1
                            ? ""
                            : " (and on %d further pages)".formatted(pages.size() - 1))));
    return sentences;
  }

  /// Returns the number of links to a page of the site.
  int followed() {
    return followed;
  }

  private void check(Path page) throws IOException {
    Matcher address = ADDRESS.matcher(withoutCode(Files.readString(page)));
    while (address.find()) {
      String target = address.group(2).replace("&amp;", "&");
      String problem = problem(page, address.group(1), target);
      if (problem != null) {
        faults.computeIfAbsent(problem, _ -> new ArrayList<>()).add(site.relativize(page));
      }
    }
  }

  private @Nullable String problem(Path page, String attribute, String target) throws IOException {
    if (target.startsWith("data:")) {
      return null;
    }
    if (target.matches("[a-z]+:.*")) {
      boolean link = attribute.equals("href") && target.matches("(https?|mailto):.*");
      return link ? null : "'" + target + "' must be part of the site";
    }
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path place =
        file.isEmpty()
            ? page
            : page.resolveSibling(URLDecoder.decode(file, StandardCharsets.UTF_8)).normalize();
    if (!place.startsWith(site) || !Files.isRegularFile(place)) {
      return "'" + shown(place) + "' does not exist";
    }
    followed++;
    if (hash >= 0 && place.toString().endsWith(".html")) {
      String anchor = URLDecoder.decode(target.substring(hash + 1), StandardCharsets.UTF_8);
      if (!ids(place).contains(anchor)) {
        return "'%s' has no anchor '%s'".formatted(shown(place), anchor);
      }
    }
    return null;
  }

  private String shown(Path place) {
    return place.startsWith(site) ? site.relativize(place).toString() : place.toString();
  }

  private Set<String> ids(Path page) throws IOException {
    Set<String> known = ids.get(page);
    if (known == null) {
      known = new HashSet<>();
      Matcher id = ID.matcher(withoutCode(Files.readString(page)));
      while (id.find()) {
        known.add(id.group(1));
      }
      ids.put(page, known);
    }
    return known;
  }

  /// Removes scripts, which may contain addresses that are not links. Other code on a page need not be removed, because
  /// its quotation marks are entities.
  private static String withoutCode(String html) {
    return html.replaceAll("(?s)<script>.*?</script>", "");
  }
}
