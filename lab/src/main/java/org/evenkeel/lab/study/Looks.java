package org.evenkeel.lab.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.config.Reason;

/// Counts how often the results of a study have been looked at, in `looks.csv`. Each page based on more runs than the
/// previous one is another look. Adding seeds until a difference appears produces one sooner or later, so the page
/// shows the count.
///
/// @param finished the number of finished runs at each look, in order
record Looks(List<Integer> finished) {
  static final String NAME = "looks.csv";
  private static final String HEAD = "look,finished_runs";

  Looks {
    finished = List.copyOf(finished);
  }

  /// Reads the looks recorded in a folder.
  ///
  /// @throws IOException if the file cannot be read or is damaged
  static Looks read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return new Looks(List.of());
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
    List<Integer> finished = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (i == 0 ? !line.equals(HEAD) : !line.matches(i + ",[0-9]{1,6}")) {
        throw new IOException(
            "'%s' is damaged: line %s must be '%s'; move the file elsewhere to start counting again"
                .formatted(file, i + 1, i == 0 ? HEAD : i + ",RUNS"));
      }
      if (i > 0) {
        finished.add(Integer.valueOf(line.substring(line.indexOf(',') + 1)));
      }
    }
    return new Looks(finished);
  }

  /// Adds a look at this many runs. The same number again is not another look.
  Looks at(int runs) {
    if (!finished.isEmpty() && finished.getLast() == runs) {
      return this;
    }
    List<Integer> more = new ArrayList<>(finished);
    more.add(runs);
    return new Looks(more);
  }

  void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder(HEAD + "\n");
    for (int i = 0; i < finished.size(); i++) {
      text.append(i + 1).append(',').append(finished.get(i)).append('\n');
    }
    AtomicFile.write(folder.resolve(NAME), out -> out.write(text.toString().getBytes(UTF_8)));
  }

  /// Returns a sentence for a page or a terminal.
  String sentence() {
    if (finished.size() < 2) {
      return "This is the first look at the results.";
    }
    return "This is look %s at the results; the earlier ones were based on %s runs. Intervals and p-values are not corrected for repeated looks."
        .formatted(
            finished.size(),
            String.join(
                ", ",
                finished.subList(0, finished.size() - 1).stream().map(String::valueOf).toList()));
  }
}
