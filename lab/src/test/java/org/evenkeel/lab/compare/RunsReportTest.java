package org.evenkeel.lab.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.GroupLabels;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports of real runs: small ones, made once, and copied where something is done to them.
final class RunsReportTest {
  private static final Training AVERAGED =
      Training.of(Algorithm.averaged(3))
          .hidden(8)
          .schedule(new Schedule(900, 100, 1, 1, 8, 50, 100))
          .evaluation(new EvaluationPlan(300, 2, 0, 20));
  private static final Training DQN = AVERAGED.algorithm(Algorithm.dqn());
  private static final RunOnDisk.Machine MACHINE = new RunOnDisk.Machine(1, 60);

  /// `cartpole/averaged/1`, …: three seeds of two algorithms; `identity` the same.
  @TempDir private static Path made;

  @TempDir private Path folder;

  @BeforeAll
  static void train() throws Exception {
    for (String environment : List.of("cartpole", "identity")) {
      for (long seed = 1; seed <= 3; seed++) {
        String name = String.valueOf(seed);
        Path of = made.resolve(environment);
        whole(of.resolve("averaged").resolve(name), environment, seed, AVERAGED);
        whole(of.resolve("dqn").resolve(name), environment, seed, DQN);
      }
    }
  }

  private static void whole(Path folder, String environment, long seed, Training training)
      throws Exception {
    RunConfig config = new RunConfig(environment, List.of(), seed, training);
    try (RunOnDisk run = RunOnDisk.start(config, folder, MACHINE, sentence -> {})) {
      assertEquals(RunDriver.Outcome.FINISHED, run.drive());
    }
  }

  private static void stopped(Path folder, long seed, Training training, long step)
      throws Exception {
    List<RunOnDisk> runs = new ArrayList<>();
    RunObserver observer =
        new RunObserver() {
          @Override
          public void measured(RunEvent.Measured measured) {
            if (measured.metrics().step() == step) {
              runs.getFirst().driver().stop();
            }
          }

          @Override
          public void warning(String sentence) {}
        };
    RunConfig config = new RunConfig("cartpole", List.of(), seed, training);
    try (RunOnDisk run = RunOnDisk.start(config, folder, MACHINE, observer)) {
      runs.add(run);
      assertEquals(RunDriver.Outcome.STOPPED, run.drive());
    }
  }

  /// What a row of a run says, read here in another way than by the code tested.
  private static double field(Path run, long step, String column) throws IOException {
    List<String> lines = Files.readAllLines(run.resolve("metrics.csv"));
    int index = Arrays.asList(lines.getFirst().split(",")).indexOf(column);
    String row = lines.stream().filter(l -> l.startsWith(step + ",")).findFirst().orElseThrow();
    return Double.parseDouble(row.split(",", -1)[index]);
  }

  private static double mean(Path group, long step, String column) throws IOException {
    double sum = 0;
    for (String seed : List.of("1", "2", "3")) {
      sum += field(group.resolve(seed), step, column);
    }
    return sum / 3;
  }

  private static double deviation(Path group, long step, String column) throws IOException {
    double squares = 0;
    for (String seed : List.of("1", "2", "3")) {
      double off = field(group.resolve(seed), step, column) - mean(group, step, column);
      squares += off * off;
    }
    return Math.sqrt(squares / 2);
  }

  private static Section one(Path... folders) throws IOException {
    List<Section> sections = RunsReport.sections(List.of(folders));
    assertEquals(1, sections.size());
    assertEquals(List.of(), sections.getFirst().claims());
    return sections.getFirst();
  }

  private static Table table(Section section, String id) {
    return section.tables().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  private static Figure figure(Section section, String id) {
    return section.figures().stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<String> labels(Section section) {
    return section.tables().getFirst().rows().stream().map(List::getFirst).toList();
  }

  @Test
  void theCurvesAreTheMeansOfTheRunsWithOneStandardDeviation() throws IOException {
    Section section = one(made.resolve("cartpole"));
    assertEquals("runs-cartpole", section.id());
    Map<String, String> columns =
        Map.of(
            "return", "evalMeanReturn",
            "value", "evalValueEstimate",
            "overestimation", "evalOverestimation");
    for (Map.Entry<String, String> e : columns.entrySet()) {
      Figure figure = figure(section, "runs-cartpole-" + e.getKey());
      for (String name : List.of("averaged", "dqn")) {
        Path group = made.resolve("cartpole").resolve(name);
        Series series =
            figure.series().stream()
                .filter(s -> s.name().equals(name.equals("dqn") ? "DQN" : "Averaged-DQN, K=3"))
                .findFirst()
                .orElseThrow();
        assertArrayEquals(new double[] {300, 600, 900}, series.x());
        for (int i = 0; i < 3; i++) {
          long step = 300L * (i + 1);
          double mean = mean(group, step, e.getValue());
          double deviation = deviation(group, step, e.getValue());
          assertEquals(mean, series.y()[i], 1e-12 * Math.abs(mean));
          assertEquals(mean - deviation, series.lower()[i], 1e-9);
          assertEquals(mean + deviation, series.upper()[i], 1e-9);
        }
      }
    }
  }

  @Test
  void theReturnObtainedIsDrawnBesideTheEstimate() throws IOException {
    Section section = one(made.resolve("cartpole"));
    List<Series> series = figure(section, "runs-cartpole-value").series();
    assertEquals(
        List.of("Averaged-DQN, K=3", "Averaged-DQN, K=3, obtained", "DQN", "DQN, obtained"),
        series.stream().map(Series::name).toList());
    assertEquals(List.of(1, 1, 0, 0), series.stream().map(Series::colour).toList());
    assertEquals(Series.Style.DASHED, series.get(1).style());
    Path averaged = made.resolve("cartpole").resolve("averaged");
    assertEquals(mean(averaged, 900, "evalDiscountedReturn"), series.get(1).y()[2], 1e-9);
  }

  @Test
  void theTableHasTheEndOfEachGroup() throws IOException {
    Table table = table(one(made.resolve("cartpole")), "runs-cartpole-final");
    Path dqn = made.resolve("cartpole").resolve("dqn");
    List<String> row = table.rows().get(1);
    double[] returns = new double[3];
    for (int i = 0; i < 3; i++) {
      returns[i] = field(dqn.resolve(String.valueOf(i + 1)), 900, "evalMeanReturn");
    }
    Arrays.sort(returns);
    assertEquals(List.of("DQN", "3", "3", "900"), row.subList(0, 4));
    assertEquals(
        String.format(
            Locale.ROOT,
            "%.2f (%.2f)",
            mean(dqn, 900, "evalMeanReturn"),
            deviation(dqn, 900, "evalMeanReturn")),
        row.get(4));
    assertEquals(Numbers.brief(returns[0]), row.get(5));
    assertEquals(Numbers.brief(returns[2]), row.get(6));
    // Of three scores none is left out, and a resample may be three times the same one.
    assertEquals(
        String.format(
            Locale.ROOT,
            "%.1f [%.1f, %.1f]",
            mean(dqn, 900, "evalMeanReturn"),
            returns[0],
            returns[2]),
        row.get(7));
    assertEquals(
        String.format(
            Locale.ROOT,
            "%.2f (%.2f)",
            mean(dqn, 900, "evalOverestimation"),
            deviation(dqn, 900, "evalOverestimation")),
        row.get(9));
  }

  @Test
  void groupsComeInTheOrderOfTheFolders() throws IOException {
    Path cartpole = made.resolve("cartpole");
    assertEquals(List.of("Averaged-DQN, K=3", "DQN"), labels(one(cartpole)));
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=3"),
        labels(one(cartpole.resolve("dqn"), cartpole.resolve("averaged"))));
    Section named = one(cartpole.resolve("dqn"), cartpole, cartpole.resolve("dqn").resolve("1"));
    assertEquals(List.of("DQN", "Averaged-DQN, K=3"), labels(named));
    assertEquals(
        "3", named.tables().getFirst().rows().getFirst().get(1), "a run named twice is one");
    assertFalse(named.text().contains("the same run"), named::text);
  }

  @Test
  void theComparisonHasDifferenceTestsAndProbability() throws IOException {
    Path cartpole = made.resolve("cartpole");
    Table table = table(one(cartpole), "runs-cartpole-comparison");
    List<String> row = table.rows().getFirst();
    assertEquals(1, table.rows().size());
    assertEquals(List.of("Averaged-DQN, K=3 − DQN", "900"), row.subList(0, 2));
    double difference =
        mean(cartpole.resolve("averaged"), 900, "evalMeanReturn")
            - mean(cartpole.resolve("dqn"), 900, "evalMeanReturn");
    assertTrue(
        row.get(2).startsWith(String.format(Locale.ROOT, "%.1f [-", difference)), row.get(2));
    int wins = 0;
    for (int i = 1; i <= 3; i++) {
      for (int j = 1; j <= 3; j++) {
        double a = field(cartpole.resolve("averaged/" + i), 900, "evalMeanReturn");
        double b = field(cartpole.resolve("dqn/" + j), 900, "evalMeanReturn");
        wins += a > b ? 2 : a == b ? 1 : 0;
      }
    }
    assertTrue(
        row.get(5).startsWith(String.format(Locale.ROOT, "%.4f [", wins / 18.0)), row.get(5));
    for (String p : row.subList(3, 5)) {
      assertTrue(p.matches("0\\.\\d{3}|1\\.000|< 0\\.001"), p);
    }
  }

  @Test
  void theTestsAreCorrectedForTheNumberOfPairs() throws Exception {
    copy(made.resolve("identity"), folder);
    copy(made.resolve("identity/dqn"), folder.resolve("other"));
    List<Sample> samples = new ArrayList<>();
    for (String group : List.of("averaged", "dqn", "other")) {
      double[] returns = new double[3];
      for (int i = 0; i < 3; i++) {
        Path run = folder.resolve(group).resolve(String.valueOf(i + 1));
        Path config = run.resolve("config.yaml");
        if (group.equals("other")) {
          Files.writeString(
              config, Files.readString(config).replace("discount: 0.99", "discount: 0.9"));
          changeLastReturn(run, String.valueOf(100 + i));
        }
        returns[i] = field(run, 900, "evalMeanReturn");
      }
      samples.add(Sample.of(returns));
    }
    double ab = WelchTest.of(samples.get(0), samples.get(1)).pTwoSided();
    double ac = WelchTest.of(samples.get(0), samples.get(2)).pTwoSided();
    double bc = WelchTest.of(samples.get(1), samples.get(2)).pTwoSided();
    assertTrue(ac < ab && bc < ab, "the far group differs from both");
    double least = 3 * Math.min(ac, bc);
    double middle = Math.max(least, 2 * Math.max(ac, bc));
    List<List<String>> rows = table(one(folder), "runs-identity-comparison").rows();
    assertEquals("Averaged-DQN, K=3 − DQN, discount 0.99", rows.get(0).getFirst());
    assertEquals(
        List.of(
            Numbers.p(Math.max(middle, ab)),
            Numbers.p(ac < bc ? least : middle),
            Numbers.p(ac < bc ? middle : least)),
        rows.stream().map(row -> row.get(3)).toList());
    // Of 20 ways to choose 3 of 6 values two are as far apart as can be.
    assertEquals("0.300", rows.get(1).get(4));
    assertEquals("0 [0, 0]", rows.get(1).get(5));
  }

  private static void changeLastReturn(Path run, String value) throws IOException {
    Path file = run.resolve("metrics.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    String[] fields = lines.getLast().split(",", -1);
    fields[13] = value;
    lines.set(lines.size() - 1, String.join(",", fields));
    Files.writeString(file, String.join("\n", lines) + "\n");
    Files.deleteIfExists(run.resolve("checksums.txt")); // accepted as it is
  }

  @Test
  void groupsOfOneAlgorithmAreNamedByTheirSettings() throws Exception {
    Training other = AVERAGED.optimizer(new Optimizer.Adam(0.001));
    whole(folder.resolve("a"), "cartpole", 1, AVERAGED);
    whole(folder.resolve("b"), "cartpole", 1, other);
    whole(folder.resolve("c"), "cartpole", 1, DQN.discount(0.9));
    Section section = one(folder);
    assertEquals(
        List.of(
            "Averaged-DQN, K=3, optimizer.learningRate 0.0005",
            "Averaged-DQN, K=3, optimizer.learningRate 0.001",
            "DQN"),
        labels(section));
    assertEquals(
        List.of(
            List.of("optimizer.learningRate", "0.0005", "0.001", "0.0005"),
            List.of("discount", "0.99", "0.99", "0.9")),
        table(section, "runs-cartpole-settings").rows());
    assertTrue(section.text().contains("differ in the settings"), section.text());
    List<String> row = table(section, "runs-cartpole-comparison").rows().getFirst();
    assertEquals(List.of("-", "-", "-"), row.subList(3, 6), "one run of each proves nothing");
  }

  @Test
  void anotherKindOfPartIsNamedByItsKindUnlessTwoHaveIt() {
    Training rms = AVERAGED.optimizer(Optimizer.NatureRmsProp.paper());
    assertEquals(
        List.of(
            "Averaged-DQN, K=3, optimizer adam",
            "Averaged-DQN, K=3, optimizer nature-rms-prop",
            "DQN"),
        new GroupLabels(List.of(AVERAGED, rms, DQN.discount(0.5))).labels());
    Training a = AVERAGED.optimizer(new Optimizer.Sgd(0.1));
    Training b = AVERAGED.optimizer(new Optimizer.Sgd(0.000_02));
    assertEquals(
        List.of(
            "Averaged-DQN, K=3, optimizer adam",
            "Averaged-DQN, K=3, optimizer sgd, optimizer.learningRate 0.1",
            "Averaged-DQN, K=3, optimizer sgd, optimizer.learningRate 0.00002"),
        new GroupLabels(List.of(AVERAGED, a, b)).labels());
  }

  @Test
  void aSingleRunIsALineAlone() throws IOException {
    Path run = made.resolve("cartpole/dqn/2");
    Section section = one(run);
    Series line = section.figures().getFirst().series().getFirst();
    assertEquals(0, line.lower().length);
    assertEquals(Series.Style.LINE, line.style());
    assertEquals(field(run, 600, "evalMeanReturn"), line.y()[1]);
    List<String> row = section.tables().getFirst().rows().getFirst();
    assertEquals(Numbers.brief(field(run, 900, "evalMeanReturn")), row.get(4));
    assertEquals("-", row.get(7));
    assertEquals(1, section.tables().size(), "nothing to compare");
    assertTrue(section.text().startsWith("1 run of DQN. Every 300 steps"), section.text());
  }

  @Test
  void anUnfinishedRunCountsAsFarAsItIs() throws Exception {
    copy(made.resolve("cartpole/dqn"), folder.resolve("dqn"));
    Path stopped = folder.resolve("dqn/4");
    stopped(stopped, 4, DQN, 700);
    long at = lastStep(stopped);
    Section section = one(folder);
    List<String> row = section.tables().getFirst().rows().getFirst();
    assertEquals(List.of("DQN", "4", "3", "600 of 900"), row.subList(0, 4));
    assertTrue(
        section
            .text()
            .contains(
                "DQN: 1 of 4 runs of 900 steps is not finished, seed 4 (at step " + at + ")."),
        section.text());
    assertTrue(section.text().contains("exist up to step 600,"), section.text());
    Series line = section.figures().getFirst().series().getFirst();
    assertArrayEquals(new double[] {300, 600}, line.x());
    double four = field(stopped, 600, "evalMeanReturn");
    Path three = made.resolve("cartpole/dqn");
    assertEquals((3 * mean(three, 600, "evalMeanReturn") + four) / 4, line.y()[1], 1e-9);
  }

  private static long lastStep(Path run) throws IOException {
    String last = Files.readAllLines(run.resolve("metrics.csv")).getLast();
    return Long.parseLong(last.substring(0, last.indexOf(',')));
  }

  @Test
  void aRunNotEvaluatedYetIsLeftOutAndSaid() throws Exception {
    copy(made.resolve("cartpole/dqn"), folder.resolve("dqn"));
    stopped(folder.resolve("dqn/4"), 4, DQN, 100);
    cutAfter(folder.resolve("dqn/4/metrics.csv"), 2); // it may have gone on a little
    RunDirectory.create(folder.resolve("dqn/5"), new RunConfig("cartpole", List.of(), 5, DQN))
        .close();
    Section section = one(folder);
    List<String> row = section.tables().getFirst().rows().getFirst();
    assertEquals(List.of("DQN", "5", "3", "900"), row.subList(0, 4));
    assertTrue(
        section.text().contains("no evaluation yet of seed 4, seed 5; left out"), section.text());
    assertTrue(section.text().contains("seed 4 (at step 100), seed 5 (at step 0)"), section.text());
  }

  @Test
  void runsThatAreNeverEvaluatedAreRefused() throws Exception {
    Training never = DQN.evaluation(new EvaluationPlan(0, 1, 0, 20));
    whole(folder.resolve("never"), "cartpole", 1, never);
    assertEquals(
        "no run in '" + folder + "' has been evaluated yet, so there is nothing to show",
        refused(folder));
    // Beside others, they are said.
    whole(folder.resolve("with"), "cartpole", 1, DQN);
    String text = one(folder).text();
    assertTrue(
        text.contains(
            "its only run of 900 steps, seed 1 (at step 900), has not been evaluated, so it is not shown."),
        text);
  }

  @Test
  void theSameRunTwiceCountsOnce() throws Exception {
    copy(made.resolve("cartpole/dqn"), folder.resolve("a"));
    copy(made.resolve("cartpole/dqn/1"), folder.resolve("copy"));
    Section section = one(folder);
    assertEquals("3", section.tables().getFirst().rows().getFirst().get(1));
    assertTrue(
        section
            .text()
            .contains(
                "'%s' is the same run as '%s', including seed 1, and is left out."
                    .formatted(folder.resolve("copy"), folder.resolve("a/1"))),
        section.text());
  }

  @Test
  void ofTheSameRunTwiceTheLongerOneCounts() throws Exception {
    stopped(folder.resolve("a"), 1, DQN, 400);
    cutAfter(folder.resolve("a/metrics.csv"), 5);
    copy(made.resolve("cartpole/dqn/1"), folder.resolve("b"));
    for (List<Path> order :
        List.of(
            List.of(folder.resolve("a"), folder.resolve("b")),
            List.of(folder.resolve("b"), folder.resolve("a")))) {
      Section section = RunsReport.sections(order).getFirst();
      assertEquals(
          List.of("DQN", "1", "1", "900"),
          section.tables().getFirst().rows().getFirst().subList(0, 4));
      assertTrue(
          section.text().contains("'" + folder.resolve("a") + "' is the same run as"),
          section::text);
    }
  }

  @Test
  void environmentsHaveSectionsOfTheirOwnAndOneTogether() throws IOException {
    List<Section> sections = RunsReport.sections(List.of(made));
    assertEquals(
        List.of("runs-cartpole", "runs-identity", "across-environments"),
        sections.stream().map(Section::id).toList());
    // No state of identity has a return known to the end.
    assertEquals(
        List.of("runs-identity-return"),
        sections.get(1).figures().stream().map(Figure::id).toList());
    assertEquals("-", sections.get(1).tables().getFirst().rows().getFirst().get(9));
    double wins = 0;
    for (String environment : List.of("cartpole", "identity")) {
      for (int i = 1; i <= 3; i++) {
        for (int j = 1; j <= 3; j++) {
          Path of = made.resolve(environment);
          double a = field(of.resolve("averaged/" + i), 900, "evalMeanReturn");
          double b = field(of.resolve("dqn/" + j), 900, "evalMeanReturn");
          wins += a > b ? 1 : a == b ? 0.5 : 0;
        }
      }
    }
    List<String> row = sections.getLast().tables().getFirst().rows().getFirst();
    assertEquals("Averaged-DQN, K=3 − DQN", row.getFirst());
    assertTrue(row.get(1).startsWith(String.format(Locale.ROOT, "%.4f [", wins / 18)), row.get(1));
    assertTrue(sections.getLast().text().contains("performance profile"));
    List<String> ids = new ArrayList<>();
    sections.forEach(
        s -> {
          s.figures().forEach(f -> ids.add(f.id()));
          s.tables().forEach(t -> ids.add(t.id()));
        });
    assertEquals(ids.size(), ids.stream().distinct().count(), ids::toString);
  }

  @Test
  void runsOfDifferentBuildsAreSaid() throws Exception {
    copy(made.resolve("cartpole/dqn"), folder);
    assertFalse(one(folder).text().contains("builds"), one(folder)::text);
    Path file = folder.resolve("2/provenance.json");
    Files.writeString(file, "{\"version\": \"0.0.1\", \"commit\": \"abc\"}");
    assertTrue(one(folder).text().contains("0.0.1 abc (1 run)"), one(folder)::text);
    for (String damaged :
        List.of("{\"version\": \"<b>\", \"commit\": \"abc\"}", "{\"version\": [", "")) {
      Files.writeString(file, damaged);
      assertTrue(one(folder).text().contains("unknown (1 run)"), one(folder)::text);
    }
  }

  @Test
  void groupsThatNeverVaryAreCompared() throws Exception {
    for (String group : List.of("averaged", "dqn")) {
      copy(made.resolve("cartpole").resolve(group), folder.resolve(group));
      for (int seed = 1; seed <= 3; seed++) {
        changeLastReturn(folder.resolve(group).resolve(String.valueOf(seed)), "200.0");
      }
    }
    assertEquals(
        List.of("Averaged-DQN, K=3 − DQN", "900", "0", "-", "1.000", "0.5000 [0.5000, 0.5000]"),
        table(one(folder), "runs-cartpole-comparison").rows().getFirst());
  }

  @Test
  void aLineTornByAKillIsLeftAside() throws Exception {
    stopped(folder.resolve("run"), 1, DQN, 400);
    Path file = folder.resolve("run/metrics.csv");
    cutAfter(file, 5);
    Section whole = one(folder);
    Files.writeString(file, Files.readString(file) + "500,12,3");
    assertEquals(whole.text(), one(folder).text());
    Files.writeString(file, "step,upd");
    assertTrue(refused(folder).startsWith("no run in"), () -> refused(folder));
  }

  @Test
  void damageIsSaidWithItsPlace() throws Exception {
    copy(made.resolve("cartpole/dqn/1"), folder.resolve("run"));
    Path file = folder.resolve("run/metrics.csv");
    String good = Files.readString(file);
    List<String> lines = good.lines().toList();
    Map<String, String> expected = new TreeMap<>();
    String row = lines.get(3);
    String rest = row.substring(row.indexOf(','));
    expected.put("line 4 of '%s' is damaged: it must have 22 fields, but has 2", "300,1");
    expected.put(
        "line 4 of '%s' is damaged: updates must be a number, was 'x?y'",
        "300,x\u001by" + rest.substring(rest.indexOf(',', 1)));
    expected.put(
        "line 4 of '%s' is damaged: steps must increase, but 200 follows 200", "200" + rest);
    expected.put(
        "line 4 of '%s' is damaged: step must be a whole number, was '-300'", "-300" + rest);
    expected.put("line 4 of '%s' is damaged: step must be a whole number, was ''", rest);
    String[] fields = row.split(",", -1);
    fields[13] = "1.0E300";
    expected.put(
        "line 4 of '%s' is damaged: evalMeanReturn must be at most 1e100 in magnitude, was '1.0E300'",
        String.join(",", fields));
    fields[13] = "NaN";
    expected.put(
        "line 4 of '%s' is damaged: evalMeanReturn must be a number, was 'NaN'",
        String.join(",", fields));
    for (Map.Entry<String, String> e : expected.entrySet()) {
      Files.writeString(file, good.replace(row + "\n", e.getValue() + "\n"));
      assertEquals(e.getKey().formatted(file), failed(folder));
    }
    Files.writeString(file, good.replace("evalMeanReturn", "score"));
    assertEquals(
        "'%s' does not have the columns of a training run: 'evalMeanReturn' must occur exactly once"
            .formatted(file),
        failed(folder));
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertEquals("'" + file + "' is not UTF-8 text", failed(folder));
    Files.writeString(file, "nothing of ours");
    assertEquals("'" + file + "' does not have the columns of a training run", failed(folder));
    Files.delete(file);
    Files.createDirectory(file);
    assertEquals("'" + file + "' must be a file", failed(folder));
  }

  @Test
  void aFinishedRunWhoseRowsAreCutIsRefused() throws Exception {
    copy(made.resolve("cartpole/dqn/1"), folder.resolve("run"));
    Path file = folder.resolve("run/metrics.csv");
    cutAfter(file, 7);
    assertEquals(
        "'%s' is damaged: the run has 900 steps, but its rows end at step 600".formatted(file),
        failed(folder));
    Files.delete(file);
    assertEquals(
        "'%s' is damaged: the run has 900 steps, but its rows end at step 0".formatted(file),
        failed(folder));
  }

  @Test
  void aDamagedConfigurationIsSaid() throws Exception {
    copy(made.resolve("cartpole/dqn/1"), folder.resolve("run"));
    Files.writeString(folder.resolve("run/config.yaml"), "environment: [\n");
    assertTrue(
        failed(folder).startsWith(folder.resolve("run/config.yaml") + ": line "),
        () -> failed(folder));
  }

  @Test
  void whereNoRunIsIsSaid() throws IOException {
    assertEquals("there is no run in '" + folder + "' or below it", refused(folder));
    Path none = folder.resolve("none");
    assertEquals("there is no folder '" + none + "'", refused(none));
    Path file = Files.writeString(folder.resolve("file"), "");
    assertEquals("'" + file + "' is a file, not a folder of runs", refused(file));
    assertEquals("at least 1 folder of runs is needed, but there are none", refused());
    assertFalse(RunsReport.holdsRuns(folder));
    assertFalse(RunsReport.holdsRuns(none));
    assertFalse(RunsReport.holdsRuns(file));
    assertTrue(RunsReport.holdsRuns(made));
    assertTrue(RunsReport.holdsRuns(made.resolve("cartpole/dqn/1")));
  }

  @Test
  void runsAreFoundBelowFoldersButNotThroughLinksAndNotTooDeep() throws Exception {
    Path run = made.resolve("cartpole/dqn/1");
    assertEquals(List.of(run), RunsReport.find(run));
    assertEquals(12, RunsReport.find(made).size());
    assertEquals(RunsReport.find(made).stream().sorted().toList(), RunsReport.find(made));
    copy(run, folder.resolve("1/2/3/4/5"));
    copy(run, folder.resolve("1/2/3/4/deep/er"));
    copy(run, folder.resolve("1/2/3/4/5/inside"));
    Files.createSymbolicLink(folder.resolve("link"), made);
    assertEquals(List.of(folder.resolve("1/2/3/4/5")), RunsReport.find(folder));
    // A link that is named itself is meant.
    assertEquals(12, RunsReport.find(folder.resolve("link")).size());
  }

  @Test
  void nothingInTheFoldersIsChanged() throws IOException {
    Map<Path, FileTime> before = times();
    RunsReport.sections(List.of(made));
    assertEquals(before, times());
  }

  private static Map<Path, FileTime> times() throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    try (Stream<Path> all = Files.walk(made)) {
      for (Path path : all.toList()) {
        times.put(path, Files.getLastModifiedTime(path));
      }
    }
    return times;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  private static void cutAfter(Path file, int lines) throws IOException {
    Files.writeString(file, String.join("\n", Files.readAllLines(file).subList(0, lines)) + "\n");
  }

  private static String refused(Path... folders) {
    return assertThrows(IllegalArgumentException.class, () -> RunsReport.sections(List.of(folders)))
        .getMessage();
  }

  private static String failed(Path... folders) {
    return assertThrows(IOException.class, () -> RunsReport.sections(List.of(folders)))
        .getMessage();
  }
}
