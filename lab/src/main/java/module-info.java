import org.jspecify.annotations.NullMarked;

/// Evenkeel's laboratory: runs on disk, studies of many runs, statistics, reports and pictures.
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

  exports org.evenkeel.lab.compare;
  exports org.evenkeel.lab.config;
  exports org.evenkeel.lab.experiment;
  exports org.evenkeel.lab.report;
  exports org.evenkeel.lab.run;
  exports org.evenkeel.lab.statistics;
  exports org.evenkeel.lab.study;
  exports org.evenkeel.lab.watch;

  uses org.evenkeel.lab.experiment.EarlierFormat;
  uses org.evenkeel.lab.experiment.ExperimentKind;
  uses org.evenkeel.lab.study.TrialClusters;
}
