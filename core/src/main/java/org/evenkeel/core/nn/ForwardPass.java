package org.evenkeel.core.nn;

import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// The forward pass of one or more parameter sets on one shared batch, with all buffers it needs.
///
/// The observations are decoded once. The first stage runs block by block, with all parameter sets inside a block, like
/// one product with the columns of all sets, so that its input stays in the cache. Every other stage is one phase of
/// blocks over all parameter sets. Activations are kept for the backward pass.
final class ForwardPass {
  private final List<Stage> stages;
  private final Decoder decoder;
  private final Workers workers;
  private final Scratch[] scratch;

  /// The output of each stage, `[stage][set]`.
  private final Signal[][] activations;

  private final Workers.Task decode = this::decode;
  private final Workers.Task[] phases;

  private final int maxBatch;
  private final int maxSets;
  private final Form input;
  private final int parameterCount;

  private @Nullable Batch batch;
  private float[][] thetas = {};
  private int sets;
  private int n;
  private int completed;
  private int @Nullable [][] picks;
  private int @Nullable [] counts;

  ForwardPass(Network network, int maxBatch, int maxSets, Workers workers) {
    Checks.atLeast("maxBatch", 1, maxBatch);
    Checks.atLeast("maxSets", 1, maxSets);
    this.stages = network.stages();
    this.input = network.input();
    this.parameterCount = network.parameterCount();
    this.maxBatch = maxBatch;
    this.maxSets = maxSets;
    this.workers = workers;
    if (!(input instanceof Form.OneHot)) {
      Checks.size("maxBatch * size of an observation", maxBatch, input.size());
    }
    decoder = new Decoder(network, maxBatch);
    activations = new Signal[stages.size()][maxSets];
    phases = new Workers.Task[stages.size()];
    int tile = 0;
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      int size = Checks.size("maxBatch * size of a layer", maxBatch, stage.outputs());
      for (int set = 0; set < maxSets; set++) {
        activations[i][set] = new Signal(new float[size]);
      }
      int index = i;
      phases[i] = i == 0 ? this::firstStage : (block, worker) -> laterStage(index, block, worker);
      tile = Math.max(tile, stage.scratchSize());
    }
    scratch = new Scratch[workers.threads()];
    for (int i = 0; i < scratch.length; i++) {
      scratch[i] = new Scratch(tile, maxBatch);
    }
  }

  /// Runs `sets` parameter sets on the entire batch, or set `s` on the `counts[s]` rows `picks[s]` of it.
  void run(
      float[][] thetas, int sets, Batch batch, int @Nullable [][] picks, int @Nullable [] counts) {
    check(thetas, sets, batch, picks, counts);
    completed = 0;
    this.batch = batch;
    this.thetas = thetas;
    this.sets = sets;
    this.n = batch.size();
    this.picks = picks;
    this.counts = counts;
    decoder.copy(batch);
    if (decoder.decodes()) {
      workers.run(n, 4.0 * n * input.size(), decode);
    }
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      int blocks = stage.forwardBlocks(n) * (i == 0 ? 1 : sets);
      workers.run(blocks, stage.operations() * n * sets, phases[i]);
    }
    completed = n;
  }

  private void decode(int sample, int worker) {
    if (batch != null) {
      decoder.decode(batch, sample);
    }
  }

  private void firstStage(int block, int worker) {
    for (int set = 0; set < sets; set++) {
      int rows = counts == null ? n : counts[set];
      if (block < stages.get(0).forwardBlocks(rows)) {
        stages
            .get(0)
            .forward(
                block,
                rows,
                decoder.signal,
                picks == null ? null : picks[set],
                thetas[set],
                activations[0][set].floats,
                scratch[worker]);
      }
    }
  }

  private void laterStage(int index, int task, int worker) {
    Stage stage = stages.get(index);
    int set = task % sets;
    int block = task / sets;
    int rows = counts == null ? n : counts[set];
    if (block < stage.forwardBlocks(rows)) {
      stage.forward(
          block,
          rows,
          activations[index - 1][set],
          null,
          thetas[set],
          activations[index][set].floats,
          scratch[worker]);
    }
  }

  private void check(
      float[][] thetas, int sets, Batch batch, int @Nullable [][] picks, int @Nullable [] counts) {
    if (sets < 1 || sets > maxSets) {
      throw new IllegalArgumentException("sets must be 1 to " + maxSets + ", was " + sets);
    }
    Checks.lengthAtLeast("parameter sets", sets, thetas.length);
    for (int set = 0; set < sets; set++) {
      Checks.length("parameters", parameterCount, thetas[set].length);
    }
    if (!batch.form().equals(input)) {
      throw new IllegalArgumentException(
          "the network needs " + input + ", but the batch holds " + batch.form());
    }
    if (batch.size() < 1 || batch.size() > maxBatch) {
      throw new IllegalArgumentException(
          "batch size must be 1 to " + maxBatch + ", was " + batch.size());
    }
    if (picks == null || counts == null) {
      return;
    }
    for (int set = 0; set < sets; set++) {
      if (counts[set] < 0 || counts[set] > Math.min(batch.size(), picks[set].length)) {
        throw new IllegalArgumentException(
            "rows of set %d must be 0 to %d, was %d"
                .formatted(set, Math.min(batch.size(), picks[set].length), counts[set]));
      }
      for (int j = 0; j < counts[set]; j++) {
        if (picks[set][j] < 0 || picks[set][j] >= batch.size()) {
          throw new IllegalArgumentException(
              "row %d of set %d must be 0 to %d, was %d"
                  .formatted(j, set, batch.size() - 1, picks[set][j]));
        }
      }
    }
  }

  /// Returns the number of samples in the last pass; 0 if there was none or it failed.
  int size() {
    return completed;
  }

  /// Returns the input of the first stage.
  Signal decoded() {
    return decoder.signal;
  }

  /// Returns the output of stage `index` for a parameter set.
  Signal activation(int index, int set) {
    return activations[index][set];
  }

  /// Returns the outputs of a parameter set.
  float[] outputs(int set) {
    return activations[stages.size() - 1][set].floats;
  }

  Scratch scratch(int worker) {
    return scratch[worker];
  }
}
