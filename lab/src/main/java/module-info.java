/// Evenkeel's laboratory: runs on disk, and what is done with them.
module org.evenkeel.lab {
  requires transitive org.evenkeel.core;
  requires transitive org.evenkeel.envs;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires java.management;
  requires jdk.management;
  requires static org.jspecify;

  exports org.evenkeel.lab.gridworld;
  exports org.evenkeel.lab.run;
  exports org.evenkeel.lab.study;
}
