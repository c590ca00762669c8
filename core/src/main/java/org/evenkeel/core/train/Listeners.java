package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The listeners of a run, by type of event. An event without listeners is not created.
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

  /// Carries a listener's exception out of a run, where the original exception is thrown.
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

  /// Queues an event for [#deliver].
  void later(RunEvent event) {
    waiting.add(event);
  }

  /// Delivers the queued events. If a listener throws, the events after that one stay queued.
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
