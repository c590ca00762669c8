package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// A command as a user types it: how it ended and what it said.
record Typed(int code, String out, String err) {
  static Typed run(Object... args) {
    return run(Main.commandLine(), args);
  }

  static Typed run(CommandLine evenkeel, Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        evenkeel
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(Stream.of(args).map(Object::toString).toArray(String[]::new));
    return new Typed(code, lines(out), lines(err));
  }

  private static String lines(StringWriter text) {
    return text.toString().replace("\r\n", "\n");
  }

  /// One sentence, after a usage error the hint on help, and nothing on standard output.
  void refused(int wantedCode, String command, String sentence) {
    String hint = wantedCode == 2 ? "Try 'evenkeel " + command + " --help'.\n" : "";
    assertEquals(sentence + "\n" + hint, err);
    assertEquals("", out);
    assertEquals(wantedCode, code);
  }

  /// All files at or below a folder with their bytes as text, but for the lock.
  static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(f -> !f.endsWith("lock")).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        files.put(
            name,
            Files.isDirectory(file)
                ? "a folder"
                : new String(Files.readAllBytes(file), ISO_8859_1));
      }
    }
    return files;
  }
}
