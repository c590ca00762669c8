package org.evenkeel.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Builds the documentation site.
///
/// A page of the site is a Markdown file of the checkout ([Contents]), a page that the caller adds, such as the
/// reference of a command, or the source of a file that a page links to. Pictures, reports and tables below `docs/`
/// that pages link to are copied. Then every link is followed ([LinkCheck]); a link without a target fails the build.
public final class Site {
  private static final Pattern ADDRESS =
      Pattern.compile("\\b(?:href|src)=\"([^\"#:]+)(?:#[^\"]*)?\"");

  private final Path checkout;
  private final String version;
  private final String baseStyle;
  private final Map<String, String> brought = new LinkedHashMap<>();
  private @Nullable Path libraries;

  private final SearchIndex search = new SearchIndex();
  private final List<String> faults = new ArrayList<>();
  private final Map<String, String> pages = new LinkedHashMap<>();
  private final List<String> sources = new ArrayList<>();

  /// @param checkout a folder with the sources of Evenkeel
  /// @param version the version of the project, for the top line of each page
  /// @param baseStyle the rules that precede those of `site.css`
  public Site(Path checkout, String version, String baseStyle) {
    this.checkout = checkout.toAbsolutePath().normalize();
    this.version = version;
    this.baseStyle = baseStyle;
    Contents.pages().forEach(page -> pages.put(page.source(), page.target()));
  }

  /// Adds a page in Markdown; its links are relative to the checkout's folder `docs`.
  ///
  /// @param target the page, relative to the site
  /// @return this
  public Site page(String target, String markdown) {
    brought.put(target, markdown);
    return this;
  }

  /// Adds the pages of the Java API.
  ///
  /// @param libraries a folder with the jars that the modules need
  /// @return this
  public Site withJavadoc(Path libraries) {
    this.libraries = libraries;
    return this;
  }

  /// Writes the site.
  ///
  /// @param out the folder, which must be empty, missing, or an earlier site
  /// @return the number of links that were followed
  public int write(Path out) throws IOException {
    Path site = out.toAbsolutePath().normalize();
    clear(site);
    Files.createDirectories(site);
    Path api = site.resolve("api");
    if (libraries != null) {
      Javadoc.write(checkout, libraries, version, api);
    }
    Frame frame = new Frame(version);
    for (Contents.Page page : Contents.pages()) {
      Path source = checkout.resolve(page.source());
      if (Files.exists(source)) {
        write(site, frame, page.source(), page.target(), Files.readString(source));
      } else {
        faults.add(page.source() + ": is missing");
      }
    }
    for (Map.Entry<String, String> page : brought.entrySet()) {
      write(site, frame, "docs/index.md", page.getKey(), page.getValue());
    }
    for (String source : List.copyOf(sources)) {
      writeSource(site, frame, source);
    }
    if (libraries == null) {
      withoutJavadoc(site, frame);
    } else {
      addTypes(api);
    }
    Files.writeString(site.resolve("search-index.js"), search.script());
    Files.writeString(site.resolve("site.css"), baseStyle + resource("site.css"));
    Files.writeString(site.resolve("site.js"), resource("site.js"));
    LinkCheck check = new LinkCheck(site);
    faults.addAll(check.faults());
    if (!faults.isEmpty()) {
      throw new SiteException(faults);
    }
    return check.followed();
  }

  private static String resource(String file) throws IOException {
    try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /// Deletes an earlier site and nothing else.
  private static void clear(Path site) throws IOException {
    if (!Files.exists(site)) {
      return;
    }
    try (Stream<Path> inside = Files.list(site)) {
      if (inside.findAny().isEmpty()) {
        return;
      }
    }
    if (!Files.exists(site.resolve("search-index.js"))) {
      throw new SiteException(
          List.of(
              "'"
                  + site
                  + "' is not empty and holds no earlier site: choose another folder with --out"));
    }
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void write(Path site, Frame frame, String source, String target, String markdown)
      throws IOException {
    Markdown.Rendered page = Markdown.render(markdown, link -> address(site, source, target, link));
    search.add(target, page);
    put(site, target, frame.page(target, page.title(), page.html(), page.parts()));
  }

  /// Returns the address on the site for a link of a Markdown file, or null to drop the link.
  private @Nullable String address(Path site, String source, String target, String link) {
    if (link.startsWith("#") || link.matches("[a-z]+:.*")) {
      return link;
    }
    int hash = link.indexOf('#');
    String fragment = hash < 0 ? "" : link.substring(hash);
    String file = hash < 0 ? link : link.substring(0, hash);
    if (brought.containsKey(file) || file.equals(Contents.API)) {
      return Text.relative(target, file + fragment);
    }
    Path path = checkout.resolve(source).resolveSibling(file).normalize();
    String place = checkout.relativize(path).toString().replace('\\', '/');
    if (!path.startsWith(checkout) || !Files.exists(path)) {
      faults.add(source + ": '" + link + "' leads nowhere");
      return null;
    }
    String page = pages.get(Files.isDirectory(path) ? place + "/README.md" : place);
    if (page != null) {
      return Text.relative(target, page + fragment);
    }
    if (Files.isDirectory(path)) {
      return null;
    }
    try {
      if (place.startsWith("docs/")) {
        copy(site, path, place.substring("docs/".length()));
        return Text.relative(target, place.substring("docs/".length()) + fragment);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    if (!sources.contains(place)) {
      sources.add(place);
    }
    return Text.relative(target, "source/" + place + ".html" + fragment);
  }

  /// Copies a file and, if it is a page itself, the files that it links to.
  private static void copy(Path site, Path file, String target) throws IOException {
    Path place = site.resolve(target);
    if (Files.exists(place)) {
      return;
    }
    Files.createDirectories(Objects.requireNonNull(place.getParent()));
    Files.copy(file, place);
    if (target.endsWith(".html")) {
      Matcher address = ADDRESS.matcher(Files.readString(file));
      while (address.find()) {
        Path linked = file.resolveSibling(address.group(1)).normalize();
        if (Files.isRegularFile(linked)) {
          copy(
              site,
              linked,
              site.relativize(place.resolveSibling(address.group(1)).normalize()).toString());
        }
      }
    }
  }

  private void writeSource(Path site, Frame frame, String source) throws IOException {
    String target = "source/" + source + ".html";
    String name = Objects.requireNonNull(Path.of(source).getFileName()).toString();
    String code = Files.readString(checkout.resolve(source));
    StringBuilder content = new StringBuilder();
    content.append("<h1>").append(Text.escaped(name)).append("</h1>\n");
    content.append("<p class=\"path\"><code>").append(Text.escaped(source)).append("</code>");
    Javadoc.page(site.resolve("api"), source)
        .ifPresent(
            page ->
                content
                    .append(" · <a href=\"")
                    .append(Text.relative(target, "api/" + page))
                    .append("\">its page in the Java API</a>"));
    content.append("</p>\n");
    content.append(Markdown.html(code, name.substring(name.lastIndexOf('.') + 1))).append('\n');
    put(site, target, frame.page(target, name, content.toString(), List.of()));
  }

  private void withoutJavadoc(Path site, Frame frame) throws IOException {
    String words =
        "<h1>Java API</h1>\n<p>This site was built without the pages of the Java API (<code>--no-javadoc</code>).</p>\n";
    put(site, Contents.API, frame.page(Contents.API, "Java API", words, List.of()));
  }

  private void addTypes(Path api) throws IOException {
    for (String module : Javadoc.MODULES) {
      Path sources = checkout.resolve(module + "/src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
          String name = checkout.relativize(file).toString().replace('\\', '/');
          Path type = sources.relativize(file);
          Javadoc.page(api, name)
              .ifPresent(
                  page ->
                      search.addType(
                          Objects.requireNonNull(type.getFileName())
                              .toString()
                              .replace(".java", ""),
                          Objects.requireNonNull(type.getParent()).toString().replace('/', '.'),
                          "api/" + page));
        }
      }
    }
  }

  private static void put(Path site, String target, String html) throws IOException {
    Path place = site.resolve(target);
    Files.createDirectories(Objects.requireNonNull(place.getParent()));
    Files.writeString(place, html);
  }
}
