package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// A game of MinAtar 1.0.15 (Young and Tian 2019) as an environment, equal to the original bit for bit when
/// reset with a [NumpyRandom].
///
/// What is observed are 10 x 10 cells of 4 to 10 binary channels ([Game#channels]). As in the original, an
/// action is replaced by the last one executed with the *sticky* probability, the last action survives the
/// end of an episode, and some games grow faster with time (*difficulty ramping*). There is no limit to an
/// episode's length, and nothing happens after its end.
public final class MinAtar implements Environment, SavesState, HasLegend {
  /// Which actions the agent chooses from.
  public enum ActionSet {
    /// All six, also those that do nothing: what published results use.
    FULL,
    /// Those that do something in the game.
    MINIMAL
  }

  /// The sticky probability of published results.
  public static final double STICKY = 0.1;

  private static final List<Step> GOES_ON = steps(false);
  private static final List<Step> ENDS = steps(true);

  private final Game game;
  private final Rules rules;
  private final double stickyProbability;
  private final int[] actions;
  private final Spec spec;
  private final Planes planes;
  private RandomGenerator random = new NumpyRandom(0);
  private int lastAction = Rules.STAY;

  /// The game as published results have it: sticky actions 0.1, difficulty ramping, all six actions.
  public MinAtar(Game game) {
    this(game, STICKY, true, ActionSet.FULL);
  }

  /// The game in a variant.
  ///
  /// @param stickyProbability how often the last action is executed instead of the one given, 0 to 1
  /// @param difficultyRamping whether the game grows faster (Breakout and Freeway never do)
  public MinAtar(
      Game game, double stickyProbability, boolean difficultyRamping, ActionSet actionSet) {
    Checks.probability("sticky probability", stickyProbability);
    this.game = game;
    this.stickyProbability = stickyProbability;
    rules = game.rules(difficultyRamping);
    actions =
        switch (actionSet) {
          case FULL -> IntStream.range(0, Game.actions().size()).toArray();
          case MINIMAL -> game.minimalActions().stream().mapToInt(a -> a).toArray();
        };
    int channels = game.channels().size();
    spec = Spec.bitPlanes(Rules.SIDE, Rules.SIDE, channels).actions(actions.length);
    planes = new Planes(channels);
    rules.start(random);
  }

  /// Rewards are whole numbers; Seaquest can give 9 for a full load and some for hits in one step. There are
  /// more than needed, so that a game from a damaged file finds its own too.
  private static List<Step> steps(boolean ends) {
    return IntStream.range(0, 256).mapToObj(reward -> Step.of(reward, ends)).toList();
  }

  /// Which game it is.
  public Game game() {
    return game;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public Legend legend() {
    return new Legend(
        IntStream.of(actions).mapToObj(Game.actions()::get).toList(), game.channels());
  }

  @Override
  public void reset(RandomGenerator random, Observation observation) {
    this.random = random;
    rules.start(random);
    draw(observation);
  }

  @Override
  public Step step(int action, Observation observation) {
    // Drawn at every step, also with probability 0 and after the end, as MinAtar does.
    if (NumpyRandom.uniform(random) >= stickyProbability) {
      lastAction = actions[action];
    }
    int reward = rules.over() ? 0 : rules.play(lastAction, random);
    draw(observation);
    return (rules.over() ? ENDS : GOES_ON).get(reward);
  }

  private void draw(Observation observation) {
    planes.on(observation.bits());
    rules.draw(planes);
  }

  /// What was executed last, one of [Game#actions].
  int lastAction() {
    return lastAction;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(lastAction);
    rules.save(out);
  }

  @Override
  public void restore(DataInput in, RandomGenerator random) throws IOException {
    this.random = random;
    lastAction = Saved.number(in, "last action", 0, Game.actions().size() - 1);
    rules.restore(in);
  }
}
