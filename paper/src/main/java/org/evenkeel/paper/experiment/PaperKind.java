package org.evenkeel.paper.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.experiment.ExperimentPage;

/// An experiment of the paper, found as a service like every [ExperimentKind]: it is a subcommand of `reproduce`. Each has
/// the option [Scale#OPTION].
public interface PaperKind extends ExperimentKind {
  /// When `reproduce` computes an experiment.
  enum Asked {
    /// Also where nothing is said: it takes seconds at the quick scale, and minutes at the paper's.
    BY_DEFAULT,

    /// With `all`, or by its name.
    WITH_ALL,

    /// By its name only: it takes months at the paper's scale. Its results go to a folder of their own unless the user
    /// says otherwise.
    BY_NAME
  }

  /// The page of them all.
  ExperimentPage PAGE =
      new ExperimentPage(
          "Averaged-DQN, reproduced",
          "The claims of \"Averaged-DQN: Variance Reduction and Stabilization for Deep Reinforcement Learning\""
              + " (Anschel, Baram, Shimkin, ICML 2017), each with what was measured here and a verdict by a rule that"
              + " stands beside it.");

  /// When it is computed.
  Asked asked();

  /// Those that the program has, in their order.
  static List<PaperKind> all() {
    return ExperimentKinds.installed().all().stream()
        .filter(PaperKind.class::isInstance)
        .map(PaperKind.class::cast)
        .toList();
  }

  /// What `reproduce` computes where nothing is said.
  static List<PaperKind> byDefault() {
    return all().stream().filter(kind -> kind.asked() == Asked.BY_DEFAULT).toList();
  }

  /// What `reproduce all` computes.
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
