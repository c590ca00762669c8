package org.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.study.Study;
import org.evenkeel.lab.study.StudyFolder;
import org.evenkeel.lab.study.StudyObserver;

/// A study in Java: two learning rates for two algorithms on a custom environment, three runs each. A page in the
/// study's folder compares them. Running the program again continues a study that was stopped or killed.
public final class LearningRateStudy {
  private LearningRateStudy() {}

  /// Runs the study.
  ///
  /// @param args the folder and the number of steps per run
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args.length > 0 ? args[0] : "runs/thermostat-study");
    int steps = args.length > 1 ? Integer.parseInt(args[1]) : 5_000;
    // @start region=study
    StudyFolder.Outcome outcome =
        Study.of("Learning rates for the thermostat")
            .question("Does a learning rate of 0.0003 or 0.001 suit DQN and Averaged-DQN better?")
            .environments(Thermostat.class.getName())
            .algorithms(Algorithm.dqn(), Algorithm.averaged(5))
            .set("schedule.steps", steps)
            .set("evaluation.periodSteps", steps / 5)
            .compare("optimizer.learningRate", 0.0003, 0.001)
            .seeds(3)
            .run(folder, StudyObserver.silent());
    // @end
    System.out.println(outcome.results().finished().size() + " runs finished");
    System.out.println("page " + folder.resolve("report.html"));
  }
}
