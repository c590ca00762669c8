package org.evenkeel.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.SparkContext;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.config.Tasks;

/// The files that executors need: this program, and the user's classes.
final class SentFiles {
  private SentFiles() {}

  /// Returns the jars of this program without those of Spark, which every executor has.
  ///
  /// @param scratch the folder in which folders of classes are packed into jars
  static List<Path> program(Path scratch) throws IOException {
    Path sparks = Objects.requireNonNull(location(SparkContext.class).getParent());
    Set<Path> all = new LinkedHashSet<>();
    for (String entry : Tasks.classpath(System.getProperty("java.class.path", ""))) {
      add(Path.of(entry).toAbsolutePath(), sparks, all);
    }
    List<Path> jars = new ArrayList<>();
    for (Path entry : all) {
      jars.add(packed(entry, "program-" + jars.size(), scratch));
    }
    return jars;
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Adds an entry of the class path and those named by its manifest.
  private static void add(Path entry, Path sparks, Set<Path> all) throws IOException {
    if (!Files.exists(entry) || sparks.equals(entry.getParent()) || all.contains(entry)) {
      return;
    }
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        if (files.anyMatch(file -> file.toString().endsWith(".class"))) {
          all.add(entry);
        }
      }
      return;
    }
    all.add(entry);
    try (JarFile jar = new JarFile(entry.toFile())) {
      Manifest manifest = jar.getManifest();
      String further =
          manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
      StringTokenizer names = new StringTokenizer(further == null ? "" : further);
      while (names.hasMoreTokens()) {
        add(Path.of(entry.toUri().resolve(URI.create(names.nextToken()))), sparks, all);
      }
    } catch (IOException | IllegalArgumentException e) {
      return; // not a jar, or its manifest names no files
    }
  }

  /// Returns a file with a unique name for each entry of the user's class path.
  static Map<String, Path> classpath(List<String> entries, Path scratch) throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    for (String entry : entries) {
      Path copy = scratch.resolve("classpath-" + files.size() + ".jar");
      Path from = Path.of(entry);
      if (Files.isDirectory(from)) {
        pack(from, copy);
      } else {
        Files.copy(from, copy);
      }
      files.put(entry, copy);
    }
    return files;
  }

  private static Path packed(Path entry, String name, Path scratch) throws IOException {
    if (!Files.isDirectory(entry)) {
      return entry;
    }
    Path jar = scratch.resolve(name + ".jar");
    pack(entry, jar);
    return jar;
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new IOException("cannot pack '" + folder + "': " + Reason.of(e), e);
    }
  }
}
