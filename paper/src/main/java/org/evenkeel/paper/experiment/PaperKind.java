package org.evenkeel.paper.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.experiment.ExperimentPage;

/// An experiment of the paper: a subcommand of `reproduce`, found as a service like every [ExperimentKind]. Each one has
/// the option [Scale#OPTION].
public interface PaperKind extends ExperimentKind {
  /// The condition under which `reproduce` computes an experiment.
  enum Asked {
    /// The experiment is computed even if none is named: it takes seconds at the quick scale and minutes at the
    /// paper's.
    BY_DEFAULT,

    /// The experiment is computed if `all` or its name is given.
    WITH_ALL,

    /// The experiment is computed only if its name is given, because it takes an hour or months at the paper's scale. Its
    /// results have a separate folder unless the user chooses another one.
    BY_NAME
  }

  /// The title and introduction of the report page that all experiments of the paper share.
  ExperimentPage PAGE =
      new ExperimentPage(
          "Averaged-DQN, reproduced",
          "The claims of \"Averaged-DQN: Variance Reduction and Stabilization for Deep Reinforcement Learning\""
              + " (Anschel, Baram, Shimkin, ICML 2017). Each is shown with the measurements made here, a verdict, and"
              + " the rule behind the verdict.");

  /// Returns the condition under which `reproduce` computes it.
  Asked asked();

  /// Returns the installed experiments of the paper, in their order.
  static List<PaperKind> all() {
    return ExperimentKinds.installed().all().stream()
        .filter(PaperKind.class::isInstance)
        .map(PaperKind.class::cast)
        .toList();
  }

  /// Returns the experiments that `reproduce` computes if none is named.
  static List<PaperKind> byDefault() {
    return all().stream().filter(kind -> kind.asked() == Asked.BY_DEFAULT).toList();
  }

  /// Returns the experiments that `reproduce all` computes.
  static List<PaperKind> withAll() {
    return all().stream().filter(kind -> kind.asked() != Asked.BY_NAME).toList();
  }

  @Override
  default ExperimentPage page() {
    return PAGE;
  }

  @Override
  default Path folder(Experiment experiment) {
    String scale = experiment.options().getOrDefault(Scale.NAME, Scale.QUICK.word());
    return Path.of(
        "runs", (asked() == Asked.BY_NAME ? "reproduce-" + name() : "reproduce") + "-" + scale);
  }

  @Override
  default List<String> command() {
    return List.of("reproduce", name());
  }

  @Override
  default Optional<List<String>> commandOfAll(List<String> names) {
    if (names.equals(byDefault().stream().map(PaperKind::name).toList())) {
      return Optional.of(List.of("reproduce"));
    }
    return names.equals(withAll().stream().map(PaperKind::name).toList())
        ? Optional.of(List.of("reproduce", "all"))
        : Optional.empty();
  }
}
