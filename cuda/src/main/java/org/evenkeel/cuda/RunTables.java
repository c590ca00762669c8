package org.evenkeel.cuda;

import java.lang.foreign.MemorySegment;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.Training;

/// Numbers of the coming steps that Java computes, so that every schedule is supported and none is written twice: the
/// probability of a random action at each step, and the learning rate of each update.
final class RunTables {
  private final Training training;
  private final CudaContext context;
  private final double[] epsilons = new double[RunMemory.TABLE];
  private final float[] rates = new float[2 * RunMemory.TABLE];
  private long firstStep;
  private long endStep;

  RunTables(RunSettings settings, CudaContext context) {
    this.training = settings.training();
    this.context = context;
  }

  /// Makes sure that the tables contain the steps from `first` to `last` and their updates.
  void cover(MemorySegment run, long first, long last) {
    if (first >= firstStep && last < endStep) {
      return;
    }
    firstStep = first;
    // Subtracted, since the last step may be the largest number there is.
    endStep = first + Math.min(RunMemory.TABLE, training.schedule().steps() - first + 1);
    for (long step = firstStep; step < endStep; step++) {
      epsilons[(int) (step - firstStep)] = training.exploration().epsilonAt(step);
    }
    context.upload(RunField.EPSILONS.get(run), MemorySegment.ofArray(epsilons));
    RunField.EPSILONS_FROM.set(run, firstStep);

    Optimizer.Named optimizer = (Optimizer.Named) training.optimizer();
    long made = RunField.UPDATES.get(run);
    for (int i = 0; i < RunMemory.TABLE; i++) {
      long number = made + i + 1;
      double rate = optimizer.learningRate() * training.learningRate().factorAt(number);
      Optimizer.Factors factors = optimizer.factors(number, rate);
      rates[2 * i] = (float) factors.rate();
      rates[2 * i + 1] = (float) factors.root();
    }
    context.upload(RunField.RATES.get(run), MemorySegment.ofArray(rates));
    RunField.RATES_FROM.set(run, made);
    // With several updates per step the second table is used up first.
    endStep = Math.min(endStep, first + RunMemory.TABLE / training.schedule().updatesPerPeriod());
  }
}
