package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Who listens to which events of a run. An event that nobody wants is not made.
final class Listeners {
  private record Listener<E extends RunEvent>(Class<E> type, Consumer<? super E> action) {
    void tell(RunEvent event) {
      if (type.isInstance(event)) {
        try {
          action.accept(type.cast(event));
        } catch (RuntimeException e) {
          throw new Failed(e);
        }
      }
    }
  }

  /// Carries an exception of a listener out of a run, where it is thrown as it is.
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RuntimeException original;

    Failed(RuntimeException original) {
      super(original);
      this.original = original;
    }

    RuntimeException original() {
      return original;
    }
  }

  private final List<Listener<?>> listeners = new CopyOnWriteArrayList<>();

  /// Events to be delivered when the step, or its measurement, is complete.
  private final List<RunEvent> waiting = new ArrayList<>();

  <E extends RunEvent> void add(Class<E> type, Consumer<? super E> action) {
    listeners.add(new Listener<>(type, action));
  }

  boolean want(Class<? extends RunEvent> type) {
    for (int i = 0; i < listeners.size(); i++) {
      if (listeners.get(i).type().isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /// Keeps an event for [#deliver].
  void later(RunEvent event) {
    waiting.add(event);
  }

  /// Delivers the events that were kept. If a listener throws, the events after that one stay kept.
  void deliver() {
    while (!waiting.isEmpty()) {
      tell(waiting.removeFirst());
    }
  }

  void tell(RunEvent event) {
    for (Listener<?> listener : listeners) {
      listener.tell(event);
    }
  }
}
