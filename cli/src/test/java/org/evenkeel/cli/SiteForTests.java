package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;

/// The documentation site without the pages of the Java API, as `evenkeel docs --no-javadoc` builds it.
final class SiteForTests {
  private SiteForTests() {}

  static Typed build(Path out) {
    String before = System.setProperty("evenkeel.source", Checkout.ROOT.toString());
    try {
      Typed docs = Typed.run("docs", "--no-javadoc", "--out", out);
      assertEquals("", docs.err());
      assertEquals(0, docs.code());
      return docs;
    } finally {
      if (before == null) {
        System.clearProperty("evenkeel.source");
      } else {
        System.setProperty("evenkeel.source", before);
      }
    }
  }
}
