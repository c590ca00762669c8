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

/// Finds environments by name: registered ones, and the user's own classes.
public final class Tasks {
  /// The location of the copy of each class path entry, on a machine to which class paths were sent.
  private static final Map<String, Path> COPIES = new ConcurrentHashMap<>();

  private Tasks() {}

  /// Records the location of the copy of a class path entry, on a machine to which it was sent. Runs still use the
  /// entry's name on the machine that sent it.
  public static void sent(String entry, Path copy) {
    COPIES.put(entry, copy);
  }

  /// Returns the jars and folders of a class path in the system's notation: `a.jar:b.jar`.
  public static List<String> classpath(String text) {
    return List.of(text.split(File.pathSeparator)).stream().filter(e -> !e.isBlank()).toList();
  }

  /// Returns the environments by name, including families found on a class path.
  ///
  /// @throws IllegalArgumentException if the class path names something that does not exist
  public static Catalog catalog(List<String> classpath) {
    return classpath.isEmpty() ? Environments.catalog() : Environments.catalog(loader(classpath));
  }

  /// Returns a factory for the environment with this name. For a class, one instance has already been created to check
  /// that it works.
  ///
  /// @param classpath the location of the user's own classes and families
  /// @throws IllegalArgumentException with a message that explains what is wrong
  public static Supplier<Environment> find(String name, List<String> classpath) {
    String plain = Environments.withoutOptions(name);
    if (Environments.knows(plain) || (classpath.isEmpty() && plain.indexOf('.') < 0)) {
      return Environments.named(name); // which rejects an unknown name and suggests the nearest
    }
    if (plain.indexOf('/') >= 0) {
      return catalog(classpath).named(name);
    }
    Constructor<? extends Environment> constructor = constructor(name, classpath);
    Supplier<Environment> supplier = () -> make(name, constructor);
    EnvironmentCalls.close(EnvironmentCalls.make(supplier));
    return supplier;
  }

  /// Returns a name with all its options, if it has any, as written to a run's configuration.
  ///
  /// @throws IllegalArgumentException as [#find], unless the name is that of a class
  public static String fullName(String name, List<String> classpath) {
    if (Environments.knows(name)) {
      return Environments.named(name).name();
    }
    return !classpath.isEmpty() && name.indexOf('/') >= 0
        ? catalog(classpath).named(name).name()
        : name;
  }

  /// Returns the observations and actions of the environment with this name.
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
          "class '"
              + name
              + "' is abstract: an environment must be a class that can be instantiated");
    }
    try {
      Constructor<? extends Environment> constructor =
          found.asSubclass(Environment.class).getDeclaredConstructor();
      constructor.setAccessible(true); // the class may be package-private
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

  /// Suggests an environment for a class name without a package.
  private static String meant(String name, List<String> classpath) {
    return name.indexOf('.') < 0 ? catalog(classpath).question(name) : "";
  }

  /// Returns a class loader for jars and folders, with the program's own loader as its parent.
  ///
  /// @throws IllegalArgumentException if the class path names something that does not exist
  public static ClassLoader loader(List<String> classpath) {
    List<URL> urls = new ArrayList<>();
    for (String entry : classpath) {
      urls.add(url(entry));
    }
    ClassLoader here = Tasks.class.getClassLoader();
    // Never closed: an environment may load further classes at any time.
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
          "the class path names '" + entry + "', which is not a valid path", e);
    }
  }

  private static Environment make(String name, Constructor<? extends Environment> constructor) {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "the constructor of '" + name + "' failed: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("environment '" + name + "' cannot be created: " + e, e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException("class '" + name + "' cannot be loaded: " + e, e);
    }
  }
}
