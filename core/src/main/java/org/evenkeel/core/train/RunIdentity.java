package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Bulk;
import org.jspecify.annotations.Nullable;

/// What a run is, as sorted `key=value` pairs: the environment, the seed and every setting that decides its result.
/// A checkpoint is continued only by a run with the same pairs.
///
/// @param values the pairs, such as `schedule.batchSize` and `32`
record RunIdentity(Map<String, String> values) {
  /// A file with more pairs is damaged.
  private static final int MOST = 10_000;

  RunIdentity {
    values = new TreeMap<>(values);
    if (values.size() > MOST) {
      throw new IllegalArgumentException(
          "a run must have at most " + MOST + " settings, was " + values.size());
    }
  }

  /// @param environment the environment's own identity
  static RunIdentity of(String environment, Spec spec, long seed, Training training) {
    Map<String, String> values = new TreeMap<>();
    values.put("environment", environment);
    values.put("seed", Long.toString(seed));
    put(values, "spec", spec);
    put(values, "", training);
    return new RunIdentity(values);
  }

  /// Records of the library are taken apart, parts that a user wrote say who they are.
  private static void put(Map<String, String> values, String path, Object value) {
    Class<?> type = value.getClass();
    boolean ours = type.getName().startsWith("org.evenkeel.core.");
    switch (value) {
      case Enum<?> constant when ours -> values.put(path, constant.name());
      case Record record when ours && Modifier.isPublic(type.getModifiers()) -> {
        if (!path.isEmpty()) {
          values.put(path, type.getSimpleName());
        }
        for (RecordComponent c : type.getRecordComponents()) {
          put(values, path.isEmpty() ? c.getName() : path + "." + c.getName(), get(c, record));
        }
      }
      case List<?> list -> {
        values.put(path, list.size() + " elements");
        for (int i = 0; i < list.size(); i++) {
          put(values, path + "[" + i + "]", list.get(i));
        }
      }
      case Identified part -> values.put(path, identity(part));
      default -> values.put(path, value.toString());
    }
  }

  /// What cannot be saved is refused before the first step: the first checkpoint would fail.
  private static String identity(Identified part) {
    @Nullable String identity = part.identity();
    if (identity == null || identity.isBlank()) {
      throw new IllegalArgumentException(
          part.getClass().getName()
              + ".identity must name it, returned "
              + (identity == null ? "null" : "'" + identity + "'"));
    }
    return identity;
  }

  private static Object get(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, String> pair : values.entrySet()) {
      Bulk.write(out, pair.getKey());
      Bulk.write(out, pair.getValue());
    }
  }

  static RunIdentity read(DataInput in) throws IOException {
    int pairs = in.readInt();
    if (pairs < 0 || pairs > MOST) {
      throw new IOException("an identity must have 0 to " + MOST + " pairs, was " + pairs);
    }
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < pairs; i++) {
      values.put(Bulk.readString(in), Bulk.readString(in));
    }
    return new RunIdentity(values);
  }

  /// A number that tells this run's files from those of others.
  long checksum() {
    CRC32C sum = new CRC32C();
    sum.update(values.toString().getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  /// What is different in another run, for a sentence; empty if nothing is.
  ///
  /// @param other the run that wants to continue
  String difference(RunIdentity other) {
    List<String> different = new ArrayList<>();
    Map<String, String> all = new TreeMap<>(values);
    all.putAll(other.values);
    for (String key : all.keySet()) {
      String a = values.get(key);
      String b = other.values.get(key);
      if (a == null || !a.equals(b)) {
        different.add(
            "%s is %s there and %s here"
                .formatted(key, a == null ? "not set" : a, b == null ? "not set" : b));
      }
    }
    return String.join("; ", different);
  }
}
