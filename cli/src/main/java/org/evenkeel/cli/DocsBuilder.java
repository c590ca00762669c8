package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.lab.report.StyleSheet;
import org.evenkeel.site.Site;
import org.evenkeel.site.SiteException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// Builds the documentation site. This is a separate class because an installed Evenkeel has no [Site], and Java looks
/// for the exceptions that a class catches when it loads the class.
final class DocsBuilder {
  /// The result of building the site.
  ///
  /// @param links the number of links that were followed
  /// @param faults the faults, one on a line; empty if the site was built
  record Result(int links, String faults) {}

  private DocsBuilder() {}

  /// Builds the site.
  ///
  /// @param libraries the jars that the pages of the Java API need; null to leave those pages out
  static Result build(Path checkout, Path out, @Nullable Path libraries) throws IOException {
    Site site = new Site(checkout, Main.Version.number(), StyleSheet.base());
    // A separate command line: its name is 'evenkeel', whatever the user typed.
    CommandLine evenkeel = Main.commandLine().setCommandName("evenkeel");
    CommandReference.pages(evenkeel).forEach(site::page);
    if (libraries != null) {
      site.withJavadoc(libraries);
    }
    try {
      return new Result(site.write(out), "");
    } catch (SiteException e) {
      return new Result(0, String.valueOf(e.getMessage()));
    }
  }
}
