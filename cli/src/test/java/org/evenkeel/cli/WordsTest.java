package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Sentences of ours that a native reader has to read twice have habits, and CONTRIBUTING.md lists them. Here they are
/// looked for in everything that is read: pages, javadoc, comments, messages, help.
final class WordsTest {
  /// A row of the table: the habit, as a regular expression, and what to write.
  record Habit(Pattern pattern, String instead) {}

  private static final Pattern ROW =
      Pattern.compile("^\\| `(.+?)` \\| (.*?) \\|.*$", Pattern.MULTILINE);
  private static final Pattern JAVA_PROSE =
      Pattern.compile("//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"", Pattern.DOTALL);
  private static final Path LIST = Checkout.ROOT.resolve("CONTRIBUTING.md");

  @Test
  void noHabitOfTheWordListIsInAnyTextThatIsRead() throws IOException {
    List<Habit> habits = habits();
    assertTrue(
        habits.size() >= 25, "only " + habits.size() + " habits were read from CONTRIBUTING.md");
    List<String> found = new ArrayList<>();
    for (Path file : texts()) {
      String content = Files.readString(file);
      String text = file.toString().endsWith(".java") ? proseOfJava(content) : prose(content);
      for (Habit habit : habits) {
        for (Matcher m = habit.pattern().matcher(text); m.find(); ) {
          long line = text.substring(0, m.start()).chars().filter(c -> c == '\n').count() + 1;
          found.add(
              "%s:%d: '%s': write %s"
                  .formatted(
                      Checkout.ROOT.relativize(file),
                      line,
                      m.group().replaceAll("\\s+", " "),
                      habit.instead()));
        }
      }
    }
    assertEquals("", String.join("\n", found));
  }

  @Test
  void aHabitIsFoundInProseInCommentsAndOverTheEndOfALine() throws IOException {
    Pattern pattern = new Habit(pattern("goes on with"), "continues").pattern();
    assertTrue(pattern.matcher(prose("It goes on with it.")).find());
    assertTrue(pattern.matcher(proseOfJava("/// It goes on\n  /// with it.")).find());
    assertTrue(pattern.matcher(proseOfJava("f(\"it goes on\"\n        + \" with it\")")).find());
    assertFalse(pattern.matcher(proseOfJava("goes on with")).find(), "code is no prose");
    assertTrue(habits().stream().anyMatch(habit -> habit.pattern().matcher("starts anew").find()));
  }

  private static List<Habit> habits() throws IOException {
    List<Habit> habits = new ArrayList<>();
    for (Matcher row = ROW.matcher(table(Files.readString(LIST))); row.find(); ) {
      habits.add(new Habit(pattern(row.group(1)), row.group(2)));
    }
    return habits;
  }

  /// A space in the list is any white space, and what stands between the lines of a comment or of a text.
  private static Pattern pattern(String habit) {
    return Pattern.compile(
        "\\b(?:" + habit.replace("\\|", "|").replace(" ", "\\s+") + ")\\b",
        Pattern.CASE_INSENSITIVE);
  }

  private static String table(String page) {
    int begin = page.indexOf("<!-- words:begin -->");
    int end = page.indexOf("<!-- words:end -->");
    assertTrue(
        begin >= 0 && end > begin, "CONTRIBUTING.md must have the word list between its marks");
    return page.substring(begin, end);
  }

  /// Without the word list itself, and with blanks for the marks of comments and for the joints of Java texts.
  private static String prose(String text) {
    String plain = text.replaceAll("(?s)<!-- words:begin -->.*?<!-- words:end -->", "");
    return plain
        .replaceAll("(?m)^(\\s*)(///|//|\\*|#)", "$1 ")
        .replaceAll("\"\\s*\\n\\s*\\+ \"", "\n");
  }

  /// The comments and texts of a Java file, each on its line; blanks for the rest.
  private static String proseOfJava(String source) {
    StringBuilder kept = new StringBuilder(source.replaceAll("[^\\n]", " "));
    for (Matcher m = JAVA_PROSE.matcher(source); m.find(); ) {
      kept.replace(m.start(), m.end(), m.group());
    }
    return kept.toString()
        .replaceAll("\"\\s*\\n\\s*\"", "\n")
        .replace("///", "   ")
        .replace("//", "  ");
  }

  /// Everything that a user or the next engineer reads. Results are left out: they are made by programs.
  private static List<Path> texts() throws IOException {
    List<Path> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
      files
          .filter(Files::isRegularFile)
          .filter(
              file -> {
                String name = Checkout.ROOT.relativize(file).toString().replace('\\', '/');
                return name.matches(
                        "[A-Z]+\\.md|docs/\\w+\\.md|docs/results/README\\.md|bench/.*\\.md|evenkeel|release"
                            + "|packaging/.*|\\.ci/[\\w-]+|\\.github/.*"
                            + "|\\w+/src/main/.*\\.(java|properties|yaml|css|js)")
                    && !name.matches(
                        "packaging/licences/.*|.*/node_modules/.*|.*/\\.venv/.*|.*__pycache__.*");
              })
          .forEach(texts::add);
    }
    assertTrue(texts.size() > 500, "only " + texts.size() + " texts were found");
    return texts;
  }
}
