package org.evenkeel.envs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/// The families that class loaders find, and a sentence for each one that cannot be used. A broken family does not
/// affect the others.
final class FoundFamilies {
  /// The number of failures after which a class loader is abandoned: a service file may name classes that do not exist.
  private static final int MOST_FAILURES = 100;

  private final List<KnownFamily> families = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /// All classes tried so far.
  private final Set<Class<?>> tried = new HashSet<>();

  /// The owner of each family name in use.
  private final Map<String, String> owners = new HashMap<>();

  /// The owner of each preset name in use.
  private final Map<String, String> presetOwners = new HashMap<>();

  /// @param tasks the names of environments that are not games; a family cannot have one of these names
  FoundFamilies(Collection<String> tasks) {
    for (String task : tasks) {
      owners.put(task.replaceFirst("/.*", ""), "an environment of Evenkeel");
    }
  }

  FoundFamilies(FoundFamilies others) {
    families.addAll(others.families);
    problems.addAll(others.problems);
    tried.addAll(others.tried);
    owners.putAll(others.owners);
    presetOwners.putAll(others.presetOwners);
  }

  /// Returns the families, small ones first, since a name without a family means a game of a small one.
  List<EnvironmentFamily> families() {
    List<EnvironmentFamily> sorted = new ArrayList<>(families);
    sorted.sort(
        Comparator.comparing(EnvironmentFamily::isLarge).thenComparing(EnvironmentFamily::id));
    return sorted;
  }

  List<String> problems() {
    return problems;
  }

  /// Adds the families that a class loader finds.
  void add(ClassLoader loader) {
    Iterator<ServiceLoader.Provider<EnvironmentFamily>> found =
        ServiceLoader.load(EnvironmentFamily.class, loader).stream().iterator();
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
        String sentence = "a family is left out: " + reason;
        if (!problems.contains(sentence)) {
          problems.add(sentence);
        }
      }
    }
  }

  private void add(ServiceLoader.Provider<EnvironmentFamily> provider) {
    String type = provider.type().getName();
    if (!tried.add(provider.type())) {
      return;
    }
    try {
      add(KnownFamily.of(provider.get()));
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      problems.add(leftOut(type, message == null ? e.toString() : message));
    } catch (RuntimeException | Error e) {
      rethrowIfFatal(e);
      Throwable thrown =
          e instanceof ServiceConfigurationError && e.getCause() != null ? e.getCause() : e;
      problems.add(leftOut(type, "it failed with " + thrown));
    }
  }

  private void add(KnownFamily family) {
    String owner = owners.putIfAbsent(family.id(), family.type());
    if (owner != null) {
      problems.add(
          leftOut(
              family.type(), "its name '%s' is already used by %s".formatted(family.id(), owner)));
      return;
    }
    List<FamilyPreset> presets = new ArrayList<>();
    for (FamilyPreset preset : family.presets()) {
      String other = presetOwners.putIfAbsent(preset.name(), family.type());
      if (other == null) {
        presets.add(preset);
      } else {
        problems.add(
            "preset '%s' of family %s is left out: its name is already used by %s"
                .formatted(preset.name(), family.type(), other));
      }
    }
    families.add(family.withPresets(presets));
  }

  private static String leftOut(String type, String reason) {
    return "family " + type + " is left out: " + reason;
  }

  /// Rethrows an error of the machine, such as lack of memory, which is not the family's fault.
  static void rethrowIfFatal(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
      throw fatal;
    }
  }
}
