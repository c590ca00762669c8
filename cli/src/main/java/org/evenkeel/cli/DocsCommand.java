package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel docs`: builds the documentation site in a source checkout, and prints its location in an installed
/// archive.
///
/// The launchers set `evenkeel.source` to the checkout, or `evenkeel.docs` to the installed pages.
@Command(
    name = "docs",
    mixinStandardHelpOptions = true,
    description =
        "Builds the documentation: static pages with search, which work offline. An installed Evenkeel contains them"
            + " already, and the command prints where.",
    footer = {
      "",
      "${ROOT-COMMAND-NAME} docs",
      "    about 20 seconds; then open target/site/index.html"
    })
final class DocsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the pages (default: target/site in the checkout). An earlier site in it is replaced.")
  private @Nullable Path out;

  @Option(
      names = "--no-javadoc",
      description = "Leave out the pages of the Java API, which take most of the time.")
  private boolean noJavadoc;

  DocsCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter printer = spec.commandLine().getOut();
    String installed = System.getProperty("evenkeel.docs");
    if (installed != null) {
      printer.println("page  " + installed(Path.of(installed)));
      printer.flush();
      return ExitCode.OK;
    }
    String source = System.getProperty("evenkeel.source");
    if (source == null) {
      throw new ParameterException(
          spec.commandLine(),
          "docs must be started with the launcher './evenkeel' of a source checkout");
    }
    Path checkout = Path.of(source);
    Path site = Objects.requireNonNullElse(out, checkout.resolve("target/site"));
    DocsBuilder.Result result = DocsBuilder.build(checkout, site, noJavadoc ? null : libraries());
    if (!result.faults().isEmpty()) {
      PrintWriter errors = spec.commandLine().getErr();
      errors.println("the site was not built:");
      errors.println(result.faults());
      return ExitCode.SOFTWARE;
    }
    printer.printf("page  %s%n", fromHere(site.resolve("index.html")));
    printer.println(
        String.format(Locale.ROOT, "%,d links were followed, and none is broken", result.links()));
    printer.flush();
    return ExitCode.OK;
  }

  private static Path fromHere(Path page) {
    Path here = Path.of("").toAbsolutePath();
    return page.toAbsolutePath().startsWith(here) ? here.relativize(page.toAbsolutePath()) : page;
  }

  private Path installed(Path docs) {
    if (out != null || noJavadoc) {
      throw new ParameterException(
          spec.commandLine(),
          "--out and --no-javadoc are for source checkouts: this Evenkeel is installed");
    }
    Path page = docs.resolve("index.html");
    if (!Files.exists(page)) {
      throw new ParameterException(
          spec.commandLine(), "'" + page + "' is missing: unpack the archive again");
    }
    return page;
  }

  /// Returns the jars of the running program.
  private Path libraries() {
    try {
      Path program =
          Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path libraries = program.resolveSibling("lib");
      if (!Files.isDirectory(libraries)) {
        throw new ParameterException(
            spec.commandLine(), "there are no jars in '" + libraries + "': use --no-javadoc");
      }
      return libraries;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
