package org.evenkeel.lab.config;

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
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.internal.Nearest;
import org.jspecify.annotations.Nullable;

/// Converts records to plain trees of maps, lists and scalars, the content of a configuration file, and back.
///
/// - A record is a map of its components.
/// - A case of a sealed interface is a map with its `kind`, the record's name in lower case with dashes
///   (`nature-rms-prop`), and its components. If it has no components, or all keep their values, the kind alone
///   may be written as text.
/// - A constant of an enum is its name in lower case with dashes. Names are read without regard to case and
///   dashes.
/// - A type that users may implement is written as the library's own type for it. A value of any other class is
///   written as `custom` with its identity, and cannot be read.
///
/// Reading merges into a base: components missing from the tree keep their values. A `kind` different from the base's
/// starts from the defaults of that kind. Anything else is an error, reported in a sentence with the dotted path of
/// the key.
final class RecordTree {
  /// A shorter way to write a record.
  @FunctionalInterface
  interface ShortForm {
    /// Returns the complete form of a tree, or the tree itself if it is not in the short form.
    Object spelledOut(Object tree, @Nullable Object base, String path);
  }

  /// The key of a value whose class the tree cannot describe.
  static final String CUSTOM = "custom";

  /// The possible values of a key that has a record as its value.
  static final String BELOW = "the keys below";

  private final Map<Class<?>, Class<?>> named;
  private final Map<Class<?>, Record> defaults;
  private final Map<Class<?>, Map<String, Object>> optional;
  private final Map<Class<?>, ShortForm> shortForms;

  /// Creates a reader and writer.
  ///
  /// @param named the library's own type (sealed, an enum or a record) for each type that users may implement
  /// @param kindDefaults the values with which each kind starts; kinds without components are not listed
  /// @param optional components that may always be omitted, with their values
  /// @param shortForms shorter ways to write a record
  RecordTree(
      Map<Class<?>, Class<?>> named,
      List<? extends Record> kindDefaults,
      Map<Class<?>, Map<String, Object>> optional,
      Map<Class<?>, ShortForm> shortForms) {
    this.named = Map.copyOf(named);
    defaults = kindDefaults.stream().collect(Collectors.toMap(Object::getClass, d -> d));
    this.optional = Map.copyOf(optional);
    this.shortForms = Map.copyOf(shortForms);
  }

  /// Returns the complete tree of a record.
  Map<String, Object> write(Record value) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (RecordComponent c : value.getClass().getRecordComponents()) {
      tree.put(c.getName(), write(get(c, value), c.getGenericType()));
    }
    return tree;
  }

  private Object write(Object value, Type declared) {
    Class<?> type = declared instanceof Class<?> c ? named.getOrDefault(c, c) : Object.class;
    if (value instanceof Identified part
        && named.containsKey(declared)
        && !type.isInstance(value)) {
      return Map.of(CUSTOM, part.identity());
    }
    return switch (value) {
      case Record r when type.isSealed() -> {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kindName(r.getClass()));
        tree.putAll(write(r));
        yield tree.size() == 1 ? kindName(r.getClass()) : tree;
      }
      case Record r -> write(r);
      case Enum<?> e -> enumName(e);
      case List<?> list -> list.stream().map(element -> write(element, element(declared))).toList();
      default -> value;
    };
  }

  /// Returns the value of type `type` that the tree describes.
  ///
  /// @param base the values for missing components; null if the tree must be complete
  <T> T read(Class<T> type, Object tree, @Nullable T base) {
    return type.cast(read(type, tree, base, ""));
  }

  private Object read(Type type, @Nullable Object tree, @Nullable Object base, String path) {
    if (type instanceof ParameterizedType) {
      return readList(element(type), tree, path);
    }
    Class<?> declared = (Class<?>) type;
    Class<?> plain = named.getOrDefault(declared, declared);
    if (plain != declared) {
      refuseCustom(tree, path);
      base = plain.isInstance(base) ? base : null;
    }
    ShortForm shortForm = shortForms.get(declared);
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

  /// Receives each key of a type.
  @FunctionalInterface
  interface KeyVisitor {
    /// Receives a key.
    ///
    /// @param path the dotted path, with `[]` for the elements of a list
    /// @param values the possible values
    /// @param kind the kind of the key's parent; empty if the parent has no kinds
    void key(String path, String values, String kind);
  }

  /// Visits every key that a record of this type may have, in the order of its components.
  void describe(Class<? extends Record> type, KeyVisitor visitor) {
    components(type, "", "", visitor);
  }

  private void components(Class<?> type, String path, String kind, KeyVisitor visitor) {
    for (RecordComponent c : type.getRecordComponents()) {
      describe(c.getGenericType(), key(path, c.getName()), kind, visitor);
    }
  }

  private void describe(Type type, String path, String kind, KeyVisitor visitor) {
    if (type instanceof ParameterizedType) {
      Type element = box(element(type));
      visitor.key(path, "a list", kind);
      describe(element, path + "[]", "", visitor);
      return;
    }
    Class<?> declared = (Class<?>) type;
    Class<?> plain = named.getOrDefault(declared, declared);
    if (plain.isEnum()) {
      List<String> names =
          Stream.of(plain.getEnumConstants()).map(c -> enumName((Enum<?>) c)).toList();
      visitor.key(path, oneOf(names), kind);
    } else if (plain.isSealed()) {
      List<Class<?>> kinds = Arrays.asList(plain.getPermittedSubclasses());
      visitor.key(path, oneOf(kinds.stream().map(RecordTree::kindName).toList()), kind);
      kinds.forEach(k -> components(k, path, kindName(k), visitor));
    } else if (plain.isRecord()) {
      visitor.key(path, BELOW, kind);
      components(plain, path, "", visitor);
    } else {
      visitor.key(path, Scalars.wanted(plain), kind);
    }
  }

  /// Returns the type of the elements of a list, the only generic type among the components.
  private static Type element(Type list) {
    return ((ParameterizedType) list).getActualTypeArguments()[0];
  }

  private static void refuseCustom(@Nullable Object tree, String path) {
    if (tree instanceof Map<?, ?> map && map.containsKey(CUSTOM)) {
      throw new ConfigException(
          path,
          "%s is %s, a class of the program that started the run: resume the run with that program"
              .formatted(path, Scalars.show(map.get(CUSTOM))));
    }
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

  /// Reads a case of a sealed interface.
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
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      RecordComponent c = components[i];
      Object old =
          base == null ? optional.getOrDefault(type, Map.of()).get(c.getName()) : get(c, base);
      types[i] = c.getType();
      if (map.containsKey(c.getName())) {
        String at = key(path, c.getName());
        values[i] = read(c.getGenericType(), map.get(c.getName()), old, at);
      } else if (old != null) {
        values[i] = old;
      } else {
        missing.add(key(path, c.getName()));
      }
    }
    if (!missing.isEmpty()) {
      String verb = missing.size() == 1 ? " is missing" : " are missing";
      throw new ConfigException(path, String.join(", ", missing) + verb);
    }
    return construct(type, types, values, path);
  }

  private void refuseUnknown(
      Class<?> type, Map<String, Object> map, @Nullable Object base, String path) {
    List<String> known =
        Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
    for (String name : map.keySet()) {
      if (!known.contains(name)) {
        List<String> below = base instanceof Record r ? paths(write(r), name) : List.of();
        String whose = path.isEmpty() ? "the keys are " : path + " has ";
        String keys = whose + (known.isEmpty() ? "none" : String.join(", ", known));
        String hint =
            below.isEmpty()
                ? Names.hint(name, known, keys)
                : ": did you mean '" + key(path, below.getFirst()) + "'?";
        String place = path.isEmpty() ? "" : " in " + path;
        throw new ConfigException(key(path, name), "unknown key '" + name + "'" + place + hint);
      }
    }
  }

  /// Returns the paths of a tree that end in a key with this name: `capacity` is in `replay`.
  static List<String> paths(Map<String, Object> tree, String name) {
    List<String> found = new ArrayList<>();
    deeper(tree, "", name, found);
    return found;
  }

  private static void deeper(
      Map<String, Object> tree, String path, String name, List<String> found) {
    tree.forEach(
        (key, value) -> {
          if (Names.plain(key).equals(Names.plain(name))) {
            found.add(key(path, key));
          }
          if (value instanceof Map<?, ?> below) {
            Map<String, Object> map = new LinkedHashMap<>();
            below.forEach((k, v) -> map.put(String.valueOf(k), v));
            deeper(map, key(path, key), name, found);
          }
        });
  }

  /// Constructs a record. Its own checks name its components; here the path is added.
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

  /// Returns names as a choice: `a`, `a or b`, `a, b or c`.
  static String oneOf(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /// Returns a map of the tree; an empty document is an empty map.
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

  /// Returns the name of a kind in files: `nature-rms-prop` for `NatureRmsProp`.
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
