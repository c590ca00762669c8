package org.evenkeel.site;

import java.util.ArrayList;
import java.util.List;

/// The pages of the site and its menu.
final class Contents {
  /// A page made from a Markdown file.
  ///
  /// @param source the file, relative to the checkout
  /// @param target the page, relative to the site
  record Page(String source, String target) {}

  /// A group of entries of the menu.
  record Group(String title, List<Entry> entries) {}

  /// An entry of the menu.
  ///
  /// @param target the page, relative to the site
  record Entry(String title, String target) {}

  static final String COMMANDS = "commands/index.html";
  static final String API = "api/index.html";

  static final List<Group> MENU =
      List.of(
          new Group(
              "Start",
              List.of(
                  new Entry("What it is", "index.html"),
                  new Entry("Install", "install.html"),
                  new Entry("Tour of the commands", "tour.html"),
                  new Entry("Guide", "guide.html"),
                  new Entry("Algorithms", "algorithms.html"))),
          new Group(
              "Bring your own",
              List.of(
                  new Entry("Environment", "environment.html"),
                  new Entry("Network", "network.html"),
                  new Entry("Other parts", "parts.html"),
                  new Entry("Study", "studies.html"),
                  new Entry("Experiment", "experiment.html"))),
          new Group(
              "Games",
              List.of(new Entry("MinAtar", "minatar.html"), new Entry("Atari", "atari.html"))),
          new Group(
              "Evidence",
              List.of(
                  new Entry("Results", "results/index.html"),
                  new Entry("Claims", "claims.html"),
                  new Entry("The paper, line by line", "paper.html"),
                  new Entry("Theory", "theory.html"),
                  new Entry("Performance", "performance.html"))),
          new Group(
              "Reference",
              List.of(
                  new Entry("Commands", COMMANDS),
                  new Entry("Runs and their files", "runs.html"),
                  new Entry("Policies and their files", "policy.html"),
                  new Entry("Configuration keys", "keys.html"),
                  new Entry("Java API", API),
                  new Entry("GPU", "gpu.html"),
                  new Entry("Cluster", "cluster.html"))),
          new Group(
              "Project",
              List.of(
                  new Entry("Contributing", "contributing.html"),
                  new Entry("Architecture", "architecture.html"),
                  new Entry("Decisions", "decisions.html"),
                  new Entry("Mutation tests", "mutants.html"),
                  new Entry("Licences", "licences.html"),
                  new Entry("Security", "security.html"),
                  new Entry("Changelog", "changelog.html"))));

  private Contents() {}

  /// Returns every page that is made from a Markdown file.
  static List<Page> pages() {
    List<Page> pages = new ArrayList<>();
    for (String name :
        List.of(
            "index",
            "install",
            "tour",
            "guide",
            "algorithms",
            "environment",
            "network",
            "parts",
            "studies",
            "experiment",
            "runs",
            "policy",
            "minatar",
            "atari",
            "claims",
            "paper",
            "theory",
            "performance",
            "keys",
            "gpu",
            "cluster",
            "architecture",
            "decisions",
            "mutants",
            "licences")) {
      pages.add(new Page("docs/" + name + ".md", name + ".html"));
    }
    pages.add(new Page("docs/results/README.md", "results/index.html"));
    pages.add(new Page("CONTRIBUTING.md", "contributing.html"));
    pages.add(new Page("CHANGELOG.md", "changelog.html"));
    pages.add(new Page("SECURITY.md", "security.html"));
    pages.add(new Page("bench/peers/README.md", "peers.html"));
    return pages;
  }
}
