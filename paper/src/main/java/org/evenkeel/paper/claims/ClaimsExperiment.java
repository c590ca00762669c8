package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;

/// The claims of `docs/claims.md` that need no game, their controls, and the paper's own Table 1.
///
/// @param scale the scale; only the paper's has the numbers that were fixed
/// @param part the part that is computed
/// @param seed the seed of the first trial, counted from 10,000
record ClaimsExperiment(Scale scale, ClaimsPart part, long seed) implements Experiment {
  /// All earlier trials, with which protocols were chosen, had smaller seeds.
  private static final long SEEDS_USED_BEFORE = 10_000;

  @Override
  public String name() {
    return ClaimsKind.NAME;
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(Scale.NAME, scale.word());
    options.put(ClaimsPart.NAME, part.word());
    return options;
  }

  @Override
  public String sentence() {
    return switch (scale) {
      case PAPER ->
          "Claims, measures, rules, margins and numbers of trials were fixed in docs/claims.md beforehand.";
      case QUICK ->
          "This is the quick scale: a Gridworld of 6x6 cells with a few short trials. It shows how the claims are judged;"
              + " only the paper's scale has the trials that were fixed in docs/claims.md.";
    };
  }

  private ClaimsPlan plan() {
    return ClaimsPlan.of(scale);
  }

  private long firstSeed() {
    return SEEDS_USED_BEFORE + seed;
  }

  /// Returns the trials, longest first, so that no core is left waiting for a long trial at the end.
  @Override
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    if (part.has(ClaimsPart.NETWORKS)) {
      plan().networks().forEach(arm -> trials.addAll(arm.all(firstSeed())));
    }
    if (part.has(ClaimsPart.CONTROLS)) {
      plan().injected().forEach(arm -> trials.addAll(arm.all(firstSeed())));
    }
    if (part.has(ClaimsPart.CHOICES)) {
      for (Specification choice : Specification.all(scale)) {
        trials.addAll(choice.averaged().all(firstSeed()));
        trials.addAll(choice.ensemble().all(firstSeed()));
      }
    }
    trials.sort(Comparator.comparingDouble(Trial::work).reversed());
    return trials;
  }

  @Override
  public List<Section> report(StudyResults results) {
    ClaimsPlan plan = plan();
    List<Section> sections = new ArrayList<>();
    List<ArmReadings> averaged = readings(plan.averaged(), results);
    List<ArmReadings> ensembles = readings(plan.ensembles(), results);
    if (part.has(ClaimsPart.NETWORKS)) {
      List<ArmReadings> slow = readings(plan.controls(), results);
      sections.add(new PrimarySection(averaged, ensembles, slow).section());
    }
    if (part.has(ClaimsPart.CONTROLS)) {
      sections.add(
          new InjectedSection(
                  readings(plan.idealAveraged(), results),
                  readings(plan.idealEnsembles(), results),
                  readings(plan.broken(), results),
                  firstSeed())
              .section());
    }
    if (part.has(ClaimsPart.NETWORKS)) {
      sections.add(new NetworkErrorsSection(averaged, ensembles, firstSeed()).section());
    }
    if (part.has(ClaimsPart.CHOICES)) {
      sections.add(new SpecificationSection(choices(results)).section());
    }
    if (part.has(ClaimsPart.CONTROLS)) {
      sections.add(new PublishedSection().section());
    }
    return sections;
  }

  /// Returns the choices with their trials; the first one is also read in two other ways.
  private List<SpecificationSection.Row> choices(StudyResults results) {
    List<SpecificationSection.Row> rows = new ArrayList<>();
    for (Specification choice : Specification.all(scale)) {
      ArmReadings averaged = choice.averaged().readings(firstSeed(), results);
      ArmReadings ensemble = choice.ensemble().readings(firstSeed(), results);
      rows.add(
          new SpecificationSection.Row(choice.words(), averaged, ensemble, ClaimReading.SETTLED));
      if (rows.size() == 1) {
        for (ClaimReading other :
            List.of(ClaimReading.EQUAL_ITERATIONS, ClaimReading.EQUAL_STEPS)) {
          rows.add(
              new SpecificationSection.Row("read at " + other.words(), averaged, ensemble, other));
        }
      }
    }
    return rows;
  }

  private List<ArmReadings> readings(List<ClaimArm> arms, StudyResults results) {
    return arms.stream().map(arm -> arm.readings(firstSeed(), results)).toList();
  }
}
