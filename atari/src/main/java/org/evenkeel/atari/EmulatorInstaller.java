package org.evenkeel.atari;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.evenkeel.core.internal.AtomicFile;

/// Downloads the Arcade Learning Environment from a Maven repository.
///
/// A build from the sources has the emulator on its class path. The archive does not contain it, because its licence, the GPL
/// version 2, would then extend to the archive. Each file is checked by its SHA-256 before it is written, and written
/// under another name and renamed, so that a file under its final name is complete.
public final class EmulatorInstaller {
  /// The environment variable that names the folder.
  public static final String VARIABLE = "EVENKEEL_EMULATOR";

  /// The address of Maven Central.
  public static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

  private static final int SECONDS = 30;
  private static final int MOST_BYTES = 64 << 20;

  private final Path folder;
  private final List<Jar> jars;

  /// Creates an installer for this machine.
  ///
  /// @throws IllegalArgumentException if there is no emulator for this machine
  public EmulatorInstaller(Path folder) {
    this(folder, System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /// Creates an installer for a given system and processor.
  EmulatorInstaller(Path folder, String system, String processor) {
    this.folder = folder;
    String platform =
        platform(system, processor)
            .orElseThrow(
                () -> new IllegalArgumentException(Natives.sentence(system, processor, "")));
    this.jars =
        JARS.stream().filter(j -> j.platform().isEmpty() || j.platform().equals(platform)).toList();
  }

  /// One file of the emulator.
  ///
  /// @param platform the classifier; empty for the jar that every platform needs
  record Jar(String artifact, String version, String platform, String sha256) {
    String name() {
      return artifact + "-" + version + (platform.isEmpty() ? "" : "-" + platform) + ".jar";
    }

    String path() {
      return "org/bytedeco/%s/%s/%s".formatted(artifact, version, name());
    }
  }

  private static final String ALE = "0.7.3-1.5.7";
  private static final String JAVACPP = "1.5.7";

  static final List<Jar> JARS =
      List.of(
          new Jar(
              "ale", ALE, "", "24a68a73545ba72c4b084e5c44500002fea3d191064e347951e614c2d6ea8aa5"),
          new Jar(
              "ale",
              ALE,
              "linux-x86_64",
              "5c77057d909a2dacfac1fbf56852d7b458363d4b6246f2384b8d8b0f09974e5a"),
          new Jar(
              "ale",
              ALE,
              "macosx-x86_64",
              "c397be6fddbcacf7f929dd4d4a71d0ce0bd4ef3f389d6be561be6dbe8244c19f"),
          new Jar(
              "ale",
              ALE,
              "windows-x86_64",
              "99d9b1c0e2247d843f50f806a33b422f04a2df48561125f9780d5a8f413a2b0d"),
          new Jar(
              "javacpp",
              JAVACPP,
              "",
              "c1e591e47ec764a528e22c7d30533e64bc1bcc38dec1dc7f882fdaf47c89185a"),
          new Jar(
              "javacpp",
              JAVACPP,
              "linux-x86_64",
              "4bb100c16d7b5f6298823bc2c28f3e64303ea038fcca102efe98a6b557d31142"),
          new Jar(
              "javacpp",
              JAVACPP,
              "macosx-x86_64",
              "f776d5501ba8f3a737b85452c0e3e7814f708a7270d55094ba6f23c8d343c470"),
          new Jar(
              "javacpp",
              JAVACPP,
              "windows-x86_64",
              "80b46be4cbd4c3e3c48a89111726b1c9a264bad6cf0db1b57ded10eedf9d55ae"));

  /// Returns whether this program was started with the emulator.
  public static boolean isLoaded() {
    return EmulatorInstaller.class
            .getClassLoader()
            .getResource("org/bytedeco/ale/ALEInterface.class")
        != null;
  }

  /// Returns the user's folder: `EVENKEEL_EMULATOR` if set, otherwise `evenkeel/emulator` in the user's data folder. The
  /// launcher of the archive looks there.
  public static Path folderOfUser() {
    return folder(System.getenv(), System.getProperty("user.home", "."));
  }

  /// Returns the folder as [#folderOfUser] does, for the given environment variables and home folder.
  static Path folder(Map<String, String> variables, String home) {
    String chosen = variables.getOrDefault(VARIABLE, "");
    return chosen.isBlank()
        ? Roms.dataFolder(variables, home).resolve("emulator")
        : Path.of(chosen);
  }

  private static Optional<String> platform(String system, String processor) {
    if (!processor.equals("amd64") && !processor.equals("x86_64")) {
      return Optional.empty();
    }
    String os = system.toLowerCase(Locale.ROOT);
    if (os.startsWith("linux")) {
      return Optional.of("linux-x86_64");
    } else if (os.startsWith("mac")) {
      return Optional.of("macosx-x86_64");
    }
    return os.startsWith("windows") ? Optional.of("windows-x86_64") : Optional.empty();
  }

  /// Downloads the files that are missing or damaged.
  ///
  /// @param repository the address of a Maven repository, such as [#CENTRAL], or of a folder
  /// @param downloading the receiver of the name of each file before its download
  /// @return the files written
  /// @throws IOException if a file cannot be downloaded or written, or is not the expected one
  public List<Path> install(URI repository, Consumer<String> downloading) throws IOException {
    List<Path> written = new ArrayList<>();
    for (Jar jar : jars) {
      Path file = folder.resolve(jar.name());
      if (Files.isRegularFile(file) && sha256(Files.readAllBytes(file)).equals(jar.sha256())) {
        continue;
      }
      downloading.accept(jar.name());
      byte[] content = download(repository, jar);
      try {
        Files.createDirectories(folder);
        AtomicFile.writeShared(file, out -> out.write(content));
      } catch (IOException e) {
        throw new IOException(
            "the emulator cannot be written to '%s' (%s): set %s to a writable folder"
                .formatted(folder, RomInstaller.reason(e), VARIABLE),
            e);
      }
      written.add(file);
    }
    return List.copyOf(written);
  }

  private static byte[] download(URI repository, Jar jar) throws IOException {
    String base = repository.toString();
    URI address = URI.create((base.endsWith("/") ? base : base + "/") + jar.path());
    byte[] content;
    try {
      URLConnection connection = address.toURL().openConnection();
      connection.setConnectTimeout(SECONDS * 1000);
      connection.setReadTimeout(SECONDS * 1000);
      try (InputStream in = connection.getInputStream()) {
        content = in.readNBytes(MOST_BYTES);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "cannot download '%s' (%s): check the network, or name another Maven repository with --repository"
              .formatted(
                  address, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()),
          e);
    }
    String found = sha256(content);
    if (!found.equals(jar.sha256())) {
      throw new IOException(
          "'%s' is not the expected file: its SHA-256 must be %s, was %s"
              .formatted(address, jar.sha256(), found));
    }
    return content;
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has it
    }
  }
}
