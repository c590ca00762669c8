package org.evenkeel.examples;

import java.util.List;
import org.evenkeel.envs.Corridor;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.FamilyPreset;
import org.evenkeel.envs.OptionValues;

/// A family of environments: corridors of two lengths, named `walk/short` or, with an option, `walk/long:start=left`.
public final class WalkFamily implements EnvironmentFamily {
  private static final List<FamilyOption> OPTIONS =
      List.of(
          new FamilyOption(
              "start", "anywhere", "left, anywhere", "The cell in which an episode starts."));

  private static final String PRESET =
      """
      # Corridors: a few thousand steps are enough.
      algorithm: {name: averaged, k: 5}
      discount: 0.95
      schedule:
        steps: 5_000
        learningStartSteps: 100
      """;

  @Override
  public String id() {
    return "walk";
  }

  @Override
  public String description() {
    return "corridors of two lengths";
  }

  @Override
  public List<String> games() {
    return List.of("long", "short");
  }

  @Override
  public List<FamilyOption> options() {
    return OPTIONS;
  }

  @Override
  public List<FamilyPreset> presets() {
    return List.of(new FamilyPreset("walk-short", PRESET, List.of("short")));
  }

  @Override
  public Environments.Entry entry(String game) {
    return entry("walk/" + game, game, OptionValues.standard(OPTIONS));
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    OptionValues values = OptionValues.parse("walk", OPTIONS, options);
    return entry("walk/" + game + ":" + values, game, values);
  }

  private static Environments.Entry entry(String name, String game, OptionValues values) {
    Corridor.Start start = values.constant("start", Corridor.Start.class);
    int cells = game.equals("short") ? 5 : 40;
    return new Environments.Entry(
        name, "walk to the right end of " + cells + " cells", () -> new Corridor(cells, start));
  }
}
