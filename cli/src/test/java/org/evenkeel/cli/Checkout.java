package org.evenkeel.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The source checkout in which the tests run.
final class Checkout {
  static final Path ROOT = root();

  private Checkout() {}

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("docs/guide.md"))) {
      here = Objects.requireNonNull(here.getParent(), "the source checkout was not found");
    }
    return here;
  }
}
