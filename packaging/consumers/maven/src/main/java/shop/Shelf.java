package shop;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A shelf for ten items: order none or five. An empty shelf loses sales; items that do not fit are wasted.
public final class Shelf implements Environment {
  private RandomGenerator random = RandomGenerator.getDefault();
  private int items;

  @Override
  public Spec spec() {
    return Spec.vector(1).actions(2).maxEpisodeSteps(50);
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random;
    items = random.nextInt(11);
    observation.set(0, items / 10.0);
  }

  @Override
  public Step step(int action, Observation observation) {
    int wanted = random.nextInt(4);
    int sold = Math.min(items, wanted);
    int delivered = action * 5;
    int wasted = Math.max(0, items - sold + delivered - 10);
    items = Math.min(10, items - sold + delivered);
    observation.set(0, items / 10.0);
    return Step.of(sold - (wanted - sold) - wasted);
  }
}
