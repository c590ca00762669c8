package org.evenkeel.core.internal;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A record as text, as Java writes it, but without the components that came later and are not used.
///
/// Checkpoints and committed results hold such texts: a record that gets a component must still be called what
/// it was called before.
public final class RecordText {
  private RecordText() {}

  /// `Name[a=1, b=2]`.
  ///
  /// @param leftOut components that are not written while they have this value
  public static String of(Record value, Map<String, ?> leftOut) {
    List<String> parts = new ArrayList<>();
    for (RecordComponent c : value.getClass().getRecordComponents()) {
      Object part;
      try {
        part = c.getAccessor().invoke(value);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      if (!leftOut.containsKey(c.getName()) || !leftOut.get(c.getName()).equals(part)) {
        parts.add(c.getName() + "=" + part);
      }
    }
    return value.getClass().getSimpleName() + "[" + String.join(", ", parts) + "]";
  }
}
