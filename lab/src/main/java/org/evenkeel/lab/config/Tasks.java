package org.evenkeel.lab.config;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.envs.Catalog;
import org.evenkeel.envs.Environments;

/// Finds the environment that a name means: one of the registry, or a class of the user's own.
public final class Tasks {
  /// On a machine to which class paths are sent: where the copies of their entries are.
  private static final Map<String, Path> COPIES = new ConcurrentHashMap<>();

  private Tasks() {}

  /// Finds an entry of class paths elsewhere from now on: on a machine to which it was sent, runs keep the names that they
  /// have at home.
  public static void sent(String entry, Path copy) {
    COPIES.put(entry, copy);
  }

  /// The jars and folders of a class path as the system writes it: `a.jar:b.jar`.
  public static List<String> classpath(String text) {
    return List.of(text.split(File.pathSeparator)).stream().filter(e -> !e.isBlank()).toList();
  }

  /// The environments by name, with the families that a class path brings.
  ///
  /// @throws IllegalArgumentException if the class path names something that does not exist
  public static Catalog catalog(List<String> classpath) {
    return classpath.isEmpty() ? Environments.catalog() : Environments.catalog(loader(classpath));
  }

  /// Environments of that name. If it is a class, one was made already, to see that it can be.
  ///
  /// @param classpath where a class or a family of the user's own is found
  /// @throws IllegalArgumentException with a sentence that says what is wrong
  public static Supplier<Environment> find(String name, List<String> classpath) {
    String plain = Environments.withoutOptions(name);
    if (Environments.knows(plain) || (classpath.isEmpty() && plain.indexOf('.') < 0)) {
      return Environments.named(name); // which refuses an unknown one and names the nearest
    }
    if (plain.indexOf('/') >= 0) {
      return catalog(classpath).named(name);
    }
    Constructor<? extends Environment> constructor = constructor(name, classpath);
    Supplier<Environment> supplier = () -> make(name, constructor);
    EnvironmentCalls.close(EnvironmentCalls.make(supplier));
    return supplier;
  }

  /// A name with all its options, if it has any: what a run's configuration says.
  ///
  /// @throws IllegalArgumentException as [#find], for a name that is no class
  public static String fullName(String name, List<String> classpath) {
    if (Environments.knows(name)) {
      return Environments.named(name).name();
    }
    return !classpath.isEmpty() && name.indexOf('/') >= 0
        ? catalog(classpath).named(name).name()
        : name;
  }

  /// What environments of that name show and take.
  ///
  /// @throws IllegalArgumentException as [#find]
  public static Spec spec(String name, List<String> classpath) {
    return EnvironmentCalls.ask(find(name, classpath), EnvironmentCalls::spec);
  }

  private static Constructor<? extends Environment> constructor(
      String name, List<String> classpath) {
    Class<?> found = load(name, classpath);
    if (!Environment.class.isAssignableFrom(found)) {
      throw new IllegalArgumentException(
          "class '"
              + name
              + "' is not an environment: it must implement "
              + Environment.class.getName());
    }
    if (found.isInterface() || Modifier.isAbstract(found.getModifiers())) {
      throw new IllegalArgumentException(
          "class '" + name + "' is abstract: an environment must be a class that can be made");
    }
    try {
      Constructor<? extends Environment> constructor =
          found.asSubclass(Environment.class).getDeclaredConstructor();
      constructor.setAccessible(true); // the class may be one that only its package sees
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "class '" + name + "' needs a constructor without arguments", e);
    }
  }

  private static Class<?> load(String name, List<String> classpath) {
    ClassLoader loader = loader(classpath);
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      String where =
          classpath.isEmpty()
              ? "; give the jar it is in with --classpath"
              : " in " + String.join(File.pathSeparator, classpath) + meant(name, classpath);
      throw new IllegalArgumentException("class '" + name + "' was not found" + where, e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("class '" + name + "' cannot be loaded: " + e, e);
    }
  }

  /// An environment that may have been meant by a name without a package.
  private static String meant(String name, List<String> classpath) {
    return name.indexOf('.') < 0 ? catalog(classpath).question(name) : "";
  }

  /// A loader of the classes of jars and folders, and of the program's own.
  ///
  /// @throws IllegalArgumentException if the class path names something that does not exist
  public static ClassLoader loader(List<String> classpath) {
    List<URL> urls = new ArrayList<>();
    for (String entry : classpath) {
      urls.add(url(entry));
    }
    ClassLoader here = Tasks.class.getClassLoader();
    // Never closed: the environment may load further classes as long as it lives.
    return urls.isEmpty() ? here : new URLClassLoader(urls.toArray(URL[]::new), here);
  }

  private static URL url(String entry) {
    Path path = COPIES.getOrDefault(entry, Path.of(entry));
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "the class path names '" + entry + "', which does not exist");
    }
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(
          "the class path names '" + entry + "', which is no path", e);
    }
  }

  private static Environment make(String name, Constructor<? extends Environment> constructor) {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "the constructor of '" + name + "' failed: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("an environment '" + name + "' cannot be made: " + e, e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("class '" + name + "' cannot be loaded: " + e, e);
    }
  }
}
