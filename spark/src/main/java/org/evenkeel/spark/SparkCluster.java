package org.evenkeel.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.evenkeel.lab.study.TrialParcel;
import org.evenkeel.lab.study.TrialText;
import org.evenkeel.spark.probe.Probe;
import org.jspecify.annotations.Nullable;
import scala.Function0;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Failure;

/// A cluster of Apache Spark, of which this process is the driver. Each trial is a task; Spark gives it to an executor, and
/// to another one if that is lost.
final class SparkCluster implements TrialCluster {
  /// How often a trial is tried where the executor could not compute it for a reason of its own, such as a full disk.
  private static final int MOST_TRIES = 3;

  /// The beginning of a trial that is sent along is in memory as a whole.
  private static final long LARGEST_BEGINNING = 256L << 20;

  private static final int NEEDED_JAVA = 25;
  private static final int CONNECT_MILLIS = 5_000;
  private static final long LOOK_MILLIS = 200;

  private final Choice choice;
  private final Map<String, String> defaults;
  private final Consumer<String> notes;
  private final ClusterWatch watch = new ClusterWatch();
  private final Workers workers;
  private volatile boolean stopped;
  private @Nullable JavaSparkContext spark;
  private @Nullable Path scratch;
  private Map<String, String> sent = Map.of();
  private double patienceSeconds;

  SparkCluster(Choice choice, Map<String, String> defaults, Consumer<String> notes) {
    this.choice = choice;
    this.defaults = defaults;
    this.notes = notes;
    workers = new Workers(choice.master().startsWith("local"));
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void compute(List<Task> tasks, Listener listener)
      throws IOException, InterruptedException {
    if (tasks.isEmpty() || stopped) {
      return;
    }
    JavaSparkContext context = connected(tasks);
    List<Task> left = tasks;
    Map<Task, Integer> tries = new HashMap<>();
    while (!left.isEmpty() && !stopped) {
      left = wave(context, left, tries, listener);
    }
  }

  /// Connected and asked whether it can compute these, the first time.
  private JavaSparkContext connected(List<Task> tasks) throws IOException, InterruptedException {
    JavaSparkContext there = spark;
    if (there != null) {
      return there;
    }
    Task largestHeap = tasks.getFirst();
    Task largestOutside = tasks.getFirst();
    for (Task task : tasks) {
      largestHeap = task.trial().heapBytes() > largestHeap.trial().heapBytes() ? task : largestHeap;
      largestOutside =
          task.trial().memoryBytes() > largestOutside.trial().memoryBytes() ? task : largestOutside;
    }
    Map<String, String> settings =
        SparkSettings.of(
            choice,
            defaults,
            largestHeap.trial().heapBytes(),
            largestOutside.trial().memoryBytes());
    requireReachable();
    JavaSparkContext context = connect(settings);
    spark = context;
    patienceSeconds = context.getConf().getInt(SparkSettings.PATIENCE, 120);
    waitForWorkers(context, settings);
    if (!stopped) {
      try {
        ask(context, largestHeap.trial(), largestOutside.trial());
      } catch (IllegalArgumentException e) {
        throw new IOException(String.valueOf(e.getMessage()), e);
      }
    }
    return context;
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
    } catch (RuntimeException e) {
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

  private static String firstLine(Throwable why) {
    String text = why.getMessage() == null ? why.toString() : why.getMessage();
    return text.lines().findFirst().orElse("").strip();
  }

  private void waitForWorkers(JavaSparkContext context, Map<String, String> settings)
      throws IOException, InterruptedException {
    boolean said = false;
    while (!stopped && !workers.look(context)) {
      Thread.sleep(LOOK_MILLIS);
      if (context.sc().isStopped()) {
        throw gone();
      }
      if (!said && workers.aloneSeconds() > 10) {
        said = true;
        notes.accept("waiting for a worker of '" + choice.master() + "'");
      }
      if (workers.aloneSeconds() > patienceSeconds) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "no worker of '%s' gave an executor with %s of heap and %s within %.0f s: they are missing, busy or too"
                    + " small%s; ask for less with --spark spark.executor.memory=..., or wait longer with --spark"
                    + " %s=...",
                choice.master(),
                settings.get("spark.executor.memory"),
                Counted.of(choice.threads(), "core"),
                patienceSeconds,
                watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
                SparkSettings.PATIENCE));
      }
    }
  }

  private IOException gone() {
    return new IOException(
        "the cluster at '%s' has ended this program's executors%s: the Java of its workers must be %d or newer and have the"
                .formatted(
                    choice.master(),
                    watch.lastLoss().isEmpty() ? "" : " (" + watch.lastLoss() + ")",
                    NEEDED_JAVA)
            + " module jdk.incubator.vector; its own words are in '"
            + choice.log()
            + "' and in the workers' logs. What is finished is kept");
  }

  /// One question to each executor there is.
  private void ask(JavaSparkContext context, Trial largestHeap, Trial largestOutside)
      throws IOException {
    String checkpoints = choice.checkpoints();
    String marker = "evenkeel-" + UUID.randomUUID();
    HadoopFolder shared = null;
    if (checkpoints != null) {
      try {
        shared = new HadoopFolder(checkpoints);
        shared.put("1", marker);
      } catch (IOException | RuntimeException e) {
        throw new IOException(
            "the folder of --checkpoints, '%s', cannot be written to from here: %s"
                .formatted(withoutSecrets(checkpoints), firstLine(e)),
            e);
      }
    }
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < workers.count(); i++) {
      numbers.add(i);
    }
    List<String[]> answers;
    try {
      answers =
          context
              .parallelize(numbers, numbers.size())
              .map(new Probe(checkpoints == null ? "" : checkpoints, marker))
              .collect();
    } catch (RuntimeException e) {
      throw context.sc().isStopped()
          ? gone()
          : failed("the workers of '" + choice.master() + "' did not answer", e);
    } finally {
      if (shared != null) {
        shared.delete(marker);
      }
    }
    for (String[] answer : answers) {
      check(answer, largestHeap, largestOutside);
    }
  }

  private void check(String[] answer, Trial largestHeap, Trial largestOutside) throws IOException {
    String host = answer[Probe.HOST];
    int java = Integer.parseInt(answer[Probe.JAVA]);
    if (java < NEEDED_JAVA || !Boolean.parseBoolean(answer[Probe.VECTOR])) {
      throw new IOException(
          "the worker at '%s' has Java %d %s the module jdk.incubator.vector, and trials need Java %d with it: start the"
                  .formatted(
                      host,
                      java,
                      Boolean.parseBoolean(answer[Probe.VECTOR]) ? "with" : "without",
                      NEEDED_JAVA)
              + " workers with JAVA_HOME set to a JDK 25, or give --spark spark.executorEnv.JAVA_HOME=...");
    }
    if (!answer[Probe.CHECKPOINTS].isEmpty()) {
      throw new IOException(
          "the folder of --checkpoints, '%s', cannot be used by the worker at '%s': %s"
              .formatted(
                  withoutSecrets(String.valueOf(choice.checkpoints())),
                  host,
                  answer[Probe.CHECKPOINTS]));
    }
    long heap = SparkSettings.heapForTrials(Long.parseLong(answer[Probe.HEAP]));
    MemoryGate.requireRoom(largestHeap.name(), largestHeap.heapBytes(), 0, heap, Long.MAX_VALUE);
    long memory = Long.parseLong(answer[Probe.MEMORY]);
    MemoryGate.requireRoom(
        largestOutside.name(),
        0,
        largestOutside.memoryBytes(),
        Long.MAX_VALUE,
        SparkSettings.outsideForTrials(memory, 1, 1));
  }

  /// An address without the name and password that it may have.
  static String withoutSecrets(String address) {
    return address.replaceFirst("//[^/@]*@", "//***@");
  }

  /// Computes trials, and returns those that are to be tried again.
  private List<Task> wave(
      JavaSparkContext context, List<Task> tasks, Map<Task, Integer> tries, Listener listener)
      throws IOException, InterruptedException {
    List<Broadcast<TrialParcel>> beginnings = new ArrayList<>();
    List<Shipment> shipments = new ArrayList<>();
    for (Task task : tasks) {
      shipments.add(shipment(context, task, beginnings, listener));
    }
    Share share = new Share();
    context.sc().register(share, Share.NAME);
    LinkedBlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
    List<Object> partitions = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      partitions.add(i);
    }
    SimpleFutureAction<BoxedUnit> job =
        context
            .sc()
            .submitJob(
                context.parallelize(shipments, shipments.size()).rdd(),
                new TrialTask(choice.threads(), choice.checkpoints(), sent, share),
                CollectionConverters.asScala(partitions).toSeq(),
                handler(arrived),
                nothing());
    List<Task> again = new ArrayList<>();
    try {
      boolean done = false;
      while (!done && !stopped) {
        done = job.isCompleted(); // before the queue is emptied, so that nothing comes after
        Arrived one = arrived.poll(done ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS);
        while (one != null) {
          arrived(tasks.get(one.index), one.answer, tries, again, listener);
          one = arrived.poll();
        }
        watch.takeShares().forEach((index, reached) -> tell(tasks, index, reached, listener));
        workers.look(context);
        listener.working(watch.running(), workers.hosts());
        requireWorkers(context);
      }
      if (!stopped && job.value().get() instanceof Failure<?> failure) {
        throw ended(failure.exception());
      }
      return again;
    } finally {
      if (!job.isCompleted()) {
        job.cancel();
      }
      beginnings.forEach(Broadcast::destroy);
    }
  }

  private static void tell(List<Task> tasks, int index, double reached, Listener listener) {
    if (index < tasks.size()) {
      listener.reached(tasks.get(index), reached);
    }
  }

  private void requireWorkers(JavaSparkContext context) throws IOException {
    String old = watch.tooOld();
    if (old != null) {
      throw new IOException(
          "the worker at '%s' has an older Java than %d, and trials need that: start it with JAVA_HOME set to a JDK 25. What"
                  .formatted(old, NEEDED_JAVA)
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

  /// Spark gave up: a trial was lost with its executor again and again.
  private IOException ended(Throwable why) {
    return new IOException(
        "Spark gave up after a trial was lost with its executor too often (%s): has it enough memory? '--spark"
                .formatted(watch.lastLoss().isEmpty() ? firstLine(why) : watch.lastLoss())
            + " spark.executor.memory=...' gives more. Its own words are in '"
            + choice.log()
            + "'. What is finished is kept, and the same command continues",
        why);
  }

  private Shipment shipment(
      JavaSparkContext context,
      Task task,
      List<Broadcast<TrialParcel>> beginnings,
      Listener listener)
      throws IOException {
    Trial trial = task.trial();
    long begun = trial.isOwn(task.folder()) ? Checkpoint.newest(task.folder()) : 0;
    Broadcast<TrialParcel> beginning = null;
    if (begun > 0 && TrialParcel.bytes(task.folder()) > LARGEST_BEGINNING) {
      begun = 0;
      listener.warning(
          "the checkpoint in '%s' is too large to be sent: %s starts again on the cluster"
              .formatted(task.folder(), trial.name()));
    } else if (begun > 0) {
      beginning = context.broadcast(TrialParcel.of(null, task.folder()));
      beginnings.add(beginning);
    }
    return new Shipment(
        trial.name(),
        task.recipe(),
        TrialText.hash(trial.describe()),
        beginning,
        begun,
        trial.heapBytes(),
        trial.memoryBytes());
  }

  private void arrived(
      Task task, Answer answer, Map<Task, Integer> tries, List<Task> again, Listener listener)
      throws IOException {
    switch (answer) {
      case Answer.Ended ended -> {
        ended.warnings().forEach(listener::warning);
        listener.ended(task, ended.parcel());
        forgetCheckpoints(task, listener);
      }
      case Answer.Refused refused -> {
        String where = " (on the worker at '" + refused.host() + "')";
        if (refused.everywhere() || tries.merge(task, 1, Integer::sum) >= MOST_TRIES) {
          throw new IOException(refused.sentence() + where);
        }
        listener.warning(refused.sentence() + where + "; it is tried again");
        again.add(task);
      }
      case Answer.Stopped _ -> again.add(task);
    }
  }

  private void forgetCheckpoints(Task task, Listener listener) {
    if (choice.checkpoints() != null) {
      try {
        new HadoopFolder(choice.checkpoints())
            .deleteFolder(TrialText.hash(task.trial().describe()));
      } catch (IOException e) {
        listener.warning(
            "the checkpoints of %s could not be removed from the folder of --checkpoints: %s"
                .formatted(task.trial().name(), Reason.of(e)));
      }
    }
  }

  /// What came of the task with this number.
  private record Arrived(int index, Answer answer) {}

  /// Called on a thread that Spark needs for other things.
  private static Function2<Object, Answer, BoxedUnit> handler(
      LinkedBlockingQueue<Arrived> arrived) {
    return new AbstractFunction2<>() {
      @Override
      public BoxedUnit apply(Object index, Answer answer) {
        arrived.add(new Arrived((Integer) index, answer));
        return BoxedUnit.UNIT;
      }
    };
  }

  private static Function0<BoxedUnit> nothing() {
    return new AbstractFunction0<>() {
      @Override
      public BoxedUnit apply() {
        return BoxedUnit.UNIT;
      }
    };
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
