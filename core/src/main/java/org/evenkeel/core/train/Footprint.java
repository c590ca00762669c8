package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;

/// Memory required by a training run, computed before anything is allocated.
public final class Footprint {
  private Footprint() {}

  /// The memory that the replay buffer of a run on such an environment needs; 0 where a buffer of the user's own does
  /// not say.
  public static long replayBytes(Training training, Spec spec) {
    return training.replay().bytes(Parts.needs(training, spec));
  }

  /// A replay buffer whose frames need more is outside the heap, but for what it keeps of each step beside them.
  private static final long LARGEST_ON_HEAP = 64 << 20;

  /// The heap that a run on such an environment needs, roughly and rather too much: the networks, their gradients,
  /// optimizers and snapshots, copies of them for a policy that is evaluated or saved, the activations of all passes,
  /// remembered values, states set aside, and what of the replay buffer is on the heap.
  public static long heapBytes(Training training, Spec spec) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings settings = Parts.learnerSettings(network, training, Execution.alone());
    long k = training.algorithm().k();
    long learners = training.algorithm().learners();
    // Snapshots and the parameters they start with; copies for a policy that is evaluated, one that
    // is
    // saved, and its file; a gradient; learners, their start and their moments: counted as
    // allocated,
    // since the collector may come late.
    long sets = 7 * k + 3 + learners * (2L + training.optimizer().moments());
    long remembered =
        settings.decidedPasses() == TargetPasses.REMEMBERED ? settings.rememberedBytes() : 0;
    return sets * network.parameterCount() * Float.BYTES
        + remembered
        + activationBytes(training, network)
        + replayHeapBytes(training, spec);
  }

  /// Passes with their gradients for the update, one of each snapshot for the targets, one for the states whose values are
  /// reported, and one for the episodes of an evaluation.
  private static long activationBytes(Training training, Network network) {
    long k = training.algorithm().k();
    EvaluationPlan plan = training.evaluation();
    long states = Math.max(plan.heldOutStates(), plan.freshStates());
    long batch = training.schedule().batchSize();
    long rows = batch * (4 + 2 * k) + EvaluationPlay.LANES * k;
    long observation = network.input().size();
    return Float.BYTES
        * (rows * (network.activationCount() + observation) + 4 * (states + batch) * observation);
  }

  private static long replayHeapBytes(Training training, Spec spec) {
    long all = replayBytes(training, spec);
    if (all <= LARGEST_ON_HEAP) {
      return all;
    }
    // flag, reward and action of each step; two nodes of a tree where there are priorities
    boolean uniform =
        training.replay() instanceof Memory.Frames frames
            && frames.sampling() instanceof Sampling.Uniform;
    return training.replay().capacity() * (uniform ? 9L : 9L + 4 * Double.BYTES);
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
