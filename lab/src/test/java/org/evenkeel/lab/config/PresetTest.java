package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PresetTest {
  private static final Training BASE = Training.of(Algorithm.averaged(10));

  @Test
  void everyFileHasItsNameInTheList() throws IOException {
    List<String> names = new ArrayList<>();
    for (String folder :
        List.of(
            "src/main/resources/org/evenkeel/lab/presets",
            "../envs/src/main/resources/org/evenkeel/envs/minatar/presets")) {
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        files.map(f -> f.getFileName().toString().replace(".yaml", "")).forEach(names::add);
      }
    }
    assertEquals(names.stream().sorted().toList(), Preset.names());
    assertEquals(10, names.size());
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

  @ParameterizedTest
  @ValueSource(strings = {"atari-hour", "averaged-dqn-2017", "machado-2018", "nature-2015"})
  void aProtocolOfAtariBuildsTheNatureNetwork(String name) throws IOException {
    Training training = Preset.named(name).apply(BASE);
    int parameters = training.network().build(new Form.Bytes(84, 84, 4), 4).parameterCount();
    assertEquals(1_686_180, parameters);
  }

  @Test
  void thePapersProtocolIsThatOfEveryAtariGame() throws IOException {
    assertEquals(
        Optional.of(Preset.named("averaged-dqn-2017")), Preset.forEnvironment("atari/breakout"));
    Training training = Preset.named("averaged-dqn-2017").apply(BASE);
    Training paper =
        Training.of(Algorithm.averaged(10))
            .network(new Architecture.Nature(false))
            .initializer(Initializer.HE_UNIFORM)
            .optimizer(new Optimizer.NatureRmsProp(0.00025, 0.95, 0.01))
            .memorySize(1_000_000)
            .exploration(new Exploration.Linear(1, 0.1, 50_000, 1_000_000))
            .schedule(new Schedule(30_000_000, 50_000, 4, 1, 32, 10_000, 10_000))
            .evaluation(new EvaluationPlan(250_000, 10, 0.05, 500, 125_000, 1_000))
            .protocol(
                new Protocol(
                    Protocol.Truncation.ENDS,
                    Protocol.LifeLoss.ENDS,
                    Protocol.Rewards.SIGN,
                    Protocol.Stacks.WHOLE));
    assertEquals(paper, training);
  }

  @Test
  void aPresetsOptionsStandBeforeTheUsersOwnWhichWin(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "environmentOptions: \"a=1,b=2\"\n");
    Preset preset = Preset.named(file.toString());
    assertEquals("game/x:a=1,b=2", preset.environment("game/x"));
    assertEquals("game/x:a=1,b=3", preset.environment("game/x:b=3"));
    assertEquals("game/x:b=3,a=2", preset.environment("game/x:b=3,a=2"));
    assertEquals("game/x:a=1,b=3,b=4", preset.environment("game/x:b=3,b=4"));
    assertEquals("game/x:b=3", Preset.named("cartpole").environment("game/x:b=3"));
    Path still = Files.writeString(folder.resolve("still.yaml"), "environmentOptions: sticky=0\n");
    String name = Preset.named(still.toString()).environment("minatar/breakout:sticky=0.5");
    assertEquals("minatar/breakout:sticky=0.5", Environments.named(name).name());
    assertEquals(BASE, preset.apply(BASE));
    assertEquals(List.of(), preset.leftAside());
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "environmentOptions: [1, 2]\n");
    assertEquals(
        "preset " + wrong + ": line 1, column 1: environmentOptions must be a text, was a list",
        assertThrows(
                IllegalArgumentException.class,
                () -> Preset.named(wrong.toString()).environment("game/x"))
            .getMessage());
  }

  @Test
  void everyChoiceOfARunIsSaid() throws IOException {
    RunConfig config =
        new RunConfig(
            "game/x:pool=max,skip=4", List.of(), 1, Preset.named("nature-2015").apply(BASE));
    List<String> lines = Choices.of(config);
    assertEquals("environment pool=max skip=4", lines.getFirst());
    assertTrue(lines.contains("network kind=nature-padded dueling=false"), lines.toString());
    assertTrue(lines.contains("loss kind=huber reduction=sum"), lines.toString());
    assertTrue(
        lines.contains("protocol truncation=ends lifeLoss=ends rewards=clipped stacks=anew"),
        lines.toString());
    assertEquals("roles actor=online evaluated=combined ties=random", lines.getLast());
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
        "there is no preset or file 'cartpol': did you mean 'cartpole'?",
        assertThrows(IllegalArgumentException.class, () -> Preset.named("cartpol")).getMessage());
    Path file = Files.writeString(folder.resolve("mine.yaml"), "\ndicount: 0.5\n");
    Preset preset = Preset.named(file.toString());
    assertEquals(
        "preset " + file + ": line 2, column 1: unknown key 'dicount': did you mean 'discount'?",
        assertThrows(IllegalArgumentException.class, () -> preset.apply(BASE)).getMessage());
  }

  @Test
  void aFileLiesOverTheEnvironmentsPresetAndOverWhatItNames(@TempDir Path folder)
      throws IOException {
    Training own = Preset.named("cartpole").apply(BASE);
    Path file = Files.writeString(folder.resolve("mine.yaml"), "discount: 0.5\n");
    PresetLayers over = PresetLayers.of("cartpole", file.toString());
    assertEquals(own.discount(0.5), over.apply(BASE));
    assertEquals(file + ", based on cartpole", over.described());
    Files.writeString(file, "base: none\ndiscount: 0.5\n");
    PresetLayers alone = PresetLayers.of("cartpole", file.toString());
    assertEquals(BASE.discount(0.5), alone.apply(BASE));
    assertEquals(file + ", based on the library's defaults", alone.described());
    Files.writeString(file, "base: nature-2015\nenvironmentOptions: sticky=1\n");
    PresetLayers nature = PresetLayers.of("atari/pong", file.toString());
    assertEquals(Preset.named("nature-2015").apply(BASE), nature.apply(BASE));
    String name = nature.environment("atari/pong:skip=2");
    assertTrue(name.startsWith("atari/pong:actions=minimal,pool="), name);
    assertTrue(name.endsWith(",sticky=1,skip=2"), name);
    assertEquals("", PresetLayers.of("my.Own", null).described());
  }

  @Test
  void aBuiltInPresetAndTheConfigurationOfARunReplaceTheEnvironmentsPreset(@TempDir Path folder)
      throws IOException {
    PresetLayers hour = PresetLayers.of("atari/pong", "atari-hour");
    assertEquals(List.of(Preset.named("atari-hour")), hour.layers());
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            ConfigYaml.write(new RunConfig("cartpole", List.of(), 7, BASE)));
    PresetLayers run = PresetLayers.of("cartpole", file.toString());
    assertEquals(BASE, run.apply(Preset.named("cartpole").apply(BASE)));
    assertEquals(file + " (without its environment, classpath, seed)", run.described());
  }
}
