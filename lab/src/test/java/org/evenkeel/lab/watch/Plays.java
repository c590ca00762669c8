package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.evenkeel.core.nn.Workers;

/// Policies, scenes and moments for tests.
final class Plays {
  private Plays() {}

  /// A policy on networks of random numbers.
  static Policy policy(Spec spec, int sets, long seed) {
    Network network =
        spec.observation() instanceof Form.BitPlanes p
            ? new Architecture.MinAtar(false).build(p, spec.actions())
            : Network.dense(spec.observation(), 8, spec.actions());
    Random random = new Random(seed);
    float[][] parameters = new float[1 + sets][];
    for (int set = 1; set <= sets; set++) {
      SafeTensors.Builder tensors = SafeTensors.builder();
      for (String name : network.tensorNames()) {
        long[] shape = network.tensorShape(name).stream().mapToLong(Long::longValue).toArray();
        int size = 1;
        for (long length : shape) {
          size *= (int) length;
        }
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
          values[i] = 0.2f * (float) random.nextGaussian();
        }
        tensors.tensor(name, SafeTensors.Tensor.of(values, shape));
      }
      parameters[set] = network.load(tensors.build());
    }
    parameters[0] = parameters[1];
    SnapshotWindow independent = SnapshotWindow.paper().start(SnapshotWindow.Start.INDEPENDENT);
    LearnerSettings settings =
        LearnerSettings.of(network, Algorithm.averaged(sets)).window(independent);
    return new Learner(settings, parameters, Workers.of(1)).policy().forTask(spec);
  }

  static Player player(Supplier<? extends Environment> environments, int sets, int maxSteps) {
    Spec spec = environments.get().spec();
    return new Player(environments, policy(spec, sets, 7), 3, 0.1, maxSteps);
  }

  static Scene scene(Player player, int sets) {
    return Scene.of(
        "game", new Scene.Actor("averaged(3)", sets, "snapshot"), player.spec(), player.legend());
  }

  /// All moments of an episode.
  static List<Moment> episode(Player player) {
    List<Moment> moments = new ArrayList<>(List.of(player.now()));
    while (!moments.getLast().last()) {
      moments.add(player.next());
    }
    return moments;
  }

  /// A scene with bit planes of 3 x 2 cells and two actions.
  static Scene small(int sets) {
    return new Scene(
        "game",
        new Scene.Actor("averaged(3)", sets, "snapshot"),
        new Form.BitPlanes(2, 3, 3),
        List.of("left", "right"),
        List.of("player", "ball", "brick"));
  }

  /// The player in the upper left, with a brick inside; the ball in the lower right.
  static Moment smallMoment(float... values) {
    Observation frame = new Observation(new Form.BitPlanes(2, 3, 3));
    frame.setBit(0, 0, 0);
    frame.setBit(0, 0, 2);
    frame.setBit(1, 2, 1);
    float[][] each = {
      {values[0] - 1, values[1] - 1}, {values[0], values[1]}, {values[0] + 1, values[1] + 1}
    };
    return new Moment(
        1,
        4,
        frame,
        null,
        new Moment.Choice(values[0] > values[1] ? 0 : 1, false, values, each),
        1,
        2.5,
        Moment.End.NONE);
  }
}
