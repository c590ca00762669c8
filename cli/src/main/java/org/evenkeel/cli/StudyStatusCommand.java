package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.study.StudyFolder;
import org.evenkeel.lab.study.StudyStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel study status`: shows the progress of a study.
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows the progress of a study, while it runs or later. Changes nothing.")
final class StudyStatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "Folder of the study.")
  private Path folder = Path.of("");

  StudyStatusCommand() {}

  @Override
  public Integer call() throws Exception {
    StudyFolder study = Failures.asked(spec.commandLine(), () -> StudyFolder.open(folder));
    print(StudyStatus.of(study), study);
    return ExitCode.OK;
  }

  private void print(StudyStatus status, StudyFolder study) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("study        " + Outside.sentence(study.design().title()));
    out.printf(
        Locale.ROOT,
        "runs         %,d of %,d done%s, %.0f %% of all steps%n",
        status.done(),
        study.trials().size(),
        status.failed() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d of them diverged", status.failed()),
        Math.floor(100 * status.share()));
    out.printf(
        "process      %s%n",
        status.process().isEmpty()
            ? "none: the study is not running"
            : status.process() + " is running it");
    int width = status.groups().stream().mapToInt(g -> g.name().length()).max().orElse(0);
    List<StudyStatus.Group> groups = status.groups();
    for (StudyStatus.Group group : groups) {
      out.printf(
          Locale.ROOT,
          "%-" + Math.max(1, width) + "s  %s %d of %d%s%n",
          group.name(),
          Progress.bar((long) (1_000 * group.share()), 1_000),
          group.done(),
          group.runs(),
          Double.isNaN(group.meanReturn())
              ? ""
              : String.format(Locale.ROOT, ", mean return %.2f", group.meanReturn()));
    }
    out.flush();
  }
}
