package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Observation;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Batch;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Workers;
import org.junit.jupiter.api.Test;

/// What evaluations play, how they count it, and the values beside them.
class EvaluationTest {
  private static final List<Supplier<Environment>> TASKS =
      List.of(Tasks.Walk::new, Tasks.Naming::new, () -> new Tasks.Catch(false));

  private static Training training() {
    return Runs.small(Algorithm.averaged(3)).with(Variants.LifeLoss.ENDS).steps(200);
  }

  /// Those of the version that had one stream for all episodes.
  @Test
  void greedyEvaluationsAreWhatTheyWere() {
    List<String> results = new ArrayList<>();
    for (Supplier<Environment> task : TASKS) {
      Training training = training().evaluation(new Training.Evaluate(100, 5, 0, 20));
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
              training().evaluation(new Training.Evaluate(100, 5, epsilon, 20, steps, 0));
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
          Runs.small(algorithm).nStep(2).evaluation(new Training.Evaluate(100, 2, 0, 20, 0, 50));
      List<RunEvent.Measured> measured = new ArrayList<>();
      try (Trainer trainer =
          new Trainer(
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
              if (step == 41 && event == Tape.Event.ADD) { // then learning starts
                RandomStream random = new Seeds(1).stream(Seeds.Purpose.HELD_OUT, 0);
                // in minibatches of 8
                Batch some = new Batch(kept.input(), 8);
                Batch then = new Batch(kept.input(), 8);
                next.resize(0);
                for (int from = 0; from < 20; from += 8) {
                  some.resize(Math.min(8, 20 - from));
                  trainer.replay().sampleObservations(some, then, random);
                  append(then, next);
                }
              }
            });
        trainer.run(400);
        Metrics last = measured.getLast().metrics();
        Batch fresh = new Batch(kept.input(), 50).resize(50);
        trainer
            .replay()
            .sampleObservations(fresh, new Seeds(1).stream(Seeds.Purpose.FRESH_STATES, 400));
        float[][] online = trainer.learner().parameters();
        assertEquals(meanOfLargest(trainer, online, fresh), last.freshOnlineValue(), 1e-6);
        assertTrue(next.size() > 5 && next.size() < 20, "some held-out states were the last ones");
        float[][] newest = trainer.learner().estimates();
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
      float[] vector = (float[]) org.evenkeel.core.nn.BatchRows.row(from, row);
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
