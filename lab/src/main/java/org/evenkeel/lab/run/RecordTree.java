package org.evenkeel.lab.run;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Nearest;
import org.jspecify.annotations.Nullable;

/// Records as plain trees of maps, lists and scalars, and back: what a configuration file holds.
///
/// - A record is a map of its components.
/// - A case of a sealed interface is a map with its `kind`, the record's name in lower case with dashes
///   (`nature-rms-prop`), and its components; without components, or when all stay as they are, the kind
///   alone as text.
/// - A constant of an enum is its name in lower case with dashes. Names are read without regard to case and
///   dashes.
///
/// Reading merges into a base: what the tree leaves out stays as it is there. Another `kind` than the base's
/// starts from the defaults of that kind. Everything else is strict, and refused in a sentence with the dotted
/// path of the key.
final class RecordTree {
  /// Another way to write a record: given the tree, the base and the path, the tree that is read instead.
  @FunctionalInterface
  interface ShortForm {
    /// The tree spelled out; the same one where it is not the short form.
    Object spelledOut(Object tree, @Nullable Object base, String path);
  }

  /// A component that files of earlier versions do not have.
  ///
  /// @param type the record
  /// @param name the component
  /// @param value what it was before it could be chosen
  record Added(Class<? extends Record> type, String name, Object value) {}

  private final Map<Class<?>, Record> defaults;
  private final Map<Class<?>, ShortForm> shortForms;
  private final List<Added> added;

  /// A reader and writer.
  ///
  /// @param kindDefaults what a kind starts from when it is chosen anew; a kind without components needs none
  /// @param shortForms other ways to write a record
  /// @param added what may be missing in a tree that must say everything
  RecordTree(
      List<? extends Record> kindDefaults, Map<Class<?>, ShortForm> shortForms, List<Added> added) {
    defaults = kindDefaults.stream().collect(Collectors.toMap(Object::getClass, d -> d));
    this.shortForms = Map.copyOf(shortForms);
    this.added = List.copyOf(added);
  }

  /// The complete tree of a record.
  Map<String, Object> write(Record value) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (RecordComponent c : value.getClass().getRecordComponents()) {
      tree.put(c.getName(), write(get(c, value), c.getType()));
    }
    return tree;
  }

  private Object write(Object value, Class<?> declared) {
    return switch (value) {
      case Record r when named(declared).isSealed() -> {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kindName(r.getClass()));
        tree.putAll(write(r));
        yield tree.size() == 1 ? kindName(r.getClass()) : tree;
      }
      case Record r -> write(r);
      case Enum<?> e -> enumName(e);
      case List<?> list -> list.stream().map(element -> write(element, Object.class)).toList();
      default -> value;
    };
  }

  /// The value of type `type` that the tree describes.
  ///
  /// @param base what the tree leaves out; null where it must say everything
  <T> T read(Class<T> type, Object tree, @Nullable T base) {
    return type.cast(read(type, tree, base, ""));
  }

  private Object read(Type type, @Nullable Object tree, @Nullable Object base, String path) {
    if (type instanceof ParameterizedType p && p.getRawType() == List.class) {
      return readList(p.getActualTypeArguments()[0], tree, path);
    }
    Class<?> plain = named((Class<?>) type);
    ShortForm shortForm = shortForms.get(plain);
    if (shortForm != null && tree != null) {
      tree = shortForm.spelledOut(tree, base, path);
    }
    if (plain.isEnum()) { // first: one whose constants have bodies is sealed as well
      return readEnum(plain, tree, path);
    } else if (plain.isSealed()) {
      return readKind(plain, tree, base, path);
    } else if (plain.isRecord()) {
      return readRecord(plain, map(tree, path), base, path);
    }
    return Scalars.read(plain, tree, path);
  }

  private List<Object> readList(Type element, @Nullable Object tree, String path) {
    if (!(tree instanceof List<?> list)) {
      throw Scalars.wrong(path, "a list", tree);
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      values.add(read(box(element), list.get(i), null, path + "[" + i + "]"));
    }
    return values;
  }

  private static Type box(Type element) {
    return element == Integer.class ? int.class : element;
  }

  private Object readEnum(Class<?> type, @Nullable Object tree, String path) {
    return choose(Arrays.asList(type.getEnumConstants()), e -> enumName((Enum<?>) e), tree, path);
  }

  /// A case of a sealed interface.
  private Object readKind(
      Class<?> type, @Nullable Object tree, @Nullable Object base, String path) {
    Map<String, Object> map = tree instanceof String kind ? Map.of("kind", kind) : map(tree, path);
    Class<?> kind;
    if (map.containsKey("kind")) {
      List<Class<?>> kinds = Arrays.asList(type.getPermittedSubclasses());
      kind = choose(kinds, RecordTree::kindName, map.get("kind"), key(path, "kind"));
    } else if (base != null) {
      kind = base.getClass();
    } else {
      throw new ConfigException(path, key(path, "kind") + " is missing");
    }
    Map<String, Object> components = new LinkedHashMap<>(map);
    components.remove("kind");
    boolean same = base != null && base.getClass() == kind;
    return readRecord(kind, components, same ? base : defaults.get(kind), path);
  }

  private Object readRecord(
      Class<?> type, Map<String, Object> map, @Nullable Object base, String path) {
    RecordComponent[] components = type.getRecordComponents();
    refuseUnknown(type, map, base, path);
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      RecordComponent c = components[i];
      Object old = base == null ? earlier(type, c.getName()) : get(c, base);
      types[i] = c.getType();
      if (map.containsKey(c.getName())) {
        String at = key(path, c.getName());
        values[i] = read(c.getGenericType(), map.get(c.getName()), old, at);
      } else if (old != null) {
        values[i] = old;
      } else {
        throw new ConfigException(path, key(path, c.getName()) + " is missing");
      }
    }
    return construct(type, types, values, path);
  }

  /// What a component was before it could be chosen; null where it always could.
  private @Nullable Object earlier(Class<?> type, String name) {
    for (Added a : added) {
      if (a.type() == type && a.name().equals(name)) {
        return a.value();
      }
    }
    return null;
  }

  private void refuseUnknown(
      Class<?> type, Map<String, Object> map, @Nullable Object base, String path) {
    List<String> known =
        Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
    for (String name : map.keySet()) {
      if (!known.contains(name)) {
        List<String> below = new ArrayList<>();
        if (base instanceof Record r) {
          deeper(write(r), "", name, below);
        }
        String keys = known.isEmpty() ? "it has none" : "it has " + String.join(", ", known);
        String hint =
            below.isEmpty()
                ? Names.hint(name, known, keys)
                : ": did you mean '" + key(path, below.getFirst()) + "'?";
        String place = path.isEmpty() ? "" : " in " + path;
        throw new ConfigException(key(path, name), "unknown key '" + name + "'" + place + hint);
      }
    }
  }

  /// Adds the paths below that end in a key of this name: `learningRate` is in `optimizer`.
  private static void deeper(
      Map<String, Object> tree, String path, String name, List<String> found) {
    tree.forEach(
        (key, value) -> {
          if (!path.isEmpty() && Names.plain(key).equals(Names.plain(name))) {
            found.add(key(path, key));
          }
          if (value instanceof Map<?, ?> below) {
            Map<String, Object> map = new LinkedHashMap<>();
            below.forEach((k, v) -> map.put(String.valueOf(k), v));
            deeper(map, key(path, key), name, found);
          }
        });
  }

  /// The record's own checks speak of its components; here they get their path.
  private static Object construct(Class<?> type, Class<?>[] types, Object[] values, String path) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        String sentence = String.valueOf(refused.getMessage());
        boolean named =
            Stream.of(type.getRecordComponents())
                .anyMatch(c -> sentence.startsWith(c.getName() + " must"));
        String prefix = path.isEmpty() ? "" : path + (named ? "." : ": ");
        String at = named ? key(path, sentence.substring(0, sentence.indexOf(' '))) : path;
        throw new ConfigException(at, prefix + sentence);
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T choose(
      List<T> values, Function<? super T, String> naming, @Nullable Object tree, String path) {
    List<String> names = values.stream().map(naming).toList();
    if (tree instanceof String given) {
      for (T value : values) {
        if (Names.plain(naming.apply(value)).equals(Names.plain(given))) {
          return value;
        }
      }
    }
    String hint = tree instanceof String given ? Nearest.question(given, names) : "";
    String sentence = path + " must be " + oneOf(names) + ", was " + Scalars.show(tree) + hint;
    throw new ConfigException(path, sentence);
  }

  /// `a`, `a or b`, `a, b or c`.
  static String oneOf(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /// A map of the tree; an empty document is an empty map.
  static Map<String, Object> map(@Nullable Object tree, String path) {
    if (!(tree instanceof Map<?, ?> map)) {
      throw Scalars.wrong(path, "a map of keys and values", tree);
    }
    Map<String, Object> typed = new LinkedHashMap<>();
    map.forEach((k, v) -> typed.put(String.valueOf(k), v));
    return typed;
  }

  static String key(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /// The cases that a file can name: those of `Named`, where an interface that users may implement has it.
  private static Class<?> named(Class<?> type) {
    return Stream.of(type.getDeclaredClasses())
        .filter(nested -> type.isInterface() && nested.getSimpleName().equals("Named"))
        .findAny()
        .orElse(type);
  }

  /// `NatureRmsProp` is `nature-rms-prop`.
  private static String kindName(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  static String enumName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Object get(RecordComponent component, Object record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
