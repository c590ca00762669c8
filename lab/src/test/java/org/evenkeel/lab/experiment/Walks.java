package org.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;

/// A kind of experiment as somebody writes it: random walks of some length, and how far they get.
record Walks(String name) implements ExperimentKind {
  static final ExperimentKinds KINDS = ExperimentKinds.of(new Walks("walks"), new Walks("hikes"));

  static Asked asked(String name, int walks, int steps, long seed) {
    return new Asked(name, "slow", walks, steps, seed);
  }

  @Override
  public String description() {
    return "how far random " + name + " get";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(
        new ExperimentOption("pace", "PACE", "slow or fast (default: slow).", true),
        new ExperimentOption("walks", "N", "How many (default: 3)."),
        new ExperimentOption("steps", "N", "Of each (default: 100)."));
  }

  @Override
  public Experiment of(GivenOptions given) {
    int walks = given.whole("walks", 3);
    if (walks < 1) {
      throw new IllegalArgumentException("--walks must be >= 1, was " + walks);
    }
    return new Asked(
        name, given.text("pace", "slow"), walks, given.whole("steps", 100), given.seed());
  }

  record Asked(String name, String pace, int walks, int steps, long seed) implements Experiment {
    @Override
    public Map<String, String> options() {
      Map<String, String> options = new LinkedHashMap<>();
      options.put("pace", pace);
      options.put("walks", String.valueOf(walks));
      options.put("steps", String.valueOf(steps));
      return options;
    }

    @Override
    public String sentence() {
      return "The pace was " + pace + ".";
    }

    @Override
    public Experiment and(Experiment there) {
      Asked before = (Asked) there;
      if (before.steps != steps) {
        throw new IllegalArgumentException(
            "was started with %d steps; you asked for %d".formatted(before.steps, steps));
      }
      return new Asked(name, pace, Math.max(walks, before.walks), steps, seed);
    }

    @Override
    public List<Trial> trials() {
      List<Trial> trials = new ArrayList<>();
      for (int i = 0; i < walks; i++) {
        trials.add(new Walk(name + "/seed" + (seed + i), steps));
      }
      return trials;
    }

    @Override
    public List<Section> report(StudyResults results) {
      long mine =
          results.finished().keySet().stream().filter(trial -> trial.startsWith(name)).count();
      Claim claim =
          Claim.of(name + "-move", "They move", Standing.SECONDARY)
              .measured(mine + " walks.")
              .judged(
                  "Any walk.",
                  mine == 0
                      ? Evidence.NONE
                      : Evidence.of(Finding.above(Effect.exact("walks", (double) mine), 0, 0)));
      return List.of(
          new Section(name, "Section on " + name, "Text.", List.of(claim), List.of(), List.of()));
    }
  }

  private record Walk(String name, int steps) implements Trial {
    @Override
    public String describe() {
      return name + " of " + steps;
    }

    @Override
    public double work() {
      return 1;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      return Map.of("distance", new double[] {Math.sqrt(steps)});
    }
  }
}
