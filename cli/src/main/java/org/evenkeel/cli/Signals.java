package org.evenkeel.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// Takes the signals that end a process: Ctrl-C (INT), TERM and HUP.
///
/// By default the JVM answers the first of them by shutting down, and from then on no other signal reaches a program.
/// Taken here, the first one is an ordinary call and the second one another. Java has no other API for that than
/// `sun.misc.Signal`, which the module `jdk.unsupported` exports; javac warns of each use of it, and no option
/// or annotation switches that off, so it is called by reflection.
final class Signals implements AutoCloseable {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private record Taken(Object signal, Object before) {}

  private final List<Taken> taken = new ArrayList<>();

  /// From here on each of the signals calls `action` with its number, in a thread of its own. Signals that
  /// the process was started to ignore, as by nohup, stay ignored; where there is none, as HUP on
  /// Windows, and with the option -Xrs the JVM's own behaviour remains.
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
      return; // the JVM or the system does not give this signal away
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

  /// The signals mean again what they meant before.
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
