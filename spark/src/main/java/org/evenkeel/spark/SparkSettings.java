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

/// The settings for Spark. The user's choices on the command line take precedence, then the user's `spark-defaults.conf`,
/// then the defaults here.
final class SparkSettings {
  /// The setting for the time to wait for the first worker, and for a new one after all were lost.
  static final String PATIENCE = "spark.evenkeel.patienceSeconds";

  private static final String LOOPBACK = "127.0.0.1";
  private static final Pattern STANDALONE =
      Pattern.compile("spark://([^,/:\\s]+|\\[[0-9a-fA-F:]+\\]):([0-9]{1,5})(,.*)?");
  private static final Pattern MASTER =
      Pattern.compile("local|local\\[([0-9]+|\\*)(, *[0-9]+)?\\]|yarn|k8s://.+|spark://.+");

  /// The pattern of the number of cores on the command line of an executor.
  private static final Pattern CORES = Pattern.compile("ExecutorBackend .*--cores ([0-9]{1,6})");

  /// The part of an executor's heap, in bytes, that is reserved for the program itself and for Spark.
  private static final long PROGRAM = 300_000_000;

  /// The share of the available memory that trials may use.
  private static final double ALLOWED = 0.9;

  private static final int LEAST_HEAP_MEGABYTES = 1024;
  private static final int LEAST_OVERHEAD_MEGABYTES = 384;

  /// The options of an executor's Java. The kernels need the vector module; pointers spilled into vector registers make
  /// them 5 to 10 % slower.
  private static final String JAVA_OPTIONS =
      "--add-modules jdk.incubator.vector -XX:-UseFPUForSpilling --enable-native-access=ALL-UNNAMED"
          + " --sun-misc-unsafe-memory-access=allow";

  private SparkSettings() {}

  /// Checks the address of a master.
  ///
  /// @throws IllegalArgumentException if it is not valid
  static void requireMaster(String master) {
    if (!MASTER.matcher(master).matches()
        || (master.startsWith("spark://") && !STANDALONE.matcher(master).matches())) {
      throw new IllegalArgumentException(
          "--on must be a master that Spark knows: spark://HOST:PORT, local[*], yarn, k8s://... or spark-submit, was '"
              + master
              + "'");
    }
  }

  /// Checks that the workers can reach this machine.
  ///
  /// @param defaults the settings of `spark-defaults.conf`
  /// @throws IllegalArgumentException if the workers are on other machines and could not reach this one
  static void requireAddress(Choice choice, Map<String, String> defaults) {
    if (choice.address() == null
        && !isHere(choice.master())
        && !defaults.containsKey("spark.driver.host")
        && !choice.settings().containsKey("spark.driver.host")) {
      throw new IllegalArgumentException(
          "the workers of '%s' must be able to reach this machine, which accepts no connections from others by default: give"
                  .formatted(choice.master())
              + " an address that they can reach, as in '--driver-host 10.0.0.5'");
    }
  }

  /// Returns the address of a standalone master; null for any other kind of master.
  static @Nullable InetSocketAddress standalone(String master) {
    Matcher matcher = STANDALONE.matcher(master);
    return matcher.matches() && matcher.group(3) == null
        ? new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2)))
        : null;
  }

  /// Returns whether a master and its workers are on this machine, so that it need not accept connections from others.
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

  /// Returns all settings for a cluster.
  ///
  /// @param defaults the settings of `spark-defaults.conf`
  /// @param heapBytes the heap that the largest trial needs
  /// @param outsideBytes the memory outside the heap that the largest trial needs
  static Map<String, String> of(
      Choice choice, Map<String, String> defaults, long heapBytes, long outsideBytes) {
    Map<String, String> given = new LinkedHashMap<>(defaults);
    given.putAll(choice.settings());
    Map<String, String> all = new LinkedHashMap<>();
    all.put("spark.app.name", "Evenkeel");
    all.put("spark.ui.enabled", "false"); // it would listen on every address
    all.put("spark.ui.showConsoleProgress", "false");
    all.put("spark.executor.heartbeatInterval", "2s"); // carries the progress of trials
    // Each trial is one task. If trials ever compute on GPUs, several will form one task:
    // spark.task.resource.gpu.amount.
    all.put("spark.task.cpus", String.valueOf(choice.threads()));
    // A trial reports its own errors as a result, so failures are lost executors.
    all.put("spark.task.maxFailures", "20");
    // No limit is needed, because results are written as they arrive.
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

  /// Sets the memory of an executor: enough for as many trials as its cores can run at once, or for one trial if the
  /// number of cores is not known.
  private static void memory(
      String master, Map<String, String> given, Map<String, String> all, long heap, long outside) {
    boolean containers = master.equals("yarn") || master.startsWith("k8s://");
    int cores = whole(given.get("spark.executor.cores"), 1);
    int atOnce =
        Math.max(
            1, cores / whole(given.getOrDefault("spark.task.cpus", all.get("spark.task.cpus")), 1));
    all.put("spark.executor.memory", heapMegabytes(heap * atOnce) + "m");
    if (containers) { // they are killed if they use more
      all.put("spark.executor.memoryOverhead", overheadMegabytes(outside * atOnce) + "m");
    }
  }

  /// Returns the value of [#PATIENCE] in seconds.
  ///
  /// @throws IOException if it is not a number of seconds
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

  /// Returns the heap size of an executor, in Spark's megabytes, that leaves the given number of bytes to trials.
  static int heapMegabytes(long bytes) {
    long megabytes = (long) Math.ceil((bytes / ALLOWED + PROGRAM) / (1 << 20));
    return (int) Math.max(LEAST_HEAP_MEGABYTES, megabytes);
  }

  /// Returns the memory of an executor outside its heap, in megabytes, that leaves the given number of bytes to trials.
  static int overheadMegabytes(long bytes) {
    return (int) (LEAST_OVERHEAD_MEGABYTES + (long) Math.ceil(bytes / ALLOWED / (1 << 20)));
  }

  /// Returns the gate for the memory that the trials of this executor may use together. Several executors may run on one
  /// machine, so an executor without an explicit limit has a share of the machine's memory in proportion to its cores.
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

  /// Returns the part of an executor's heap that trials may use.
  static long heapForTrials(long heap) {
    return (long) (Math.max(0, heap - PROGRAM) * ALLOWED);
  }

  /// Returns the memory outside an executor's heap that trials may use.
  static long outsideForTrials(long total, int cores, int machine) {
    return (long) (total * ALLOWED * cores / machine);
  }

  /// Returns the user's existing settings: those of `spark-submit`, and those of `spark-defaults.conf` in
  /// `SPARK_CONF_DIR` or `SPARK_HOME/conf`.
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
      if (name.startsWith("spark.")) { // spark-submit passes its settings on this way
        settings.put(name, System.getProperty(name));
      }
    }
    return settings;
  }

  /// Returns whether the program was started by `spark-submit`, which sends the jars itself.
  static boolean isSubmitted() {
    return System.getProperty("spark.jars") != null
        || System.getProperty("sun.java.command", "").contains("SparkSubmit");
  }
}
