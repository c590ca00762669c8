package org.evenkeel.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialCluster.Task;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.jspecify.annotations.Nullable;

/// This process as a driver of Spark: from its start to its end, and what is said where the cluster fails it.
final class SparkConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final long LOOK_MILLIS = 200;

  /// After so long without a worker, a user wants to know what is waited for.
  private static final double NOTE_SECONDS = 10;

  private final Choice choice;
  private final Map<String, String> defaults;
  private final Consumer<String> notes;
  private final BooleanSupplier stopped;
  private final ClusterWatch watch = new ClusterWatch();
  private final Workers workers;
  private @Nullable JavaSparkContext spark;
  private @Nullable Path scratch;
  private Map<String, String> sent = Map.of();
  private double patienceSeconds;

  /// @param defaults those of `spark-defaults.conf`
  /// @param notes hears what to know before the first trial
  /// @param stopped whether it is not wanted any more
  SparkConnection(
      Choice choice,
      Map<String, String> defaults,
      Consumer<String> notes,
      BooleanSupplier stopped) {
    this.choice = choice;
    this.defaults = defaults;
    this.notes = notes;
    this.stopped = stopped;
    workers = new Workers(choice.master().startsWith("local"));
  }

  /// What Spark tells.
  ClusterWatch watch() {
    return watch;
  }

  /// Its executors.
  Workers workers() {
    return workers;
  }

  /// The entries of class paths that executors have, each with the name of its file there.
  Map<String, String> sent() {
    return sent;
  }

  /// Connected and asked whether it can compute these, the first time.
  JavaSparkContext connected(List<Task> tasks) throws IOException, InterruptedException {
    JavaSparkContext there = spark;
    if (there != null) {
      return there;
    }
    Trial heap = tasks.getFirst().trial();
    Trial outside = heap;
    for (Task task : tasks) {
      heap = task.trial().heapBytes() > heap.heapBytes() ? task.trial() : heap;
      outside = task.trial().memoryBytes() > outside.memoryBytes() ? task.trial() : outside;
    }
    Map<String, String> settings =
        SparkSettings.of(choice, defaults, heap.heapBytes(), outside.memoryBytes());
    patienceSeconds = SparkSettings.patience(settings);
    requireReachable();
    JavaSparkContext context = connect(settings);
    spark = context;
    waitForWorkers(context, settings);
    if (!stopped.getAsBoolean()) {
      check(context, new WorkerCheck(choice, heap, outside));
    }
    return context;
  }

  private void check(JavaSparkContext context, WorkerCheck check) throws IOException {
    try {
      check.ask(context, workers.count());
    } catch (IOException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    } catch (Exception e) { // Scala declares none of those it throws
      throw context.sc().isStopped()
          ? gone()
          : failed("the workers of '" + choice.master() + "' did not answer", e);
    }
  }

  /// Spark itself would try for a minute.
  private void requireReachable() throws IOException {
    InetSocketAddress master = SparkSettings.standalone(choice.master());
    if (master != null) {
      try (Socket socket = new Socket()) {
        if (master.isUnresolved()) {
          throw new IOException("no machine has the name '" + master.getHostString() + "'");
        }
        socket.connect(master, CONNECT_MILLIS);
      } catch (IOException e) {
        throw new IOException(
            "no master answers at '%s': %s".formatted(choice.master(), Reason.of(e)), e);
      }
    }
  }

  private JavaSparkContext connect(Map<String, String> settings) throws IOException {
    System.setProperty("evenkeel.spark.log", choice.log().toString());
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty(
          "log4j2.configurationFile", "classpath:org/evenkeel/spark/log4j2.properties");
    }
    Path folder = Files.createTempDirectory("evenkeel-spark");
    scratch = folder;
    SparkConf conf = new SparkConf();
    settings.forEach(conf::set);
    if (!SparkSettings.isSubmitted() && !choice.master().startsWith("local")) {
      List<String> jars = new ArrayList<>();
      SentFiles.program(folder).forEach(jar -> jars.add(jar.toString()));
      String own = settings.get("spark.jars");
      if (own != null) {
        jars.add(own);
      }
      conf.set("spark.jars", String.join(",", jars));
    }
    JavaSparkContext context;
    try {
      SparkContext made = new SparkContext(conf);
      made.addSparkListener(watch);
      context = new JavaSparkContext(made);
    } catch (Exception e) { // Scala declares none of those it throws
      throw failed("Spark could not be started on '" + choice.master() + "'", e);
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (Map.Entry<String, Path> entry :
        SentFiles.classpath(choice.classpath(), folder).entrySet()) {
      context.addFile(entry.getValue().toString());
      names.put(entry.getKey(), String.valueOf(entry.getValue().getFileName()));
    }
    sent = names;
    return context;
  }

  private IOException failed(String what, Throwable why) {
    return new IOException(
        "%s: %s; its own words are in '%s'".formatted(what, firstLine(why), choice.log()), why);
  }

  /// The first line of what went wrong.
  static String firstLine(Throwable why) {
    String text = why.getMessage() == null ? why.toString() : why.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  /// Returns with the first executor, or when it is not wanted any more.
  private void waitForWorkers(JavaSparkContext context, Map<String, String> settings)
      throws IOException, InterruptedException {
    boolean said = false;
    while (!stopped.getAsBoolean() && !workers.look(context)) {
      Thread.sleep(LOOK_MILLIS);
      if (context.sc().isStopped()) {
        throw gone();
      }
      if (!said && workers.aloneSeconds() > NOTE_SECONDS) {
        said = true;
        notes.accept("waiting for a worker of '" + choice.master() + "'");
      }
      if (workers.aloneSeconds() > patienceSeconds) {
        throw nobody(settings);
      }
    }
  }

  /// @throws IOException if there is nobody left to compute, or somebody who cannot
  void requireWorkers(JavaSparkContext context) throws IOException {
    String old = watch.tooOld();
    if (old != null) {
      throw new IOException(
          "the worker at '%s' has an older Java than %d, and trials need that: start it with JAVA_HOME set to a JDK 25. What"
                  .formatted(old, WorkerCheck.NEEDED_JAVA)
              + " is finished is kept");
    }
    if (context.sc().isStopped()) {
      throw gone();
    }
    if (workers.aloneSeconds() > patienceSeconds) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the cluster at '%s' went away: it has had no worker for %.0f s%s. What is finished is kept, and the same"
                  + " command continues",
              choice.master(),
              patienceSeconds,
              watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")"));
    }
  }

  private IOException nobody(Map<String, String> settings) {
    String asked = "spark.executor.memory";
    boolean ours = !choice.settings().containsKey(asked) && !defaults.containsKey(asked);
    return new IOException(
        String.format(
            Locale.ROOT,
            "no worker of '%s' gave an executor with %s of heap%s and %s within %.0f s: they are missing, busy or too"
                + " small%s; %s, or wait longer with --spark %s=...",
            choice.master(),
            settings.get(asked),
            ours ? ", which a trial needs," : "",
            Counted.of(choice.threads(), "core"),
            patienceSeconds,
            watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
            ours ? "start larger ones" : "ask for less with --spark " + asked + "=...",
            SparkSettings.PATIENCE));
  }

  /// The cluster has ended what this program had there.
  IOException gone() {
    return new IOException(
        "the cluster at '%s' has ended this program's executors%s: the Java of its workers must be %d or newer and have the"
                .formatted(
                    choice.master(),
                    watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
                    WorkerCheck.NEEDED_JAVA)
            + " module jdk.incubator.vector; its own words are in '"
            + choice.log()
            + "' and in the workers' logs. What is finished is kept");
  }

  /// Spark gave up: a trial was lost with its executor again and again.
  IOException ended(Throwable why) {
    return new IOException(
        "Spark gave up after a trial was lost with its executor too often (%s): has it enough memory? '--spark"
                .formatted(watch.lastLoss().isEmpty() ? firstLine(why) : watch.lastLoss())
            + " spark.executor.memory=...' gives more. Its own words are in '"
            + choice.log()
            + "'. What is finished is kept, and the same command continues",
        why);
  }

  @Override
  public void close() {
    if (spark != null) {
      spark.stop();
    }
    Path folder = scratch;
    if (folder != null) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
        Files.delete(folder);
      } catch (IOException e) {
        return; // left to the system, as all of its folder for what may be lost
      }
    }
  }
}
