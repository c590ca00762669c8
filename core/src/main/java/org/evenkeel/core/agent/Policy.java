package org.evenkeel.core.agent;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Pool;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.evenkeel.core.nn.Workers;

/// What training gives: the greedy policy on the combined estimate (the output of the paper's Algorithms 1
/// to 3). Immutable; many threads may ask at once, and soon nothing is allocated.
public final class Policy {
  private static final String FORMAT = "evenkeel.combine";
  private static final String DECAY = "evenkeel.decay";

  private final Network network;
  private final Algorithm.Combine combine;
  private final float[][] thetas;
  private final Pool<Desk> desks;

  /// A policy on these parameter sets, the newest first; they must not change any more.
  Policy(Network network, Algorithm.Combine combine, float[][] thetas) {
    this.network = network;
    this.combine = combine;
    this.thetas = thetas;
    this.desks = new Pool<>(() -> new Desk(network, combine, thetas.length));
  }

  /// What one thread needs for one question.
  private static final class Desk {
    final Observation observation;
    final Batch batch;
    final CombinedValues values;

    Desk(Network network, Algorithm.Combine combine, int sets) {
      observation = new Observation(network.input());
      batch = new Batch(network.input(), 1).resize(1);
      values = new CombinedValues(network, combine, 1, sets, Workers.of(1));
    }
  }

  /// The network whose parameters these are.
  public Network network() {
    return network;
  }

  /// How many parameter sets are combined.
  public int sets() {
    return thetas.length;
  }

  /// The best action for an observation.
  public int act(Observation observation) {
    Desk desk = desks.take();
    try {
      return best(desk, observation);
    } finally {
      desks.give(desk);
    }
  }

  /// The best action for a vector.
  public int act(float[] vector) {
    Desk desk = desks.take();
    try {
      float[] own = desk.observation.vector();
      checkLength(own.length, vector.length);
      System.arraycopy(vector, 0, own, 0, own.length);
      return best(desk, desk.observation);
    } finally {
      desks.give(desk);
    }
  }

  /// The best action for one of the states of a one-hot observation.
  public int act(int state) {
    Desk desk = desks.take();
    try {
      desk.observation.setState(state);
      return best(desk, desk.observation);
    } finally {
      desks.give(desk);
    }
  }

  /// The best action for the words of bit planes.
  public int act(long[] bits) {
    Desk desk = desks.take();
    try {
      long[] own = desk.observation.bits();
      checkLength(own.length, bits.length);
      System.arraycopy(bits, 0, own, 0, own.length);
      return best(desk, desk.observation);
    } finally {
      desks.give(desk);
    }
  }

  /// The best action for frames of bytes.
  public int act(byte[] frames) {
    Desk desk = desks.take();
    try {
      byte[] own = desk.observation.bytes();
      checkLength(own.length, frames.length);
      System.arraycopy(frames, 0, own, 0, own.length);
      return best(desk, desk.observation);
    } finally {
      desks.give(desk);
    }
  }

  /// Writes the combined value of each action to `q`.
  public void values(Observation observation, float[] q) {
    Desk desk = desks.take();
    try {
      System.arraycopy(ask(desk, observation), 0, q, 0, network.outputs());
    } finally {
      desks.give(desk);
    }
  }

  /// Writes the combined value of each action to `q`, and what each parameter set alone says to `each`, the
  /// newest first.
  ///
  /// @param each one array for each of the [#sets]
  public void values(Observation observation, float[] q, float[][] each) {
    Checks.length("each", sets(), each.length);
    Desk desk = desks.take();
    try {
      System.arraycopy(ask(desk, observation), 0, q, 0, network.outputs());
      for (int set = 0; set < each.length; set++) {
        System.arraycopy(desk.values.ofSet(set), 0, each[set], 0, network.outputs());
      }
    } finally {
      desks.give(desk);
    }
  }

  /// What answers for up to `maxRows` observations at once.
  public PolicyBatch batch(int maxRows, Workers workers) {
    return new PolicyBatch(
        new CombinedValues(network, combine, maxRows, thetas.length, workers), thetas);
  }

  private int best(Desk desk, Observation observation) {
    return Targets.argmax(ask(desk, observation), 0, network.outputs());
  }

  private float[] ask(Desk desk, Observation observation) {
    desk.batch.set(0, observation);
    return desk.values.of(thetas, thetas.length, desk.batch);
  }

  private static void checkLength(int wanted, int given) {
    if (wanted != given) {
      throw new IllegalArgumentException(
          "the observation must have length " + wanted + ", was " + given);
    }
  }

  /// All of it as a file: the tensors by their PyTorch names if there is one parameter set, else with
  /// `0.`, `1.`, ... before them, the newest first; how they are combined is in the metadata.
  public SafeTensors save() {
    SafeTensors.Builder builder = SafeTensors.builder().metadata("format", "pt");
    switch (combine) {
      case Algorithm.Combine.Mean _ -> builder.metadata(FORMAT, "mean");
      case Algorithm.Combine.Min _ -> builder.metadata(FORMAT, "min");
      case Algorithm.Combine.RecencyWeighted w ->
          builder.metadata(FORMAT, "recency-weighted").metadata(DECAY, Double.toString(w.decay()));
    }
    for (int set = 0; set < thetas.length; set++) {
      for (String name : network.tensorNames()) {
        long[] shape = network.tensorShape(name).stream().mapToLong(Long::longValue).toArray();
        builder.tensor(
            prefix(set, thetas.length) + name,
            SafeTensors.Tensor.of(network.tensor(thetas[set], name), shape));
      }
    }
    return builder.build();
  }

  /// The policy of a file that [#save] made, for the same network.
  public static Policy load(SafeTensors file, Network network) {
    int perSet = network.tensorNames().size();
    int sets = file.names().size() / perSet;
    if (sets < 1 || sets * perSet != file.names().size()) {
      throw new IllegalArgumentException(
          "a policy for this network has %d tensors for each parameter set, but the file has %d in all"
              .formatted(perSet, file.names().size()));
    }
    List<float[]> thetas = new ArrayList<>();
    for (int set = 0; set < sets; set++) {
      SafeTensors.Builder one = SafeTensors.builder();
      for (String name : network.tensorNames()) {
        String stored = prefix(set, sets) + name;
        if (!file.names().contains(stored)) {
          throw new IllegalArgumentException("the file has no tensor '" + stored + "'");
        }
        one.tensor(name, file.tensor(stored));
      }
      thetas.add(network.load(one.build()));
    }
    return new Policy(network, combineOf(file), thetas.toArray(float[][]::new));
  }

  private static Algorithm.Combine combineOf(SafeTensors file) {
    String name = file.metadata().getOrDefault(FORMAT, "mean");
    return switch (name) {
      case "mean" -> new Algorithm.Combine.Mean();
      case "min" -> new Algorithm.Combine.Min();
      case "recency-weighted" ->
          new Algorithm.Combine.RecencyWeighted(
              Double.parseDouble(file.metadata().getOrDefault(DECAY, "?")));
      default ->
          throw new IllegalArgumentException(
              FORMAT + " must be mean, min or recency-weighted, was '" + name + "'");
    };
  }

  private static String prefix(int set, int sets) {
    return sets == 1 ? "" : set + ".";
  }

  /// What it observes.
  public Form input() {
    return network.input();
  }
}
