package org.evenkeel.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The kernels that are compiled in the jar, and the Java code that fills their structures, belong to the sources.
class SourcesTest {
  private static final Path SOURCES = Path.of("src", "main", "cuda");

  @Test
  void theCompiledKernelsAreThoseOfTheSources() throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.sorted().toList()) {
        digest.update((file.getFileName() + "\n").getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
    }
    String ptx = new String(Fleet.ptx(), StandardCharsets.US_ASCII);
    String expected = "// sources " + HexFormat.of().formatHex(digest.digest());
    assertEquals(
        expected,
        ptx.lines().findFirst().orElseThrow(),
        "the sources have changed: run cuda/make-ptx");
  }

  /// Rounding as in Java: no operation may be contracted or flush subnormal numbers.
  @Test
  void noOperationRoundsInAnotherWay() {
    String ptx = new String(Fleet.ptx(), StandardCharsets.US_ASCII);
    for (String inexact : List.of(".ftz", ".approx", "mad.rn", "div.full", "fma.rz")) {
      assertTrue(!ptx.contains(inexact), inexact);
    }
    assertTrue(ptx.contains("fma.rn.f32"));
    assertTrue(ptx.contains("sqrt.rn.f32"));
    assertTrue(ptx.contains("div.rn.f32"));
  }

  @Test
  void theFieldsOfARunAreTheSameInJavaAndOnTheDevice() throws IOException {
    String text = Files.readString(SOURCES.resolve("run.cuh"));
    String body = text.substring(text.indexOf("struct Run {"), text.indexOf("// One network that"));
    Matcher field =
        Pattern.compile("(?m)^ {2}(?:int64|uint64|double|(?:\\w+)\\*) (\\w+)(?:\\[(\\d+)])?;")
            .matcher(body);
    List<String> device = new ArrayList<>();
    while (field.find()) {
      String count = field.group(2) == null ? "1" : field.group(2);
      device.add(field.group(1) + " " + count);
    }
    List<String> java =
        Arrays.stream(RunField.values())
            .map(f -> f.name().toLowerCase(Locale.ROOT) + " " + f.count())
            .toList();
    assertEquals(device, java);
    assertEquals(body.lines().filter(line -> line.matches("^ {2}\\S.*;.*")).count(), java.size());
  }
}
