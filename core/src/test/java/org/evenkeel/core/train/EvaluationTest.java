package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Inside;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Workers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What evaluations play, how they count it, and the values beside them.
class EvaluationTest {
  private static final List<Supplier<Environment>> TASKS =
      List.of(Tasks.Walk::new, Tasks.Naming::new, () -> new Tasks.Catch(false));

  private static Training training() {
    return Runs.small(Algorithm.averaged(3))
        .protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS))
        .steps(200);
  }

  /// Those of the version that had one stream for all episodes.
  @Test
  void greedyEvaluationsAreWhatTheyWere() {
    List<String> results = new ArrayList<>();
    for (Supplier<Environment> task : TASKS) {
      Training training = training().evaluation(new EvaluationPlan(100, 5, 0, 20));
      Run run = Trainer.train(task, training, 1);
      results.add(String.valueOf(run.measured().getLast().evaluation()));
      results.add(Evaluation.of(task, run.policy(), training, 9, 21, 0).toString());
    }
    assertEquals(
        List.of(
            "EvaluationResult[episodes=5, meanReturn=0.986, standardDeviation=0.0054772255750516665,"
                + " minReturn=0.98, maxReturn=0.99, meanLength=2.4,"
                + " valueEstimate=0.47232583661874133, discountedReturn=0.9850333333333334,"
                + " meanReturnWithin=NaN]",
            "EvaluationResult[episodes=21, meanReturn=0.970952380952381,"
                + " standardDeviation=0.020953463175513946, minReturn=0.91, maxReturn=0.99,"
                + " meanLength=3.9047619047619047, valueEstimate=0.42499849309281607,"
                + " discountedReturn=0.9608411262470131, meanReturnWithin=NaN]",
            "EvaluationResult[episodes=5, meanReturn=1.2, standardDeviation=1.3038404810405297,"
                + " minReturn=0.0, maxReturn=3.0, meanLength=8.0, valueEstimate=NaN,"
                + " discountedReturn=NaN, meanReturnWithin=NaN]",
            "EvaluationResult[episodes=21, meanReturn=2.4761904761904763,"
                + " standardDeviation=1.2090925365350504, minReturn=1.0, maxReturn=5.0,"
                + " meanLength=8.0, valueEstimate=NaN, discountedReturn=NaN, meanReturnWithin=NaN]",
            "EvaluationResult[episodes=5, meanReturn=0.2, standardDeviation=2.6832815729997477,"
                + " minReturn=-3.0, maxReturn=3.0, meanLength=15.0,"
                + " valueEstimate=0.23746966674923897, discountedReturn=0.4321190538664185,"
                + " meanReturnWithin=NaN]",
            "EvaluationResult[episodes=21, meanReturn=0.5238095238095238,"
                + " standardDeviation=1.8873009198071098, minReturn=-3.0, maxReturn=3.0,"
                + " meanLength=15.0, valueEstimate=0.23033603367114824,"
                + " discountedReturn=0.28806499720070067, meanReturnWithin=NaN]"),
        results);
  }

  /// An episode as it is defined.
  private record Plain(double totalReward, int length) {}

  private static Plain episode(Environment task, Policy policy, long seed, double epsilon) {
    RandomStream exploring = new RandomStream(Seeds.ofRandomActions(seed));
    Observation frame = new Observation(task.spec().frame());
    FrameStack stack = new FrameStack(task.spec());
    task.reset(new RandomStream(seed), frame);
    stack.start(task, frame);
    double total = 0;
    int limit = task.spec().maxEpisodeSteps() == 0 ? 10_000 : task.spec().maxEpisodeSteps();
    for (int t = 1; ; t++) {
      int action = policy.act(stack.observation());
      if (epsilon > 0 && exploring.nextDouble() < epsilon) {
        action = exploring.nextInt(task.spec().actions());
      }
      Step step = task.step(action, frame);
      stack.push(frame);
      total += step.reward();
      if (step.terminated() || t == limit) {
        return new Plain(total, t);
      }
    }
  }

  @Test
  void wholeEpisodesArePlayedUntilTheStepsHaveBeenTaken() {
    for (Supplier<Environment> task : TASKS) {
      for (double epsilon : new double[] {0, 0.3}) {
        for (int steps : new int[] {1, 8, 40, 333}) {
          Training training =
              training().evaluation(new EvaluationPlan(100, 5, epsilon, 20, steps, 0));
          Run run = Trainer.train(task, training, 1);
          RandomStream seeds = new Seeds(1).stream(Seeds.Purpose.EVALUATION, 200);
          List<Plain> played = new ArrayList<>();
          int taken = 0;
          int within = 0;
          while (taken < steps) {
            Plain next = episode(task.get(), run.policy(), seeds.nextLong(), epsilon);
            played.add(next);
            taken += next.length();
            within += taken <= steps ? 1 : 0;
          }
          EvaluationResult result = run.measured().getLast().evaluation();
          assertEquals(played.size(), result.episodes());
          assertEquals((double) taken / played.size(), result.meanLength());
          assertEquals(mean(played), result.meanReturn(), 1e-12);
          assertEquals(mean(played.subList(0, within)), result.meanReturnWithin(), 1e-12);
          assertTrue(within >= played.size() - 1);
        }
      }
    }
  }

  private static final class Endless implements Environment {
    private static final Step ON = Step.of(1);

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      observation.set(0, 1);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, 1);
      return ON;
    }
  }

  /// A game that nobody loses: Nature counts no score, and the authors what was gathered till then.
  @Test
  void anEndlessEpisodeIsNotCutBeforeTheStepsAreTaken() {
    Training training = training().evaluation(new EvaluationPlan(200, 1, 0, 20, 10_500, 0));
    Run run = Trainer.train(Endless::new, training, 1);
    EvaluationResult result = run.measured().getLast().evaluation();
    assertEquals(1, result.episodes());
    assertEquals(10_501, result.meanReturn());
    assertTrue(Double.isNaN(result.meanReturnWithin()));
  }

  @Test
  void lanesAndThreadsChangeNothingAndEveryEnvironmentIsClosed() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    for (EvaluationPlan how :
        List.of(
            new EvaluationPlan(1, 1, 0.2, 1),
            new EvaluationPlan(1, 37, 0.2, 1),
            new EvaluationPlan(1, 1, 0.2, 1, 100, 0),
            new EvaluationPlan(1, 1, 0.2, 1, 700, 0))) {
      Set<EvaluationResult> results = new HashSet<>();
      for (int threads = 1; threads <= 3; threads++) {
        AtomicInteger open = new AtomicInteger();
        AtomicInteger made = new AtomicInteger();
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        Tasks.SlowWalk.Ear ear =
            what -> {
              seen.add(Thread.currentThread());
              made.addAndGet(what.equals("made") ? 1 : 0);
              open.addAndGet(what.equals("made") ? 1 : what.equals("closed") ? -1 : 0);
            };
        results.add(Objects.requireNonNull(play(ear, policy, how, threads, () -> false)));
        assertEquals(0, open.get());
        assertEquals(how.steps() > 0 ? 8 : Math.min(8, how.episodes()), made.get());
        assertTrue(seen.size() <= threads);
      }
      assertEquals(1, results.size(), results::toString);
      results.add(
          Evaluation.of(Tasks.Walk::new, policy, training(), 3, how.episodes(), how.epsilon()));
      assertEquals(how.steps() > 0 ? 2 : 1, results.size(), results::toString);
    }
  }

  private static @Nullable EvaluationResult play(
      Tasks.SlowWalk.Ear ear,
      Policy policy,
      EvaluationPlan how,
      int threads,
      BooleanSupplier stop) {
    RandomStream seeds = new Seeds(3).stream(Seeds.Purpose.EVALUATION, -1);
    try (Workers workers = Workers.of(threads);
        EvaluationPlay play =
            new EvaluationPlay(
                new EvaluationPlay.Setting(() -> new Tasks.SlowWalk(ear), training(), how, workers),
                policy,
                seeds)) {
      return play.play(stop, share -> assertTrue(share >= 0 && share < 1));
    }
  }

  @Test
  void anEvaluationEndsSoonWhereItIsStopped() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    AtomicInteger steps = new AtomicInteger();
    AtomicInteger open = new AtomicInteger();
    Tasks.SlowWalk.Ear ear =
        what -> {
          steps.addAndGet(what.equals("step") ? 1 : 0);
          open.addAndGet(what.equals("made") ? 1 : what.equals("closed") ? -1 : 0);
        };
    EvaluationPlan how = new EvaluationPlan(1, 1, 0.2, 1, 1_000_000, 0);
    assertNull(play(ear, policy, how, 2, () -> steps.get() >= 100));
    assertTrue(steps.get() < 110, "steps " + steps);
    assertEquals(0, open.get());
  }

  @Test
  void anEnvironmentThatThrowsIsNamedAndTheOthersAreClosed() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    for (int threads = 1; threads <= 2; threads++) {
      int count = threads;
      AtomicInteger steps = new AtomicInteger();
      AtomicInteger open = new AtomicInteger();
      Tasks.SlowWalk.Ear ear =
          what -> {
            open.addAndGet(what.equals("made") ? 1 : what.equals("closed") ? -1 : 0);
            if (what.equals("step") && steps.incrementAndGet() == 99) {
              throw new IllegalArgumentException("the floor broke");
            }
          };
      EvaluationPlan how = new EvaluationPlan(1, 100, 0.2, 1);
      IllegalStateException e =
          assertThrows(
              IllegalStateException.class, () -> play(ear, policy, how, count, () -> false));
      assertTrue(
          e.getMessage()
              .startsWith(
                  Tasks.SlowWalk.class.getName()
                      + ".step threw java.lang.IllegalArgumentException: the floor broke ("),
          e.getMessage());
      assertEquals("the floor broke", e.getCause().getMessage());
      assertEquals(0, open.get());
    }
  }

  /// Each episode has one step, which gives as many points as there were episodes before.
  private static final class Elephant extends Tasks.Walk implements SavesState {
    private int episodes = -1;

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      super.reset(random, observation);
      episodes++;
    }

    @Override
    public Step step(int action, Observation observation) {
      super.step(action, observation);
      return Step.of(episodes, true);
    }

    @Override
    public boolean outlivesEpisodes() {
      return true;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(episodes);
    }

    @Override
    public void restore(DataInput in, RandomGenerator random) throws IOException {
      episodes = in.readInt();
    }
  }

  @Test
  void whatOutlivesAnEpisodeOutlivesItHere() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    EvaluationResult result = Evaluation.of(Elephant::new, policy, training(), 3, 21, 0);
    assertEquals(10, result.meanReturn());
    assertEquals(20, result.maxReturn());
  }

  @Test
  void oneEnvironmentForAllEpisodesIsRefused() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    Tasks.Walk one = new Tasks.Walk();
    assertEquals(
        "a new environment must be created each time, was given the same one twice",
        assertThrows(
                IllegalArgumentException.class,
                () -> Evaluation.of(() -> one, policy, training(), 3, 2, 0))
            .getMessage());
  }

  private static double mean(List<Plain> episodes) {
    return episodes.stream().mapToDouble(Plain::totalReward).average().orElse(Double.NaN);
  }

  /// The first episodes of a longer evaluation are those of a shorter one, random actions and all.
  @Test
  void anEpisodeDoesNotDependOnThoseBeforeIt() {
    Policy policy = Trainer.train(Tasks.Walk::new, training(), 1).policy();
    RandomStream seeds = new Seeds(5).stream(Seeds.Purpose.EVALUATION, -1);
    double sum = 0;
    for (int episodes = 1; episodes <= 12; episodes++) {
      sum += episode(new Tasks.Walk(), policy, seeds.nextLong(), 0.5).totalReward();
      EvaluationResult result =
          Evaluation.of(Tasks.Walk::new, policy, training(), 5, episodes, 0.5);
      assertEquals(sum / episodes, result.meanReturn(), 1e-12);
    }
  }

  /// The authors draw states anew and ask the online network; Nature keeps transitions and asks the newest target
  /// network about their next states.
  @Test
  void valuesAreReportedAsTheAuthorsAndAsNatureDo() {
    for (Algorithm algorithm : List.of(Algorithm.averaged(3), Algorithm.ensemble(2))) {
      Training training =
          Runs.small(algorithm).nStep(2).evaluation(new EvaluationPlan(100, 2, 0, 20, 0, 50));
      List<RunEvent.Measured> measured = new ArrayList<>();
      try (Trainer trainer =
          Runs.trainer(
              Tasks.Walk::new,
              training,
              1,
              1,
              event -> {
                if (event instanceof RunEvent.Measured m) {
                  measured.add(m);
                }
              })) {
        Batch kept = new Batch(trainer.policy().input(), 20).resize(20);
        Batch next = new Batch(trainer.policy().input(), 20);
        trainer.record(
            (step, event) -> {
              if (step == 41 && event == Loop.Act.ADD) { // then learning starts
                RandomStream random = new Seeds(1).stream(Seeds.Purpose.HELD_OUT, 0);
                // in minibatches of 8
                Batch some = new Batch(kept.form(), 8);
                Batch then = new Batch(kept.form(), 8);
                next.resize(0);
                for (int from = 0; from < 20; from += 8) {
                  some.resize(Math.min(8, 20 - from));
                  trainer.parts().replay().sampleObservations(some, then, random);
                  append(then, next);
                }
              }
            });
        trainer.run(400);
        Metrics last = measured.getLast().metrics();
        Batch fresh = new Batch(kept.form(), 50).resize(50);
        trainer
            .parts()
            .replay()
            .sampleObservations(fresh, null, new Seeds(1).stream(Seeds.Purpose.FRESH_STATES, 400));
        float[][] online = Inside.parameters(trainer.learner());
        assertEquals(meanOfLargest(trainer, online, fresh), last.freshOnlineValue(), 1e-6);
        assertTrue(next.size() > 5 && next.size() < 20, "some held-out states were the last ones");
        float[][] newest = Inside.snapshots(trainer.learner());
        newest = algorithm.learners() > 1 ? newest : new float[][] {newest[0]};
        assertEquals(meanOfLargest(trainer, newest, next), last.heldOutTargetValue(), 1e-6);
        assertFalse(last.heldOutTargetValue() == last.heldOutValue());
        // Between evaluations neither is measured.
        assertTrue(Double.isNaN(measured.getFirst().metrics().freshOnlineValue()));
        assertTrue(Double.isNaN(measured.getFirst().metrics().heldOutTargetValue()));
      }
    }
  }

  private static void append(Batch from, Batch to) {
    for (int row = 0; row < from.size(); row++) {
      float[] vector = (float[]) org.evenkeel.core.data.BatchRows.row(from, row);
      to.resize(to.size() + 1).setVector(to.size() - 1, vector, 0);
    }
  }

  private static double meanOfLargest(Trainer trainer, float[][] thetas, Batch states) {
    Evaluator evaluator =
        new Evaluator(trainer.policy().network(), states.size(), thetas.length, Workers.of(1));
    evaluator.evaluate(thetas, thetas.length, states);
    double sum = 0;
    for (int row = 0; row < states.size(); row++) {
      float[] q = new float[2];
      for (int set = 0; set < thetas.length; set++) {
        q[0] += evaluator.values(set)[2 * row] / thetas.length;
        q[1] += evaluator.values(set)[2 * row + 1] / thetas.length;
      }
      sum += q[Targets.argmax(q, 0, 2)];
    }
    return sum / states.size();
  }
}
