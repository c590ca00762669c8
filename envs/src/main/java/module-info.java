import org.jspecify.annotations.NullMarked;

/// Tasks to learn, from the smallest to those used in papers.
@NullMarked
module org.evenkeel.envs {
  requires transitive org.evenkeel.core;
  requires static org.jspecify;

  exports org.evenkeel.envs;
  exports org.evenkeel.envs.minatar;

  uses org.evenkeel.envs.EnvironmentFamily;

  provides org.evenkeel.envs.EnvironmentFamily with
      org.evenkeel.envs.minatar.MinAtarFamily;
}
