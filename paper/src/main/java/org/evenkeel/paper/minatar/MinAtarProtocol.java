package org.evenkeel.paper.minatar;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.BaselineTrial;
import org.evenkeel.paper.games.Choices;
import org.evenkeel.paper.games.GameClock;
import org.evenkeel.paper.games.GamePage;
import org.evenkeel.paper.games.GameProtocol;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.Normalization;
import org.evenkeel.paper.games.ValueMeasure;

/// The protocol for the games of MinAtar: the settings of published results, measured by evaluations of the greedy
/// policy.
public record MinAtarProtocol() implements GameProtocol {
  /// The number of evaluations in a trial, evenly spaced, the last at its end.
  static final int EVALUATIONS = 20;

  /// The number of final evaluations that count as the end of a run.
  static final int LAST = 5;

  private static final List<String> GAMES = Arrays.stream(Game.values()).map(Game::id).toList();
  private static final long FEWEST_STEPS = 200;
  private static final long MOST_STEPS = 1_000_000_000;
  private static final int EPISODES = 20;

  /// The number of episodes in an evaluation of Freeway, fewer because they all have 2,501 steps and differ less than
  /// those of the other games.
  private static final int FREEWAY_EPISODES = 5;

  private static final double CHECKPOINT_SECONDS = 60;

  /// The largest number of steps in an episode. The format does not depend on the machine's locale, because the text is
  /// part of a trial's identity.
  private static final String LONGEST_EPISODE =
      String.format(Locale.ROOT, "%,d", Evaluation.LONGEST);

  @Override
  public String name() {
    return "minatar";
  }

  @Override
  public String title() {
    return "MinAtar";
  }

  @Override
  public GamePage page() {
    return new MinAtarPage();
  }

  @Override
  public GameClock clock() {
    return new GameClock("step", 1, "step", 1);
  }

  /// Returns the default study. The paper has 7 trials of 120 million frames of Atari games; MinAtar's authors run 30
  /// trials of 5 million steps.
  @Override
  public GameStudy usual(Scale scale) {
    return switch (scale) {
      case QUICK -> study(List.of(Game.BREAKOUT.id()), List.of(1, 5, 10), 3, 40_000);
      case PAPER -> study(GAMES, List.of(1, 5, 10, 15), 30, MinAtarPage.PUBLISHED_STEPS);
    };
  }

  private GameStudy study(List<String> games, List<Integer> ks, int seeds, long steps) {
    return new GameStudy(this, games, ks, seeds, steps, Choices.OTHERS, false);
  }

  @Override
  public void requireGame(String word) {
    var _ = game(word);
  }

  /// Returns the game with a given word.
  static Game game(String word) {
    return Arrays.stream(Game.values())
        .filter(game -> game.id().equals(word))
        .findFirst()
        .orElseThrow(() -> Choices.unknownGame(word, GAMES, String.join(", ", GAMES)));
  }

  @Override
  public void requireLength(long steps) {
    if (steps < FEWEST_STEPS || steps > MOST_STEPS || steps % EVALUATIONS != 0) {
      throw new IllegalArgumentException(
          "steps must be %d to %d and a multiple of %d, was %d"
              .formatted(FEWEST_STEPS, MOST_STEPS, EVALUATIONS, steps));
    }
  }

  /// Returns the game's preset with an algorithm and a length. In runs of less than 300,000 steps, exploration ends
  /// after at most a third of the steps, and learning begins after at most a tenth.
  @Override
  public Training training(String game, Algorithm algorithm, long steps) {
    Training preset = preset(game).apply(Training.of(algorithm)).algorithm(algorithm);
    Schedule schedule = preset.schedule();
    long start = Math.min(schedule.learningStartSteps(), steps / 10);
    Exploration.Linear linear = (Exploration.Linear) preset.exploration();
    long over = Math.min(linear.overSteps(), steps / 3);
    int period = (int) Math.max(1, steps / EVALUATIONS);
    int episodes = game.equals(Game.FREEWAY.id()) ? FREEWAY_EPISODES : EPISODES;
    return preset
        .exploration(new Exploration.Linear(linear.from(), linear.to(), start, over))
        .schedule(schedule.steps(steps).learningStartSteps(start).metricsPeriodSteps(period))
        .evaluation(new EvaluationPlan(period, episodes, 0, 500));
  }

  /// Returns the work of a training run. An update of one network takes about 0.4 ms, and each further target network a
  /// tenth of that.
  @Override
  public double work(Training training) {
    Algorithm algorithm = training.algorithm();
    double perStep =
        algorithm.learners() > 1 ? 330.0 * algorithm.learners() : 360 + 40.0 * algorithm.k();
    return training.schedule().steps() * perStep;
  }

  @Override
  public double checkpointSeconds() {
    return CHECKPOINT_SECONDS;
  }

  @Override
  public int lastEvaluations() {
    return LAST;
  }

  @Override
  public List<ValueMeasure> values() {
    return List.of(new ValueMeasure(TrainingRun.VALUE, "value", "value", "value estimates"));
  }

  @Override
  public List<String> players() {
    return Arrays.stream(Player.values()).map(Player::word).toList();
  }

  @Override
  public BaselineTrial baseline(String word, String player) {
    Game game = game(word);
    Player plays = Player.named(player);
    String name = environment(word) + "/" + player;
    int episodes = Player.episodes(game);
    return new BaselineTrial(
        name,
        "%s: %s; %s episodes of at most %s steps, seed %s"
            .formatted(name, plays.rules(game), episodes, LONGEST_EPISODE, BaselineTrial.SEED),
        environment(word),
        episodes,
        episodes * (game == Game.FREEWAY ? 1_000.0 : 100.0),
        (_, observation, random) -> {
          Screen screen = new Screen(game, observation);
          return () -> plays.act(game, screen, random);
        });
  }

  /// Returns the scores that become 0 and 1: the mean return of a random player, measured with MinAtar's own code, and
  /// DQN's score after 5 million steps, read off the figures of MinAtar's authors.
  @Override
  public Optional<Normalization> normalization(String game) {
    return Optional.of(
        switch (game(game)) {
          case ASTERIX -> new Normalization(0.529, 17);
          case BREAKOUT -> new Normalization(0.536, 10);
          case FREEWAY -> new Normalization(0.125, 50);
          case SEAQUEST -> new Normalization(0.110, 20);
          case SPACE_INVADERS -> new Normalization(2.80, 44);
        });
  }
}
