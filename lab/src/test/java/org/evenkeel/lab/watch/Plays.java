package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;

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
    SafeTensors.Builder file = SafeTensors.builder();
    for (int set = 0; set < sets; set++) {
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
        file.tensor((sets == 1 ? "" : set + ".") + name, SafeTensors.Tensor.of(values, shape));
      }
    }
    return Policy.load(file.build(), network);
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
