/// Evenkeel's library: deep Q-learning in plain Java, with no third-party run-time dependency.
module org.evenkeel.core {
  requires jdk.incubator.vector;
  requires static org.jspecify;

  exports org.evenkeel.core.agent;
  exports org.evenkeel.core.env;
  exports org.evenkeel.core.nn;
  exports org.evenkeel.core.replay;
  exports org.evenkeel.core.train;
}
