package org.evenkeel.paper.theory;

import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.study.Trial;

/// A [TheoryJob] as a trial of a study. It has its own random stream, determined by its group and seed.
///
/// @param group the folder name that its trials share: `chain-averaged-10`
/// @param job the computation
/// @param seed the seed of this trial
record TheoryTrial(String group, TheoryJob job, long seed) implements Trial {
  /// The folder of all trials of the theory.
  static final String FOLDER = "theory/";

  /// The time in microseconds of one unit of a job's work: drawing and adding a random number.
  private static final double MICROSECONDS = 0.01;

  @Override
  public String name() {
    return FOLDER + group + "/seed" + seed;
  }

  @Override
  public String describe() {
    return group + ": " + job.text() + " seed " + seed;
  }

  @Override
  public double work() {
    return job.work() * MICROSECONDS;
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    return job.run(RandomStream.mix(RandomStream.mix(seed) + group.hashCode()), progress);
  }
}
