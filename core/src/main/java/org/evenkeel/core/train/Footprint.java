package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;

/// Memory required by a training run, computed before anything is allocated.
public final class Footprint {
  private Footprint() {}

  /// Returns the memory that the replay buffer of a run on such an environment needs; 0 if a custom
  /// buffer does not report it.
  public static long replayBytes(Training training, Spec spec) {
    return training.replay().bytes(Parts.needs(training, spec));
  }

  /// The largest size in bytes of frames on the heap. A replay buffer whose frames need more keeps them outside the
  /// heap. Its other data per step stays on the heap.
  private static final long LARGEST_ON_HEAP = 64 << 20;

  /// Returns the heap that a run on such an environment needs, a rough estimate on the high side: the networks, their
  /// gradients, optimizers and snapshots, copies of them for a policy that is evaluated or saved, the activations of
  /// all passes, cached values, held-out states, and the part of the replay buffer that is on the heap.
  public static long heapBytes(Training training, Spec spec) {
    return heapBytes(training, spec, TargetPasses.AUTO);
  }

  /// Returns the heap that a run on such an environment needs if an [Accelerator] takes its steps: nothing is cached.
  public static long acceleratedHeapBytes(Training training, Spec spec) {
    return heapBytes(training, spec, TargetPasses.TOGETHER);
  }

  private static long heapBytes(Training training, Spec spec, TargetPasses passes) {
    Network network = training.network().build(spec.observation(), spec.actions());
    LearnerSettings settings =
        Parts.learnerSettings(network, training, Execution.alone().targetPasses(passes));
    long k = training.algorithm().k();
    long learners = training.algorithm().learners();
    // Snapshots and the parameters they start with; copies for a policy that is evaluated, one that
    // is saved, and its file; a gradient; learners, their initial parameters and their moments. All
    // count as allocated at once, since the collector may run late.
    long sets = 7 * k + 3 + learners * (2L + training.optimizer().moments());
    int snapshots = training.algorithm().estimates().snapshots();
    if (snapshots > k) {
      // One network in targets is the mean of all these, which are kept too.
      sets += 2L * snapshots;
    }
    long remembered =
        settings.decidedPasses() == TargetPasses.REMEMBERED ? settings.rememberedBytes() : 0;
    return sets * network.parameterCount() * Float.BYTES
        + remembered
        + activationBytes(training, network)
        + replayHeapBytes(training, spec);
  }

  /// Returns the memory of all activations: passes with gradients for the update, one pass per snapshot for the
  /// targets, one for the states whose values are reported, and one for the episodes of an evaluation.
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
    // flag, reward and action of each step; two tree nodes if there are priorities
    boolean uniform =
        training.replay() instanceof Memory.Frames frames
            && frames.sampling() instanceof Sampling.Uniform;
    return training.replay().capacity() * (uniform ? 9L : 9L + 4 * Double.BYTES);
  }

  /// Describes the memory that a run uses, one line per purpose.
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
            "network: %,d parameters, %d trained, %d in targets%s",
            s.network().parameterCount(),
            training.algorithm().learners(),
            training.algorithm().k(),
            averaged(training.algorithm())));
    lines.add(
        switch (s.decidedPasses()) {
          case REMEMBERED ->
              String.format(
                  Locale.ROOT,
                  "target values: cached in %s; about %.0f %% of target-network passes are saved",
                  megabytes(s.rememberedBytes()),
                  100 * (1 - s.passesLeft()));
          case TOGETHER -> "target values: all target networks on one batch, nothing cached";
          case SEPARATE -> "target values: one target network after another";
          case AUTO -> throw new IllegalStateException("undecided");
        });
    return lines;
  }

  /// Names the parameter sets that are kept only for their mean.
  private static String averaged(Algorithm algorithm) {
    int snapshots = algorithm.estimates().snapshots();
    return snapshots > algorithm.k() ? ", the mean of %d snapshots".formatted(snapshots) : "";
  }

  private static String megabytes(long bytes) {
    return bytes < 10_000_000
        ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
        : String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }
}
