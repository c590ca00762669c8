package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Test;

/// The texts are those that `Training.toString` gave when the first results were made.
final class TrialTextTest {
  private static final Training BASE = Training.of(Algorithm.averaged(5));

  private static final String TEXT =
      "Training[algorithm=Algorithm[estimates=Snapshots[k=5], combine=Mean[], bootstrap=MAX],"
          + " network=Standard[dueling=false], initializer=PYTORCH,"
          + " optimizer=Adam[learningRate=5.0E-4, beta1=0.9, beta2=0.999, epsilon=1.0E-8],"
          + " loss=Loss[kind=HUBER, reduction=SUM], maxGradientNorm=0.0, discount=0.99, nStep=1,"
          + " replay=Memory[capacity=50000, sampling=Uniform[]],"
          + " exploration=Linear[from=1.0, to=0.05, startSteps=1000, overSteps=10000],"
          + " schedule=Schedule[steps=100000, learningStartSteps=1000, updatePeriodSteps=1,"
          + " updatesPerPeriod=1, batchSize=32, targetPeriod=500, metricsPeriodSteps=1000],"
          + " evaluation=Evaluate[periodSteps=10000, episodes=10, epsilon=0.0, heldOutStates=500],"
          + " variants=Variants[actor=ONLINE, evaluated=COMBINED, windowStart=COPIES, targetClock=STEPS,"
          + " minibatches=OWN, ensembleUpdate=ALL, ties=LOWEST, truncation=BOOTSTRAPS,"
          + " lifeLoss=GOES_ON, rewards=AS_GIVEN, targetPasses=AUTO]]";

  private static void assertText(String before, String after, Training training) {
    assertTrue(TEXT.contains(before), before);
    assertEquals(TEXT.replace(before, after), TrialText.of(training));
  }

  @Test
  void aTrainingHasTheTextItAlwaysHad() {
    assertEquals(TEXT, TrialText.of(BASE));
    String adam = "Adam[learningRate=5.0E-4, beta1=0.9, beta2=0.999, epsilon=1.0E-8]";
    assertText(
        adam,
        "TensorFlowAdam[learningRate=0.1, beta1=0.9, beta2=0.999, epsilon=1.0E-8]",
        BASE.optimizer(new Optimizer.TensorFlowAdam(0.1)));
    assertText(
        adam,
        "NatureRmsProp[learningRate=2.5E-4, decay=0.95, epsilon=0.01]",
        BASE.optimizer(Optimizer.NatureRmsProp.paper()));
    assertText(
        adam,
        "PyTorchRmsProp[learningRate=0.1, alpha=0.2, epsilon=0.3, momentum=0.4, centered=true]",
        BASE.optimizer(new Optimizer.PyTorchRmsProp(0.1, 0.2, 0.3, 0.4, true)));
    assertText(
        adam,
        "Sgd[learningRate=0.1, momentum=0.2, nesterov=true]",
        BASE.optimizer(new Optimizer.Sgd(0.1, 0.2, true)));
    assertText(
        "Standard[dueling=false]",
        "Dense[hidden=[8, 4], dueling=false]",
        BASE.network(new Architecture.Dense(List.of(8, 4), false)));
    assertText(
        "Standard[dueling=false]",
        "Nature[dueling=true]",
        BASE.network(new Architecture.Nature(true)));
    assertText(
        "Linear[from=1.0, to=0.05, startSteps=1000, overSteps=10000]",
        "Piecewise[points=[Point[step=0, epsilon=1.0], Point[step=7, epsilon=0.5]]]",
        BASE.exploration(
            new Exploration.Piecewise(
                List.of(
                    new Exploration.Piecewise.Point(0, 1),
                    new Exploration.Piecewise.Point(7, 0.5)))));
    assertText(
        "Uniform[]",
        "Prioritized[exponent=0.6, beta=0.4, epsilon=1.0E-6]",
        BASE.sampling(Sampling.Prioritized.published()));
    assertText(
        "Snapshots[k=5], combine=Mean[]",
        "Snapshots[k=3], combine=RecencyWeighted[decay=0.5]",
        BASE.algorithm(Algorithm.weightedAveraged(3, 0.5)));
    assertText(
        "Snapshots[k=5], combine=Mean[]",
        "Learners[k=3], combine=Min[]",
        BASE.algorithm(Algorithm.maxmin(3)));
    assertText(
        "Snapshots[k=5], combine=Mean[]",
        "MovingAverage[tau=0.2], combine=Mean[]",
        BASE.algorithm(Algorithm.movingAverage(0.2)));
    assertText(
        "Snapshots[k=5], combine=Mean[]",
        "WeightMean[snapshots=9], combine=Mean[]",
        BASE.algorithm(Algorithm.weightMean(9)));
    assertText("bootstrap=MAX", "bootstrap=DOUBLE", BASE.algorithm(Algorithm.averagedDouble(5)));
  }

  @Test
  void theChoicesThatWereVariantsStandWhereTheyStood() {
    assertText(
        "actor=ONLINE, evaluated=COMBINED, windowStart=COPIES, targetClock=STEPS,"
            + " minibatches=OWN, ensembleUpdate=ALL, ties=LOWEST, truncation=BOOTSTRAPS,"
            + " lifeLoss=GOES_ON, rewards=AS_GIVEN, targetPasses=AUTO]",
        "actor=ONE_LEARNER, evaluated=ONLINE, windowStart=GROWING, targetClock=UPDATES,"
            + " minibatches=SHARED, ensembleUpdate=ONE, ties=RANDOM, truncation=ENDS,"
            + " lifeLoss=ENDS, rewards=SIGN, targetPasses=AUTO, stacks=WHOLE]",
        BASE.roles(new Roles(Roles.Actor.ONE_LEARNER, Roles.Evaluated.ONLINE, Roles.Ties.RANDOM))
            .window(new SnapshotWindow(SnapshotWindow.Start.GROWING, SnapshotWindow.Clock.UPDATES))
            .ensemble(new Ensemble(Ensemble.Minibatches.SHARED, Ensemble.Update.ONE))
            .protocol(
                new Protocol(
                    Protocol.Truncation.ENDS,
                    Protocol.LifeLoss.ENDS,
                    Protocol.Rewards.SIGN,
                    Protocol.Stacks.WHOLE)));
  }

  record Halved() implements LearningRate {
    @Override
    public double factorAt(long update) {
      return 0.5;
    }
  }

  record Greedy() implements Exploration {
    @Override
    public double epsilonAt(long step) {
      return 0;
    }
  }

  @Test
  void whatCameLaterIsSaidOnlyWhereItIsUsed() {
    assertText(
        "heldOutStates=500]",
        "heldOutStates=500, steps=7, freshStates=8]",
        BASE.evaluation(BASE.evaluation().steps(7).freshStates(8)));
    assertText(
        "targetPasses=AUTO]]",
        "targetPasses=AUTO], learningRate=" + Halved.class.getName() + "[]]",
        BASE.learningRate(new Halved()));
    assertText(
        "Linear[from=1.0, to=0.05, startSteps=1000, overSteps=10000]",
        Greedy.class.getName() + "[]",
        BASE.exploration(new Greedy()));
    assertText(
        "Standard[dueling=false]",
        "Layers[layers=[Conv2d[filters=1, kernelHeight=2, kernelWidth=2, stride=3, padding=0, name=a],"
            + " Relu[], Flatten[], Dense[outputs=4, name=], Dueling[actions=5, name=]], dueling=false]",
        BASE.network(
            Layer.conv(1, 2, 3, "a"),
            Layer.relu(),
            Layer.flatten(),
            Layer.dense(4),
            Layer.dueling(5)));
  }

  /// Arabic digits would be another trial.
  @Test
  void theLanguageOfTheMachineChangesNothing() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(TEXT, TrialText.of(BASE));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aPartWithoutAnIdentityIsRefused() {
    assertEquals(
        "java.lang.String has no text that distinguishes it from others",
        assertThrows(IllegalArgumentException.class, () -> TrialText.part("x")).getMessage());
  }
}
