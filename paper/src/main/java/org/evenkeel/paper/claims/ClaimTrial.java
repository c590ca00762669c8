package org.evenkeel.paper.claims;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.study.Trial;

/// A [ValueProcess] as a trial of a study.
///
/// @param group the folder name that its trials share
/// @param process the process
/// @param windows the iterations that are read, the deciding ones first
/// @param seed the seed of this trial
record ClaimTrial(String group, ValueProcess process, List<Window> windows, long seed)
    implements Trial {
  @Override
  public String name() {
    return group + "/seed" + seed;
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder("claims ").append(process.text()).append(" read");
    for (Window window : windows) {
      text.append(' ').append(window.first()).append('-').append(window.end());
    }
    return text.append(" seed ").append(seed).toString();
  }

  @Override
  public double work() {
    return process.work();
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    return process.run(seed, windows, progress);
  }
}
