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

/// The connection of this process, as the driver, to a Spark cluster. It also composes the error messages for failures of
/// the cluster.
final class SparkConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;
  private static final long LOOK_MILLIS = 200;

  /// The time without a worker, in seconds, after which the user is told about the wait.
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

  /// @param defaults the settings of `spark-defaults.conf`
  /// @param notes the receiver of messages for the user before the first trial
  /// @param stopped the condition under which to stop
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

  /// Returns the listener for Spark's events.
  ClusterWatch watch() {
    return watch;
  }

  /// Returns the executors.
  Workers workers() {
    return workers;
  }

  /// Returns the class path entries that were sent to the executors, each with the name of its file there.
  Map<String, String> sent() {
    return sent;
  }

  /// Returns the connected context. The first call connects and checks that the workers can compute the tasks.
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

  /// Checks that a standalone master answers. Spark itself would try for a minute.
  private void requireReachable() throws IOException {
    InetSocketAddress master = SparkSettings.standalone(choice.master());
    if (master != null) {
      try (Socket socket = new Socket()) {
        if (master.isUnresolved()) {
          throw new IOException("unknown host '" + master.getHostString() + "'");
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
        "%s: %s; see Spark's log in '%s'".formatted(what, firstLine(why), choice.log()), why);
  }

  /// Returns the first line of an exception's message.
  static String firstLine(Throwable why) {
    String text = why.getMessage() == null ? why.toString() : why.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  /// Waits for the first executor, or until it is stopped.
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

  /// Checks that there are workers that can compute.
  ///
  /// @throws IOException if no worker is left, or if a worker has too old a Java
  void requireWorkers(JavaSparkContext context) throws IOException {
    String old = watch.tooOld();
    if (old != null) {
      throw new IOException(
          "the worker at '%s' has a Java older than %d, which trials need: start it with JAVA_HOME set to a JDK 25."
                  .formatted(old, WorkerCheck.NEEDED_JAVA)
              + " Finished trials are kept");
    }
    if (context.sc().isStopped()) {
      throw gone();
    }
    if (workers.aloneSeconds() > patienceSeconds) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the cluster at '%s' was lost: it has had no worker for %.0f s%s. Finished trials are kept, and the same"
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
            "no worker of '%s' provided an executor with %s of heap%s and %s within %.0f s: the workers are missing, busy"
                + " or too small%s. %s, or wait longer with --spark %s=...",
            choice.master(),
            settings.get(asked),
            ours ? " (needed by a trial)" : "",
            Counted.of(choice.threads(), "core"),
            patienceSeconds,
            watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
            ours ? "Start larger ones" : "Request less with --spark " + asked + "=...",
            SparkSettings.PATIENCE));
  }

  /// Returns the error for a cluster that has ended this program's executors.
  IOException gone() {
    return new IOException(
        "the cluster at '%s' ended this program's executors%s. Its workers need Java %d or newer with the module"
                .formatted(
                    choice.master(),
                    watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
                    WorkerCheck.NEEDED_JAVA)
            + " jdk.incubator.vector; see Spark's log in '"
            + choice.log()
            + "' and the workers' logs. Finished trials are kept");
  }

  /// Returns the error for a trial that was lost with its executor so often that Spark gave up.
  IOException ended(Throwable why) {
    return new IOException(
        "Spark gave up because a trial was lost with its executor too often (%s). If it needs more memory, use '--spark"
                .formatted(watch.lastLoss().isEmpty() ? firstLine(why) : watch.lastLoss())
            + " spark.executor.memory=...'; see Spark's log in '"
            + choice.log()
            + "'. Finished trials are kept, and the same command continues",
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
        return; // left to the system, like everything in its temporary folder
      }
    }
  }
}
