package org.evenkeel.spark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.jspecify.annotations.Nullable;

/// What Spark is told. What the user says wins, then the user's `spark-defaults.conf`, then what is here.
final class SparkSettings {
  /// How long to wait for a first worker, and for one after all were lost.
  static final String PATIENCE = "spark.evenkeel.patienceSeconds";

  private static final String LOOPBACK = "127.0.0.1";
  private static final Pattern STANDALONE =
      Pattern.compile("spark://([^,/:\\s]+|\\[[0-9a-fA-F:]+\\]):([0-9]{1,5})(,.*)?");
  private static final Pattern MASTER =
      Pattern.compile("local|local\\[([0-9]+|\\*)(, *[0-9]+)?\\]|yarn|k8s://.+|spark://.+");

  /// How an executor is told its cores.
  private static final Pattern CORES = Pattern.compile("ExecutorBackend .*--cores ([0-9]{1,6})");

  /// The heap of an executor that is not for trials: the program itself, and what Spark does.
  private static final long PROGRAM = 300_000_000;

  /// How much of what there is may be taken.
  private static final double ALLOWED = 0.9;

  private static final int LEAST_HEAP_MEGABYTES = 1024;
  private static final int LEAST_OVERHEAD_MEGABYTES = 384;

  /// The kernels need the vector module; pointers spilled into vector registers make them 5 to 10 % slower.
  private static final String JAVA_OPTIONS =
      "--add-modules jdk.incubator.vector -XX:-UseFPUForSpilling --enable-native-access=ALL-UNNAMED"
          + " --sun-misc-unsafe-memory-access=allow";

  private SparkSettings() {}

  /// A master's address, where a user would type it.
  ///
  /// @throws IllegalArgumentException if it is none
  static void requireMaster(String master) {
    if (!MASTER.matcher(master).matches()
        || (master.startsWith("spark://") && !STANDALONE.matcher(master).matches())) {
      throw new IllegalArgumentException(
          "--on must be a master that Spark knows: spark://HOST:PORT, local[*], yarn, k8s://... or spark-submit, was '"
              + master
              + "'");
    }
  }

  /// @param defaults those of `spark-defaults.conf`
  /// @throws IllegalArgumentException if the workers are on other machines and could not reach this one
  static void requireAddress(Choice choice, Map<String, String> defaults) {
    if (choice.address() == null
        && !isHere(choice.master())
        && !defaults.containsKey("spark.driver.host")
        && !choice.settings().containsKey("spark.driver.host")) {
      throw new IllegalArgumentException(
          "the workers of '%s' must reach this machine, and nothing here listens for others unless you say so: give the"
                  .formatted(choice.master())
              + " address under which they do, as in '--driver-host 10.0.0.5'");
    }
  }

  /// Where a standalone master listens; null for another one.
  static @Nullable InetSocketAddress standalone(String master) {
    Matcher matcher = STANDALONE.matcher(master);
    return matcher.matches() && matcher.group(3) == null
        ? new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)))
        : null;
  }

  /// Whether a master and its workers are this machine: then nothing here need listen for others.
  static boolean isHere(String master) {
    if (master.startsWith("local")) {
      return true;
    }
    Matcher matcher = STANDALONE.matcher(master);
    if (!matcher.matches() || matcher.group(3) != null) {
      return false;
    }
    try {
      return InetAddress.getByName(matcher.group(1)).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /// All settings for a cluster.
  ///
  /// @param defaults those of `spark-defaults.conf`
  /// @param heapBytes what the largest trial takes of the heap
  /// @param outsideBytes what the largest trial takes outside it
  static Map<String, String> of(
      Choice choice, Map<String, String> defaults, long heapBytes, long outsideBytes) {
    Map<String, String> given = new LinkedHashMap<>(defaults);
    given.putAll(choice.settings());
    Map<String, String> all = new LinkedHashMap<>();
    all.put("spark.app.name", "Evenkeel");
    all.put("spark.ui.enabled", "false"); // it would listen on every address
    all.put("spark.ui.showConsoleProgress", "false");
    all.put("spark.executor.heartbeatInterval", "2s"); // brings how far trials are
    // A trial is one task. Where trials compute on GPUs some day, several will be one:
    // spark.task.resource.gpu.amount.
    all.put("spark.task.cpus", String.valueOf(choice.threads()));
    // A trial answers what goes wrong with it, so failures are executors that were lost.
    all.put("spark.task.maxFailures", "20");
    // Results are written as they arrive.
    all.put("spark.driver.maxResultSize", "0");
    all.put(PATIENCE, "120");
    if (isHere(choice.master())) {
      all.put("spark.driver.host", LOOPBACK);
      all.put("spark.driver.bindAddress", LOOPBACK);
    }
    memory(choice.master(), given, all, heapBytes, outsideBytes);
    all.putAll(given);
    if (choice.address() != null) {
      all.put("spark.driver.host", choice.address());
      all.put("spark.driver.bindAddress", choice.address());
    }
    all.put("spark.master", choice.master());
    all.merge("spark.executor.extraJavaOptions", JAVA_OPTIONS, (own, ours) -> ours + " " + own);
    return all;
  }

  /// Enough for as many trials at once as an executor has cores, where that is known; else for one.
  private static void memory(
      String master, Map<String, String> given, Map<String, String> all, long heap, long outside) {
    boolean containers = master.equals("yarn") || master.startsWith("k8s://");
    int cores = whole(given.get("spark.executor.cores"), 1);
    int atOnce =
        Math.max(
            1, cores / whole(given.getOrDefault("spark.task.cpus", all.get("spark.task.cpus")), 1));
    all.put("spark.executor.memory", heapMegabytes(heap * atOnce) + "m");
    if (containers) { // which are ended if they take more
      all.put("spark.executor.memoryOverhead", overheadMegabytes(outside * atOnce) + "m");
    }
  }

  /// @throws IOException if it is no number of seconds
  static int patience(Map<String, String> settings) throws IOException {
    int seconds = whole(settings.get(PATIENCE), -1);
    if (seconds < 0) {
      throw new IOException(
          "%s must be a whole number of seconds, was '%s'"
              .formatted(PATIENCE, settings.get(PATIENCE)));
    }
    return seconds;
  }

  private static int whole(@Nullable String text, int otherwise) {
    return text != null && text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : otherwise;
  }

  /// The heap of an executor, in Spark's megabytes, in which trials have so much.
  static int heapMegabytes(long bytes) {
    long megabytes = (long) Math.ceil((bytes / ALLOWED + PROGRAM) / (1 << 20));
    return (int) Math.max(LEAST_HEAP_MEGABYTES, megabytes);
  }

  /// The memory of an executor outside its heap, in which trials have so much.
  static int overheadMegabytes(long bytes) {
    return (int) (LEAST_OVERHEAD_MEGABYTES + (long) Math.ceil(bytes / ALLOWED / (1 << 20)));
  }

  /// What the trials of this executor may take together. Of the machine's memory an executor has the share of its cores,
  /// unless it was given a number: several may be on one machine.
  static MemoryGate gate(SparkConf conf) {
    long heap = heapForTrials(Runtime.getRuntime().maxMemory());
    String own = conf.get("spark.executor.memoryOverhead", "");
    if (!own.isEmpty()) {
      long bytes = conf.getSizeAsMb("spark.executor.memoryOverhead", "0") << 20;
      return new MemoryGate(heap, (long) (bytes * ALLOWED));
    }
    long total =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    int machine = Runtime.getRuntime().availableProcessors();
    Matcher given = CORES.matcher(System.getProperty("sun.java.command", ""));
    int cores = given.find() ? Math.clamp(Long.parseLong(given.group(1)), 1, machine) : machine;
    return new MemoryGate(heap, outsideForTrials(total, cores, machine));
  }

  /// What trials may take of an executor's heap.
  static long heapForTrials(long heap) {
    return (long) (Math.max(0, heap - PROGRAM) * ALLOWED);
  }

  /// What trials may take outside it.
  static long outsideForTrials(long total, int cores, int machine) {
    return (long) (total * ALLOWED * cores / machine);
  }

  /// What the user has set beforehand: by `spark-submit`, or in `spark-defaults.conf` in `SPARK_CONF_DIR` or in `SPARK_HOME/conf`.
  static Map<String, String> defaults(Map<String, String> environment) throws IOException {
    String folder = environment.get("SPARK_CONF_DIR");
    String home = environment.get("SPARK_HOME");
    Path file =
        folder != null
            ? Path.of(folder, "spark-defaults.conf")
            : Path.of(home == null ? "" : home, "conf", "spark-defaults.conf");
    Map<String, String> settings = new TreeMap<>();
    if (Files.isRegularFile(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException(
            "cannot read '"
                + file
                + "': "
                + (e instanceof IOException io ? Reason.of(io) : e.getMessage()),
            e);
      }
      for (String name : properties.stringPropertyNames()) {
        if (name.startsWith("spark.")) {
          settings.put(name, properties.getProperty(name).strip());
        }
      }
    }
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("spark.")) { // as spark-submit hands on what it was given
        settings.put(name, System.getProperty(name));
      }
    }
    return settings;
  }

  /// Whether jars are sent by who started this program, as `spark-submit` does.
  static boolean isSubmitted() {
    return System.getProperty("spark.jars") != null
        || System.getProperty("sun.java.command", "").contains("SparkSubmit");
  }
}
