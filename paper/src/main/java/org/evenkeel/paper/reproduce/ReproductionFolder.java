package org.evenkeel.paper.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.run.Provenance;
import org.evenkeel.lab.run.WholeFile;
import org.evenkeel.lab.study.FailedTrials;
import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialResult;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Experiment;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.minatar.MinAtarProtocol;

/// A folder with a reproduction: `reproduction.json` says what was asked for and where it was computed,
/// `trials/` has each trial, `trials.csv` a checksum of each, and the report stands beside them.
public final class ReproductionFolder {
  private static final String ASKED = "reproduction.json";
  private static final String TRIALS = "trials";
  private static final String GAPS = "gaps";

  /// In less than this many seconds nothing is trained that is kept.
  private static final double SHORTEST_SESSION = 5;

  private static final String CHECKSUMS = "trials.csv";
  private static final List<String> LEFT_BEHIND = List.of(FolderLock.NAME, ASKED + AtomicFile.NEXT);

  /// What stands beside the trials of a reproduction whose word about itself was lost.
  private static final List<String> OURS =
      List.of(TRIALS, CHECKSUMS, "figures", "tables", ReportFolder.PAGE, ReportFolder.VERDICTS);

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final long LARGEST_BYTES = 1 << 20;

  /// The largest number of trials that can be asked for has an eighth of it.
  private static final long LARGEST_CHECKSUMS_BYTES = 1 << 26;

  private final Path folder;
  private final Reproduction asked;
  private final List<Map<String, String>> sessions;

  private ReproductionFolder(Path folder, Reproduction asked, List<Map<String, String>> sessions) {
    this.folder = folder;
    this.asked = asked;
    this.sessions = sessions;
  }

  /// Whether a folder holds a reproduction.
  public static boolean is(Path folder) {
    return Files.isRegularFile(folder.resolve(ASKED));
  }

  /// A folder for a reproduction: a new or empty one, or one that holds a reproduction of the same scale,
  /// whose experiments are then shown too. Nothing is written yet.
  ///
  /// @throws IllegalArgumentException if the folder holds something else
  public static ReproductionFolder prepare(Path folder, Reproduction wanted) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("'" + folder + "' is a file: choose another with --out");
    }
    if (!is(folder)) {
      if (Files.exists(folder) && !isFree(folder)) {
        throw new IllegalArgumentException(
            "'%s' is not empty and is not a reproduction folder: choose another with --out"
                .formatted(folder));
      }
      return new ReproductionFolder(folder, wanted, new ArrayList<>());
    }
    ReproductionFolder there = open(folder);
    if (there.asked.seed() != wanted.seed()) {
      throw new IllegalArgumentException(
          "'%s' was started with seed %d; you asked for seed %d: choose another folder with --out"
              .formatted(folder, there.asked.seed(), wanted.seed()));
    }
    if (there.asked.scale() != wanted.scale()) {
      throw new IllegalArgumentException(
          "'%s' was started with scale %s; you asked for scale %s: choose another folder with --out"
              .formatted(folder, there.asked.scaleWord(), wanted.scaleWord()));
    }
    if (there.asked.hasMinAtar() && wanted.hasMinAtar()) {
      requireFits(folder, there.asked.minatar(), wanted.minatar(), wanted.scale());
    }
    if (there.asked.hasAtari() && wanted.hasAtari()) {
      requireFits(folder, there.asked.atari(), wanted.atari(), wanted.scale());
    }
    return new ReproductionFolder(folder, wanted.and(there.asked), there.sessions);
  }

  private static void requireFits(Path folder, GameStudy there, GameStudy wanted, Scale scale) {
    there
        .conflict(wanted, scale)
        .ifPresent(
            conflict -> {
              throw new IllegalArgumentException(
                  "'%s' %s: choose another folder with --out".formatted(folder, conflict));
            });
  }

  /// What a killed start left behind is nothing.
  private static boolean isFree(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<String> names = entries.map(e -> e.getFileName().toString()).toList();
      return names.stream()
          .allMatch(n -> LEFT_BEHIND.contains(n) || (names.contains(TRIALS) && OURS.contains(n)));
    } catch (IOException e) {
      throw new IOException("cannot look into '" + folder + "': " + Reason.of(e), e);
    }
  }

  /// A folder that holds a reproduction.
  ///
  /// @throws IOException if what it says about itself cannot be read; the sentence says why
  public static ReproductionFolder open(Path folder) throws IOException {
    Path file = folder.resolve(ASKED);
    String text = WholeFile.read(file, LARGEST_BYTES);
    try {
      JsonNode root = JSON.readTree(text);
      if (!root.isObject()) {
        throw new IllegalArgumentException("it is not a JSON object");
      }
      List<String> experiments = texts(part(root, "experiments", JsonNode::isArray, "a list"));
      Scale scale =
          Reproduction.scaleNamed(part(root, "scale", JsonNode::isTextual, "a word").asText());
      Reproduction asked =
          new Reproduction(
              experiments,
              scale,
              root.has(TRIALS) ? part(root, TRIALS, JsonNode::isInt, "a whole number").asInt() : 0,
              study(root, new MinAtarProtocol().usual(scale)),
              study(root, new AtariProtocol().usual(scale)),
              part(root, "seed", ReproductionFolder::isLong, "a whole number").asLong());
      return new ReproductionFolder(
          folder, asked, sessions(part(root, "computed", JsonNode::isArray, "a list")));
    } catch (JsonProcessingException e) {
      throw damaged(file, "it is not JSON: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw damaged(file, String.valueOf(e.getMessage()));
    }
  }

  /// Only a reproduction that has a study of games says how large it is; else it is the usual one.
  private static GameStudy study(JsonNode root, GameStudy usual) {
    String name = usual.protocol().name();
    if (!root.has(name)) {
      return usual;
    }
    JsonNode of = part(root, name, JsonNode::isObject, "an object");
    String units = usual.protocol().clock().units();
    return new GameStudy(
        usual.protocol(),
        texts(part(of, "games", JsonNode::isArray, "a list")),
        ks(of),
        part(of, "seeds", JsonNode::isInt, "a whole number").asInt(),
        part(of, units, ReproductionFolder::isLong, "a whole number").asLong(),
        texts(part(of, "others", JsonNode::isArray, "a list")),
        usual.gaps() && part(of, GAPS, JsonNode::isBoolean, "true or false").asBoolean());
  }

  private static List<Integer> ks(JsonNode of) {
    List<Integer> ks = new ArrayList<>();
    for (JsonNode k : part(of, "k", JsonNode::isArray, "a list")) {
      if (!k.isInt()) {
        throw new IllegalArgumentException("k must be whole numbers, has " + shortened(k));
      }
      ks.add(k.asInt());
    }
    return ks;
  }

  private static boolean isLong(JsonNode node) {
    return node.isIntegralNumber() && node.canConvertToLong();
  }

  private static JsonNode part(JsonNode of, String name, Predicate<JsonNode> fits, String wanted) {
    JsonNode part = of.path(name);
    if (!fits.test(part)) {
      throw new IllegalArgumentException(
          "%s must be %s, was %s"
              .formatted(name, wanted, part.isMissingNode() ? "missing" : shortened(part)));
    }
    return part;
  }

  private static String shortened(JsonNode part) {
    String text = part.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(e -> texts.add(e.asText()));
    return texts;
  }

  private static List<Map<String, String>> sessions(JsonNode list) {
    List<Map<String, String>> sessions = new ArrayList<>();
    for (JsonNode session : list) {
      if (!session.isObject()) {
        throw new IllegalArgumentException(
            "computed must be a list of objects, has " + shortened(session));
      }
      Map<String, String> facts = new LinkedHashMap<>();
      session.properties().forEach(e -> facts.put(e.getKey(), e.getValue().asText()));
      sessions.add(facts);
    }
    return sessions;
  }

  private static IOException damaged(Path file, String reason) {
    return new IOException(
        "'%s' is damaged: %s; delete it and give the command again, the trials beside it are kept"
            .formatted(file, reason.lines().findFirst().orElse("it is empty")));
  }

  /// What it is for.
  public Reproduction asked() {
    return asked;
  }

  /// What to type to have it again.
  public String command() {
    return asked.command(folder);
  }

  /// Where it is.
  public Path folder() {
    return folder;
  }

  /// Takes the folder for writing, and makes it if it is not there.
  public FolderLock take() throws IOException {
    return FolderLock.make(folder, "reproduction");
  }

  /// The trials of all its experiments.
  public List<Trial> trials() {
    return asked.all().stream().flatMap(e -> e.trials().stream()).toList();
  }

  /// A study that keeps its trials here.
  public TrialRunner runner(int threads, StudyObserver observer) {
    return new TrialRunner(folder.resolve(TRIALS), threads, observer);
  }

  /// Notes what is asked for and where it is computed, before anything is: if this process is killed, its
  /// trials still have a provenance.
  public void noteStarted() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    Provenance.facts().forEach((name, value) -> facts.put(name, String.valueOf(value)));
    facts.put(TRIALS, "some: it ended before they were counted");
    sessions.add(facts);
    write();
  }

  /// Notes how many trials were computed since [#noteStarted].
  public void noteEnded(int trials, double seconds) throws IOException {
    Map<String, String> facts = sessions.removeLast();
    // A study of long runs may have computed parts of some and finished none.
    if (trials > 0 || (asked.hasLongTrials() && seconds > SHORTEST_SESSION)) {
      facts.put(TRIALS, String.valueOf(trials));
      facts.put("seconds", String.valueOf(Math.round(seconds)));
      sessions.add(facts);
    }
    write();
  }

  private void write(ObjectNode root, GameStudy study) {
    ObjectNode of = root.putObject(study.protocol().name());
    study.games().forEach(of.putArray("games")::add);
    study.ks().forEach(of.putArray("k")::add);
    of.put("seeds", study.seeds());
    of.put(study.protocol().clock().units(), study.length());
    study.others().forEach(of.putArray("others")::add);
    if (study.protocol().usual(asked.scale()).gaps()) {
      of.put(GAPS, study.gaps());
    }
  }

  private void write() throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode names = root.putArray("experiments");
    asked.experiments().forEach(names::add);
    root.put("scale", asked.scaleWord());
    if (asked.trials() > 0) { // else as many as the scale has
      root.put(TRIALS, asked.trials());
    }
    if (asked.hasMinAtar()) {
      write(root, asked.minatar());
    }
    if (asked.hasAtari()) {
      write(root, asked.atari());
    }
    root.put("seed", asked.seed());
    root.put("command", command());
    ArrayNode computed = root.putArray("computed");
    for (Map<String, String> session : sessions) {
      ObjectNode facts = computed.addObject();
      session.forEach(facts::put);
    }
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    WholeFile.write(folder.resolve(ASKED), text);
  }

  /// How many trials the report beside them knows, failed ones too; 0 if there is none.
  public int reported() throws IOException {
    Path file = folder.resolve(CHECKSUMS);
    return Files.isRegularFile(file)
        ? WholeFile.read(file, LARGEST_CHECKSUMS_BYTES).split("\n").length - 1
        : 0;
  }

  private void writeChecksums(StudyResults results) throws IOException {
    StringBuilder text = new StringBuilder("trial,crc32c\n");
    for (Trial trial : trials()) {
      TrialResult result = results.all().get(trial.name());
      if (result != null) {
        String sum =
            switch (result) {
              case TrialResult.Finished f -> TrialRunner.checksum(trial, f.columns());
              case TrialResult.Failed f -> "failed at step " + f.step();
            };
        text.append(trial.name()).append(',').append(sum).append('\n');
      }
    }
    WholeFile.write(folder.resolve(CHECKSUMS), text.toString());
  }

  /// The sections of all experiments, from the trials that are finished, and one on those that failed.
  public List<Section> sections(StudyResults results) {
    List<Section> sections = new ArrayList<>();
    for (Experiment experiment : asked.all()) {
      sections.addAll(experiment.report(results.finished()));
    }
    sections.addAll(new FailedTrials(trials(), results).sections());
    return sections;
  }

  /// What program on what machine computed the trials, name by name.
  public Map<String, String> provenance() {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < sessions.size(); i++) {
      String before = sessions.size() == 1 ? "" : "session " + (i + 1) + ", ";
      sessions.get(i).forEach((name, value) -> all.put(before + name, value));
    }
    return all;
  }

  /// What these results say.
  public Report report(StudyResults results) {
    String failed = new FailedTrials(trials(), results).sentence();
    return new Report(
        "Averaged-DQN, reproduced",
        "The claims of \"Averaged-DQN: Variance Reduction and Stabilization for Deep Reinforcement Learning\""
            + " (Anschel, Baram, Shimkin, ICML 2017), each with what was measured here and a verdict by a rule that"
            + " stands beside it. "
            + asked.scaleSentence()
            + (failed.isEmpty() ? "" : " " + failed),
        command(),
        provenance(),
        sections(results));
  }

  /// Writes the report of these results beside them.
  ///
  /// @return the report; its page is [ReportFolder#PAGE]
  public Report writeReport(StudyResults results) throws IOException {
    Report report = report(results);
    writeChecksums(results);
    ReportFolder.write(folder, report);
    return report;
  }
}
