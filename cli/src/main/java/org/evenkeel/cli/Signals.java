package org.evenkeel.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// Handles the signals that end a process: Ctrl-C (INT), TERM and HUP.
///
/// By default the JVM shuts down at the first of them, and from then on no further signal reaches the program. With this
/// handler, every signal is an ordinary call. The only Java API for this is `sun.misc.Signal`, exported by the module
/// `jdk.unsupported`. It is called by reflection because javac warns about every use of it, and no option or annotation
/// suppresses that warning.
final class Signals implements AutoCloseable {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private record Taken(Object signal, Object before) {}

  private final List<Taken> taken = new ArrayList<>();

  /// Makes each of the signals call `action` with its number, in its own thread. Signals that the process was started to
  /// ignore, as by nohup, stay ignored. For signals that do not exist, such as HUP on Windows, and with the option
  /// -Xrs, the JVM's default behaviour remains.
  Signals(IntConsumer action) {
    for (String name : NAMES) {
      take(name, action);
    }
  }

  private void take(String name, IntConsumer action) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object signal = type.getConstructor(String.class).newInstance(name);
      int number = (int) type.getMethod("getNumber").invoke(signal);
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> arguments != null && self == arguments[0];
                    case "toString" -> "handler of " + name;
                    default -> {
                      action.accept(number);
                      yield null;
                    }
                  });
      taken.add(new Taken(signal, handle(signal, handler)));
    } catch (InvocationTargetException e) {
      return; // the JVM or the system does not allow handling this signal
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    return signal
        .getClass()
        .getMethod("handle", signal.getClass(), handlerType)
        .invoke(null, signal, handler);
  }

  /// Restores the previous handlers.
  @Override
  public void close() {
    for (Taken each : taken) {
      try {
        handle(each.signal(), each.before());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    taken.clear();
  }
}
