package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// A game of MinAtar 1.0.15 (Young and Tian 2019) as an environment, bit-identical to the original if
/// reset with a [NumpyRandom].
///
/// The observation has 10 x 10 cells with 4 to 10 binary channels ([Game#channels]). As in the original, the last
/// executed action replaces the one given with the *sticky* probability, even across the end of an episode, and
/// some games become faster over time (*difficulty ramping*). The length of an episode is not limited, and
/// nothing happens after its end.
public final class MinAtar implements SavesState, HasLegend {
  /// The actions that the agent chooses from.
  public enum ActionSet {
    /// All six actions, including those without effect, as in published results.
    FULL,
    /// Only the actions with an effect in the game.
    MINIMAL
  }

  /// The sticky probability in published results.
  public static final double STICKY = 0.1;

  private static final List<Step> GOES_ON = steps(false);
  private static final List<Step> ENDS = steps(true);

  private final Game game;
  private final Rules rules;
  private final MinAtarOptions options;
  private final int[] actions;
  private final Spec spec;
  private final Planes planes;
  private RandomGenerator random = new NumpyRandom(0);
  private int lastAction = Rules.STAY;

  /// Creates the game as in published results: sticky actions 0.1, difficulty ramping, all six actions.
  public MinAtar(Game game) {
    this(game, MinAtarOptions.published());
  }

  /// Creates the game with these options. Breakout and Freeway have no difficulty ramping.
  public MinAtar(Game game, MinAtarOptions options) {
    this.game = game;
    this.options = options;
    rules = game.rules(options.ramping());
    actions =
        switch (options.actions()) {
          case FULL -> IntStream.range(0, Game.actions().size()).toArray();
          case MINIMAL -> game.minimalActions().stream().mapToInt(a -> a).toArray();
        };
    int channels = game.channels().size();
    spec = Spec.bitPlanes(Rules.SIDE, Rules.SIDE, channels).actions(actions.length);
    planes = new Planes(channels);
    rules.start(random);
  }

  /// Returns a step for each reward. Rewards are whole numbers. Seaquest can give 9 for a full load plus a few for hits
  /// in the same step. The list is longer than needed, so that even a game restored from a damaged file stays within
  /// it.
  private static List<Step> steps(boolean ends) {
    return IntStream.range(0, 256).mapToObj(reward -> Step.of(reward, ends)).toList();
  }

  /// Returns the game that is played.
  public Game game() {
    return game;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  /// Returns the name in the catalog with all options: `minatar/breakout:sticky=0.1,ramping=on,actions=full`.
  @Override
  public String identity() {
    return MinAtarFamily.ID + "/" + game.id() + ":" + options.text();
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
    // Drawn at every step, even with probability 0 and after the end, as in MinAtar.
    if (NumpyRandom.uniform(random) >= options.sticky()) {
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

  /// Returns the last executed action, one of [Game#actions].
  int lastAction() {
    return lastAction;
  }

  /// Returns whether actions are sticky: the first action of an episode may then be the last one of the previous
  /// episode.
  @Override
  public boolean outlivesEpisodes() {
    return options.sticky() > 0;
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
