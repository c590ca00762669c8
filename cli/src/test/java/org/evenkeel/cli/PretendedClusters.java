package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.lab.study.RemoteTrial;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters;
import org.evenkeel.lab.study.TrialText;

/// In place of Apache Spark in tests: a cluster of one machine, which is this process. What it was asked for is in its log.
public final class PretendedClusters implements TrialClusters {
  /// For [java.util.ServiceLoader].
  public PretendedClusters() {}

  @Override
  public TrialCluster open(Choice choice, Consumer<String> notes) throws IOException {
    Path scratch = Files.createTempDirectory("pretended");
    return new TrialCluster() {
      private boolean stopped;

      @Override
      public void compute(List<Task> tasks, Listener listener) throws IOException {
        Files.createDirectories(choice.log().toAbsolutePath().getParent());
        Files.writeString(
            choice.log(),
            "%s %d %s %s %s%n"
                .formatted(
                    choice.master(),
                    choice.threads(),
                    choice.checkpoints(),
                    choice.address(),
                    choice.settings()));
        for (Task task : tasks) {
          if (stopped) {
            return;
          }
          listener.working(1, List.of("pretended"));
          Path folder = Files.createTempDirectory(scratch, "trial").resolve("trial");
          RemoteTrial trial =
              RemoteTrial.of(task.recipe(), TrialText.hash(task.trial().describe()), folder);
          listener.ended(
              task,
              trial.compute(
                  choice.threads(), share -> listener.reached(task, share), listener::warning));
        }
      }

      @Override
      public void stop() {
        stopped = true;
      }

      @Override
      public void close() {}
    };
  }
}
