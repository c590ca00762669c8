import org.jspecify.annotations.NullMarked;

/// Evenkeel's laboratory: runs on disk, and what is done with them.
@NullMarked
@SuppressWarnings("requires-automatic") // Hipparchus and JFreeChart have no module descriptors
module org.evenkeel.lab {
  requires transitive org.evenkeel.core;
  requires transitive org.evenkeel.envs;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires hipparchus.core;
  requires hipparchus.stat;
  requires java.desktop;
  requires java.management;
  requires jdk.management;
  requires org.jfree.jfreechart;
  requires static org.jspecify;

  exports org.evenkeel.lab.atari;
  exports org.evenkeel.lab.games;
  exports org.evenkeel.lab.gridworld;
  exports org.evenkeel.lab.minatar;
  exports org.evenkeel.lab.report;
  exports org.evenkeel.lab.reproduce;
  exports org.evenkeel.lab.run;
  exports org.evenkeel.lab.statistics;
  exports org.evenkeel.lab.study;
  exports org.evenkeel.lab.theory;
  exports org.evenkeel.lab.watch;
}
