package org.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.lab.config.Tasks;

/// The available kinds of experiments: the built-in ones, and those on a user's class path.
public final class ExperimentKinds {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  /// The options that every experiment has on the command line.
  private static final Set<String> COMMON =
      Set.of(
          "seed",
          "threads",
          "out",
          "retry-failed",
          "classpath",
          "on",
          "checkpoints",
          "driver-host",
          "spark",
          "help",
          "version");

  /// The number of failures after which a class loader is abandoned: a service file may name classes that do not exist.
  private static final int MOST_FAILURES = 100;

  private static final ExperimentKinds INSTALLED = found(new ExperimentKinds(List.of()), List.of());

  private final Map<String, ExperimentKind> kinds = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /// The kinds that are not from the class path.
  private final Set<String> installed = new HashSet<>();

  private final List<String> classpath;

  private ExperimentKinds(List<String> classpath) {
    this.classpath = List.copyOf(classpath);
  }

  /// Returns the built-in kinds.
  public static ExperimentKinds installed() {
    return INSTALLED;
  }

  /// Returns the built-in kinds, and those in jars and folders.
  ///
  /// @throws IllegalArgumentException if the class path names something that does not exist
  public static ExperimentKinds on(List<String> classpath) {
    return classpath.isEmpty() ? INSTALLED : found(INSTALLED, classpath);
  }

  /// Returns exactly these kinds.
  ///
  /// @throws IllegalArgumentException if one cannot be used
  public static ExperimentKinds of(ExperimentKind... kinds) {
    ExperimentKinds all = new ExperimentKinds(List.of());
    for (ExperimentKind kind : kinds) {
      all.add(kind);
    }
    all.installed.addAll(all.kinds.keySet());
    return all;
  }

  /// Returns these kinds, and those in further jars and folders.
  ExperimentKinds and(List<String> further) {
    List<String> missing = further.stream().filter(e -> !classpath.contains(e)).toList();
    return missing.isEmpty() ? this : found(this, missing);
  }

  private static ExperimentKinds found(ExperimentKinds known, List<String> classpath) {
    List<String> both = new ArrayList<>(known.classpath);
    both.addAll(classpath);
    ExperimentKinds all = new ExperimentKinds(both);
    all.kinds.putAll(known.kinds);
    all.problems.addAll(known.problems);
    all.installed.addAll(known.installed);
    all.search(Tasks.loader(classpath));
    if (both.isEmpty()) {
      all.installed.addAll(all.kinds.keySet());
    }
    return all;
  }

  private void search(ClassLoader loader) {
    Iterator<ServiceLoader.Provider<ExperimentKind>> found =
        ServiceLoader.load(ExperimentKind.class, loader).stream().iterator();
    int failures = 0;
    while (failures < MOST_FAILURES) {
      try {
        if (!found.hasNext()) {
          return;
        }
        add(found.next());
      } catch (ServiceConfigurationError e) {
        failures++;
        // The message starts with the name of the service, which means nothing to a user.
        String reason = String.valueOf(e.getMessage()).replaceFirst("^\\S+: ", "");
        problems.add("an experiment is left out: " + reason);
      }
    }
  }

  private void add(ServiceLoader.Provider<ExperimentKind> provider) {
    Class<?> type = provider.type();
    if (kinds.values().stream().anyMatch(kind -> kind.getClass() == type)) {
      return; // a class loader also finds the classes of its parent
    }
    try {
      add(provider.get());
    } catch (IllegalArgumentException e) {
      problems.add("experiment %s is left out: %s".formatted(type.getName(), e.getMessage()));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      Throwable thrown = e instanceof ServiceConfigurationError ? e.getCause() : e;
      problems.add(
          "experiment %s is left out: it failed with %s".formatted(type.getName(), thrown));
    }
  }

  private void add(ExperimentKind kind) {
    String name = kind.name();
    if (!NAME.matcher(String.valueOf(name)).matches()) {
      throw new IllegalArgumentException(
          "name() must be lower case letters, digits, - and _, was '" + name + "'");
    }
    Set<String> options = new HashSet<>(COMMON);
    for (ExperimentOption option : kind.options()) {
      if (!options.add(option.name())) {
        throw new IllegalArgumentException(
            "its option --%s occurs twice; every experiment has --%s"
                .formatted(option.name(), String.join(", --", COMMON.stream().sorted().toList())));
      }
    }
    if (kind.description().isBlank()) {
      throw new IllegalArgumentException("description() must be one line, was empty");
    }
    ExperimentKind owner = kinds.putIfAbsent(name, kind);
    if (owner != null) {
      throw new IllegalArgumentException(
          "its name '%s' is already used by %s".formatted(name, owner.getClass().getName()));
    }
  }

  /// Returns all kinds, built-in ones first.
  public List<ExperimentKind> all() {
    return List.copyOf(kinds.values());
  }

  /// Returns a sentence for each kind that was found but cannot be used; it names the class.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /// Returns the additional jars and folders that were searched.
  public List<String> classpath() {
    return classpath;
  }

  /// Returns whether a kind is built in and needs no class path.
  public boolean isInstalled(ExperimentKind kind) {
    return installed.contains(kind.name());
  }

  /// Returns the kind with this name.
  public Optional<ExperimentKind> find(String name) {
    return Optional.ofNullable(kinds.get(name));
  }

  /// Returns the kind with this name.
  ///
  /// @throws IllegalArgumentException if there is none; the message suggests the nearest name
  public ExperimentKind named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    unknown("experiment", name, kinds.keySet().stream().toList())));
  }

  /// Creates an experiment of a kind.
  ///
  /// @param options the options, by name without hyphens
  /// @throws IllegalArgumentException if one is unknown or invalid; the message explains why
  public Experiment make(String name, Map<String, String> options, long seed) {
    ExperimentKind kind = named(name);
    List<String> known = kind.options().stream().map(ExperimentOption::name).toList();
    for (String option : options.keySet()) {
      if (!known.contains(option)) {
        throw new IllegalArgumentException(unknown("option of " + name, option, known));
      }
    }
    try {
      return kind.of(new GivenOptions(options, seed));
    } catch (IllegalArgumentException e) {
      // This applies to a user's kind too: the message is meant for the person who typed the
      // options.
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  /// Returns the experiments in the order of the kinds.
  List<Experiment> inOrder(List<Experiment> experiments) {
    List<Experiment> sorted = new ArrayList<>();
    for (String name : kinds.keySet()) {
      experiments.stream().filter(e -> e.name().equals(name)).forEach(sorted::add);
    }
    return sorted;
  }

  private static String unknown(String what, String given, List<String> known) {
    String question = Nearest.question(given, known);
    String all = known.isEmpty() ? ": there are none" : ": there are " + String.join(", ", known);
    return "unknown %s '%s'%s".formatted(what, given, question.isEmpty() ? all : question);
  }
}
