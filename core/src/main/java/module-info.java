import org.jspecify.annotations.NullMarked;

/// Evenkeel's library: deep Q-learning in plain Java, with no third-party runtime dependencies.
@NullMarked
@SuppressWarnings("module") // the friends below are built after this module
module org.evenkeel.core {
  requires jdk.incubator.vector;
  requires static org.jspecify;

  exports org.evenkeel.core.agent;
  exports org.evenkeel.core.data;
  exports org.evenkeel.core.env;
  exports org.evenkeel.core.nn;
  exports org.evenkeel.core.replay;
  exports org.evenkeel.core.train;
  exports org.evenkeel.core.internal to
      org.evenkeel.envs,
      org.evenkeel.atari,
      org.evenkeel.cuda,
      org.evenkeel.lab,
      org.evenkeel.paper,
      org.evenkeel.cli;
}
