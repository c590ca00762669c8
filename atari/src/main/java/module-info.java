import org.jspecify.annotations.NullMarked;

/// Atari games through the Arcade Learning Environment, which is under the GPL, version 2. The same licence applies to any
/// program that contains this module. Of the other modules of Evenkeel, only the command line refers to it.
@NullMarked
module org.evenkeel.atari {
  requires transitive org.evenkeel.core;
  requires transitive org.evenkeel.envs;
  requires org.bytedeco.ale;
  requires org.bytedeco.javacpp;
  requires static org.jspecify;

  exports org.evenkeel.atari;

  provides org.evenkeel.envs.EnvironmentFamily with
      org.evenkeel.atari.AtariFamily;
}
