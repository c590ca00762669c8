package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.replay.Replay;

/// What a training takes of memory, known before anything is taken.
public final class Footprint {
  private Footprint() {}

  /// What the replay memory of a training on such an environment takes.
  public static long replayBytes(Training training, Spec spec) {
    return Replay.bytes(Parts.replayShape(training, spec), training.replay().sampling());
  }

  /// What a training on such an environment takes of the heap, roughly: the networks, their optimizers and
  /// snapshots, and remembered values.
  public static long heapBytes(Training training, Spec spec) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings settings = Parts.learnerSettings(network, training);
    long sets = training.algorithm().k() + 1L;
    sets += training.algorithm().learners() * (1L + training.optimizer().moments());
    long remembered =
        settings.targetPasses() == Variants.TargetPasses.REMEMBERED
            ? settings.rememberedBytes()
            : 0;
    return sets * network.parameterCount() * Float.BYTES + remembered;
  }

  /// What the memory of a training goes to, one line each.
  public static List<String> report(Training training, Spec spec) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings s = Parts.learnerSettings(network, training);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "replay memory: %s for %,d steps",
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
        switch (s.targetPasses()) {
          case REMEMBERED ->
              String.format(
                  Locale.ROOT,
                  "target values: remembered in %s, about %.0f %% of the passes left",
                  megabytes(s.rememberedBytes()),
                  100 * s.passesLeft());
          case TOGETHER -> "target values: computed together, nothing remembered";
          case SEPARATE -> "target values: computed one network after the other";
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
