import org.jspecify.annotations.NullMarked;

/// The experiments of the paper on Averaged-DQN (Anschel, Baram, Shimkin, 2017).
@NullMarked
@SuppressWarnings("requires-automatic") // Hipparchus has no module descriptor
module org.evenkeel.paper {
  requires transitive org.evenkeel.lab;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires hipparchus.core;
  requires static org.jspecify;

  exports org.evenkeel.paper.atari;
  exports org.evenkeel.paper.experiment;
  exports org.evenkeel.paper.games;
  exports org.evenkeel.paper.gridworld;
  exports org.evenkeel.paper.minatar;

  // The same lists are in META-INF/services, for programs on the class path.
  provides org.evenkeel.lab.experiment.ExperimentKind with
      org.evenkeel.paper.theory.TheoryKind,
      org.evenkeel.paper.gridworld.GridworldKind,
      org.evenkeel.paper.claims.ClaimsKind,
      org.evenkeel.paper.minatar.MinAtarKind,
      org.evenkeel.paper.atari.AtariKind;
  provides org.evenkeel.lab.experiment.EarlierFormat with
      org.evenkeel.paper.reproduce.ReproductionJson;
}
