package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PresetTest {
  private static final Training BASE = Training.of(Algorithm.averaged(10));

  @Test
  void everyFileHasItsNameInTheList() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/org/evenkeel/lab/presets"))) {
      assertEquals(
          files.map(f -> f.getFileName().toString().replace(".yaml", "")).sorted().toList(),
          Preset.names().stream().sorted().toList());
    }
  }

  @ParameterizedTest
  @MethodSource("environments")
  void thePresetOfAnEnvironmentBuildsItsNetwork(String environment) {
    Optional<Preset> preset = Preset.forEnvironment(environment);
    Training training = preset.map(p -> p.apply(BASE)).orElse(BASE);
    Spec spec = Environments.named(environment).spec();
    assertTrue(training.network().build(spec.observation(), spec.actions()).parameterCount() > 0);
    preset.ifPresent(p -> assertNotEquals(BASE, training));
  }

  static Stream<String> environments() {
    return Environments.all().stream().map(Environments.Entry::name);
  }

  @Test
  void aPresetIsANameOrAFile(@TempDir Path folder) throws IOException {
    assertEquals(Preset.forEnvironment("cartpole"), Optional.of(Preset.named("cartpole")));
    Path file = Files.writeString(folder.resolve("mine.yaml"), "discount: 0.5\n");
    assertEquals(BASE.discount(0.5), Preset.named(file.toString()).apply(BASE));
    assertEquals(Optional.empty(), Preset.forEnvironment("my.Own"));
  }

  @Test
  void whatIsWrongWithAPresetIsSaid(@TempDir Path folder) throws IOException {
    assertEquals(
        "there is no preset and no file 'cartpol': did you mean 'cartpole'?",
        assertThrows(IllegalArgumentException.class, () -> Preset.named("cartpol")).getMessage());
    Path file = Files.writeString(folder.resolve("mine.yaml"), "\ndicount: 0.5\n");
    Preset preset = Preset.named(file.toString());
    assertEquals(
        "preset " + file + ": line 2, column 1: unknown key 'dicount': did you mean 'discount'?",
        assertThrows(IllegalArgumentException.class, () -> preset.apply(BASE)).getMessage());
  }
}
