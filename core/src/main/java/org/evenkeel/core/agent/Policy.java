package org.evenkeel.core.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Pool;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.evenkeel.core.nn.Workers;

/// The result of training: the policy that is greedy on the combined estimate (the output of the paper's Algorithms 1
/// to 3). Immutable and thread-safe; allocation-free once warmed up.
///
/// A policy file is self-describing: [#load] needs only the file.
///
/// ```
/// policy.save(Path.of("policy.safetensors"));
/// int action = Policy.load(Path.of("policy.safetensors")).act(observation);
/// ```
public final class Policy {
  private final Network network;
  private final Combine combine;
  private final float[][] thetas;
  private final Spec spec;
  private final Pool<Buffers> pool;

  /// Creates a policy with these parameters, newest first, which must not change from now on. Its observations are
  /// assumed to be single frames.
  Policy(Network network, Combine combine, float[][] thetas) {
    this(
        network,
        combine,
        thetas,
        new Spec(network.input(), network.outputs(), 0, 1, Spec.StackStart.ZEROS));
  }

  Policy(Network network, Combine combine, float[][] thetas, Spec spec) {
    if (!spec.observation().equals(network.input()) || spec.actions() != network.outputs()) {
      throw new IllegalArgumentException(
          "the task has %s and %d actions, but the network reads %s and has %d outputs"
              .formatted(spec.observation(), spec.actions(), network.input(), network.outputs()));
    }
    this.network = network;
    this.combine = combine;
    this.thetas = thetas;
    this.spec = spec;
    this.pool = new Pool<>(() -> new Buffers(network, combine, thetas.length));
  }

  /// The working memory of one thread for one call.
  private static final class Buffers {
    final Observation observation;
    final Batch batch;
    final CombinedValues values;

    Buffers(Network network, Combine combine, int sets) {
      observation = new Observation(network.input());
      batch = new Batch(network.input(), 1).resize(1);
      values = new CombinedValues(network, combine, 1, sets, Workers.of(1));
    }
  }

  /// Returns this policy for a task whose observations may be stacks of frames, which its file then records.
  ///
  /// @param task the task that the policy was trained for
  public Policy forTask(Spec task) {
    return new Policy(network, combine, thetas, task.maxEpisodeSteps(0));
  }

  /// Returns the observations and the number of actions of this policy. If observations are stacks, an
  /// [org.evenkeel.core.env.FrameStack] with this specification builds them from frames.
  public Spec spec() {
    return spec;
  }

  /// Returns the network that the parameters belong to.
  public Network network() {
    return network;
  }

  /// Returns the form of the observations that this policy accepts: a stack if frames are stacked.
  public Form input() {
    return network.input();
  }

  /// Returns the rule that combines the parameter sets.
  public Combine combine() {
    return combine;
  }

  /// Returns the number of parameter sets that are combined.
  public int sets() {
    return thetas.length;
  }

  /// Returns the best action for an observation.
  public int act(Observation observation) {
    Buffers own = pool.take();
    try {
      return best(own, observation);
    } finally {
      pool.give(own);
    }
  }

  /// Returns the best action for a vector.
  public int act(float[] vector) {
    return act(vector, Policy::setVector);
  }

  /// Returns the best action for the words of bit planes.
  public int act(long[] bits) {
    return act(bits, Policy::setBits);
  }

  /// Returns the best action for the bytes of an image.
  public int act(byte[] bytes) {
    return act(bytes, Policy::setBytes);
  }

  /// Returns the best action for one state of a one-hot observation.
  public int act(int state) {
    Buffers own = pool.take();
    try {
      if (!(network.input() instanceof Form.OneHot wanted && state >= 0 && state < wanted.size())) {
        throw refused(network.input(), "the int " + state);
      }
      own.observation.setState(state);
      return best(own, own.observation);
    } finally {
      pool.give(own);
    }
  }

  private <T> int act(T given, BiConsumer<Observation, T> set) {
    Buffers own = pool.take();
    try {
      set.accept(own.observation, given);
      return best(own, own.observation);
    } finally {
      pool.give(own);
    }
  }

  private static void setVector(Observation own, float[] given) {
    if (!(own.form() instanceof Form.Vector wanted && wanted.size() == given.length)) {
      throw refused(own.form(), "a float[] of length " + given.length);
    }
    System.arraycopy(given, 0, own.vector(), 0, given.length);
  }

  private static void setBits(Observation own, long[] given) {
    if (!(own.form() instanceof Form.BitPlanes wanted && wanted.words() == given.length)) {
      throw refused(own.form(), "a long[] of length " + given.length);
    }
    System.arraycopy(given, 0, own.bits(), 0, given.length);
  }

  private static void setBytes(Observation own, byte[] given) {
    if (!(own.form() instanceof Form.Bytes wanted && wanted.size() == given.length)) {
      throw refused(own.form(), "a byte[] of length " + given.length);
    }
    System.arraycopy(given, 0, own.bytes(), 0, given.length);
  }

  private static IllegalArgumentException refused(Form form, String given) {
    String array =
        switch (form) {
          case Form.Vector v -> "a float[] of length " + v.size();
          case Form.OneHot o -> "an int from 0 to " + (o.size() - 1);
          case Form.BitPlanes p -> "a long[] of length " + p.words();
          case Form.Bytes b -> "a byte[] of length " + b.size();
        };
    return new IllegalArgumentException(
        "this policy observes %s (%s), was given %s".formatted(form, array, given));
  }

  /// Writes the combined value of each action to `q`.
  public void values(Observation observation, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Buffers own = pool.take();
    try {
      System.arraycopy(ask(own, observation), 0, q, 0, network.outputs());
    } finally {
      pool.give(own);
    }
  }

  /// Writes the combined value of each action for a vector to `q`.
  public void values(float[] vector, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Buffers own = pool.take();
    try {
      setVector(own.observation, vector);
      System.arraycopy(ask(own, own.observation), 0, q, 0, network.outputs());
    } finally {
      pool.give(own);
    }
  }

  /// Writes the combined value of each action to `q`, and the values of each single parameter
  /// set to `each`, newest first.
  ///
  /// @param each one array for each of the [#sets]
  public void values(Observation observation, float[] q, float[][] each) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Checks.length("each", sets(), each.length);
    Buffers own = pool.take();
    try {
      System.arraycopy(ask(own, observation), 0, q, 0, network.outputs());
      for (int set = 0; set < each.length; set++) {
        System.arraycopy(own.values.ofSet(set), 0, each[set], 0, network.outputs());
      }
    } finally {
      pool.give(own);
    }
  }

  /// Returns an object that evaluates up to `maxRows` observations at once.
  public PolicyBatch batch(int maxRows, Workers workers) {
    return new PolicyBatch(
        new CombinedValues(network, combine, maxRows, thetas.length, workers), thetas);
  }

  private int best(Buffers own, Observation observation) {
    return Targets.argmax(ask(own, observation), 0, network.outputs());
  }

  private float[] ask(Buffers own, Observation observation) {
    if (!observation.form().equals(network.input())) {
      throw refused(network.input(), observation.form().toString());
    }
    own.batch.set(0, observation);
    return own.values.of(thetas, thetas.length, own.batch);
  }

  float[][] parameters() {
    return thetas;
  }

  @Override
  public String toString() {
    return "policy that observes %s, has %d actions and combines %d parameter sets by %s"
        .formatted(network.input(), network.outputs(), sets(), combine.identity());
  }

  /// Writes this policy to a file, either completely or not at all.
  public void save(Path file) throws IOException {
    tensors().write(file);
  }

  /// Returns the content of the policy file. The tensors have their PyTorch names if there is one parameter set;
  /// otherwise the names have the prefixes `0.`, `1.`, ..., newest first. Everything else is in the metadata
  /// (`docs/policy.md`).
  public SafeTensors tensors() {
    return PolicyFile.write(this);
  }

  /// Reads a policy from a file.
  ///
  /// @throws IOException if the file cannot be read, is damaged, or is not a policy; the message tells which
  public static Policy load(Path file) throws IOException {
    return PolicyFile.read(file, null);
  }

  /// Reads a policy that was trained with a custom combination rule.
  ///
  /// @param combine the rule; its identity must match the one in the file
  /// @throws IOException as for [#load(Path)]
  public static Policy load(Path file, Combine combine) throws IOException {
    return PolicyFile.read(file, combine);
  }
}
