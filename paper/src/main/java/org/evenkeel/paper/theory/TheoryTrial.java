package org.evenkeel.paper.theory;

import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.study.Trial;

/// A [TheoryJob] as a part of a study. Its random numbers are a stream of its own, decided by its group and seed.
///
/// @param group what its trials have in common, a folder name: `chain-averaged-10`
/// @param job what is computed
/// @param seed which of the trials
record TheoryTrial(String group, TheoryJob job, long seed) implements Trial {
  /// The folder of all of them.
  static final String FOLDER = "theory/";

  /// A unit of a job's work: the drawing and adding of a random number.
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
