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
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.jspecify.annotations.Nullable;

/// The identity of a run as sorted `key=value` pairs: the environment, the seed and every setting that affects its
/// result. A checkpoint can only be continued by a run with the same pairs.
///
/// @param values the pairs, such as `schedule.batchSize` and `32`
record RunIdentity(Map<String, String> values) {
  /// The largest number of pairs: a file with more is damaged.
  private static final int MOST = 10_000;

  private static final String STEPS = "schedule.steps";

  /// The largest number of differences in a message.
  private static final int MOST_SHOWN = 8;

  private static final int LONGEST_SHOWN = 200;

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

  /// The environment's own identity.
  String environment() {
    return String.valueOf(values.get("environment"));
  }

  /// Splits records of the library into their components; user-written parts provide their own identity.
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

  /// Rejects a part without an identity before the first step: otherwise the first checkpoint would fail.
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

  /// Whether a step depends on the length of the run. Only a replay buffer with priorities does, since its beta reaches
  /// 1 at the end of the run, and possibly a user-written one, which receives the fraction of the run that is done.
  boolean dependsOnLength() {
    boolean uniform =
        Memory.Frames.class.getSimpleName().equals(values.get("replay"))
            && Sampling.Uniform.class.getSimpleName().equals(values.get("replay.sampling"));
    return !uniform;
  }

  /// Returns the identity of this run with a different length.
  RunIdentity steps(long steps) {
    Map<String, String> other = new TreeMap<>(values);
    other.put(STEPS, Long.toString(steps));
    return new RunIdentity(other);
  }

  /// Returns a number that distinguishes this run's files from those of other runs. If the length affects no step, it
  /// is left out, so that a run that is extended keeps its files.
  long checksum() {
    Map<String, String> decisive = new TreeMap<>(values);
    if (!dependsOnLength()) {
      decisive.remove(STEPS);
    }
    CRC32C sum = new CRC32C();
    sum.update(decisive.toString().getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  /// Describes how another run differs, for a message; empty if it does not.
  ///
  /// @param other the run that is to continue
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
                .formatted(
                    shown(key),
                    a == null ? "not set" : shown(a),
                    b == null ? "not set" : shown(b)));
      }
    }
    int more = different.size() - MOST_SHOWN;
    return String.join("; ", different.subList(0, Math.min(different.size(), MOST_SHOWN)))
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private static String shown(String text) {
    return Checks.shown(text, LONGEST_SHOWN);
  }
}
