package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;

/// Memory required by a training run, computed before anything is allocated.
public final class Footprint {
  private Footprint() {}

  /// The memory that the replay buffer of a run on such an environment needs; 0 where a buffer of the user's own does
  /// not say.
  public static long replayBytes(Training training, Spec spec) {
    return training.replay().bytes(Parts.needs(training, spec));
  }

  /// The heap that a run on such an environment needs, roughly: the networks, their gradients, optimizers and
  /// snapshots, the activations, remembered values, and copies for a policy that is evaluated or saved.
  public static long heapBytes(Training training, Spec spec) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings settings = Parts.learnerSettings(network, training, Execution.alone());
    long k = training.algorithm().k();
    long learners = training.algorithm().learners();
    // snapshots, their copies in a policy, and the tensors of its file; a gradient; learners and
    // their moments
    long sets = 3 * k + 1 + learners * (1L + training.optimizer().moments());
    long remembered =
        settings.decidedPasses() == TargetPasses.REMEMBERED ? settings.rememberedBytes() : 0;
    return sets * network.parameterCount() * Float.BYTES + remembered;
  }

  /// What the memory of a run is used for, one line each.
  public static List<String> report(Training training, Spec spec, Execution execution) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings s = Parts.learnerSettings(network, training, execution);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "replay buffer: %s for %,d steps",
            megabytes(replayBytes(training, spec)),
            training.replay().capacity()));
    lines.add(
        String.format(
            Locale.ROOT,
            "network: %,d parameters, %d trained, %d in targets",
            s.network().parameterCount(),
            training.algorithm().learners(),
            training.algorithm().k()));
    lines.add(
        switch (s.decidedPasses()) {
          case REMEMBERED ->
              String.format(
                  Locale.ROOT,
                  "target values: cached in %s; about %.0f %% of target-network passes are saved",
                  megabytes(s.rememberedBytes()),
                  100 * (1 - s.passesLeft()));
          case TOGETHER -> "target values: all target networks on one batch, nothing cached";
          case SEPARATE -> "target values: one target network after the other";
          case AUTO -> throw new IllegalStateException("undecided");
        });
    return lines;
  }

  private static String megabytes(long bytes) {
    return bytes < 10_000_000
        ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
        : String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }
}
