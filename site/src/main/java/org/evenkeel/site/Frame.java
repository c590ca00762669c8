package org.evenkeel.site;

import java.util.List;

/// The parts around the content of every page: head, top line, menu, foot.
final class Frame {
  private final String version;

  /// @param version the version of the project, for the top line
  Frame(String version) {
    this.version = version;
  }

  /// Returns a page.
  ///
  /// @param target its address, relative to the site
  /// @param parts the parts of the page, listed below its entry in the menu
  String page(String target, String title, String content, List<Markdown.Part> parts) {
    boolean start = target.equals("index.html");
    String name = start ? "Evenkeel: " + title : title + " - Evenkeel";
    StringBuilder html = new StringBuilder();
    html.append(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="%s">
        <script defer src="%s"></script>
        </head>
        <body%s>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
        <a class="name" href="%s">Evenkeel</a> <span class="version">%s</span>
        <div class="search" data-root="%s" data-index="%s"></div>
        </header>
        """
            .formatted(
                Text.escaped(name),
                Text.relative(target, "site.css"),
                Text.relative(target, "site.js"),
                start ? " class=\"start\"" : "",
                Text.relative(target, "index.html"),
                Text.escaped(version),
                root(target),
                Text.relative(target, "search-index.js")));
    html.append("<div class=\"columns\">\n");
    menu(html, target, parts);
    html.append("<main id=\"content\">\n").append(content).append("</main>\n</div>\n");
    html.append(
        "<footer><p>Evenkeel %s. Apache License 2.0. This site works offline and loads nothing from elsewhere.</p></footer>\n"
            .formatted(Text.escaped(version)));
    return html.append("</body>\n</html>\n").toString();
  }

  /// Returns the relative path from a page to the root of the site: "", "../" and so on.
  private static String root(String target) {
    return "../".repeat((int) target.chars().filter(c -> c == '/').count());
  }

  private static void menu(StringBuilder html, String target, List<Markdown.Part> parts) {
    html.append(
        "<nav aria-label=\"Site\">\n<details class=\"menu\" open><summary>Menu</summary>\n");
    for (Contents.Group group : Contents.MENU) {
      html.append("<h2>").append(Text.escaped(group.title())).append("</h2>\n<ul>\n");
      for (Contents.Entry entry : group.entries()) {
        boolean here = entry.target().equals(target);
        html.append("<li><a href=\"").append(Text.relative(target, entry.target())).append('"');
        html.append(here ? " aria-current=\"page\">" : ">");
        html.append(Text.escaped(entry.title())).append("</a>");
        if (here) {
          contents(html, parts);
        }
        html.append("</li>\n");
      }
      html.append("</ul>\n");
    }
    html.append("</details>\n</nav>\n");
  }

  private static void contents(StringBuilder html, List<Markdown.Part> parts) {
    List<Markdown.Part> chapters = parts.stream().filter(part -> part.level() == 2).toList();
    if (chapters.size() < 2) {
      return;
    }
    html.append("<ul>\n");
    for (Markdown.Part part : chapters) {
      html.append("<li><a href=\"#").append(Text.escaped(part.anchor())).append("\">");
      html.append(Text.escaped(part.title())).append("</a></li>\n");
    }
    html.append("</ul>");
  }
}
