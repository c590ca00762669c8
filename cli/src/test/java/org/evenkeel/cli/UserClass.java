package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.tools.ToolProvider;

/// An environment as a user writes it, outside the library's packages, compiled into a folder of its own.
final class UserClass {
  private UserClass() {}

  /// A task of ten steps to an episode, with code put into its methods.
  ///
  /// @param code what each of `constructor`, `reset`, `step` and `close` begins with, after its name and a colon
  /// @return the folder with the class
  static Path compile(Path folder, String name, String... code) throws IOException {
    String text =
        """
        import java.util.random.RandomGenerator;
        import org.evenkeel.core.data.Observation;
        import org.evenkeel.core.env.*;

        public class NAME implements Environment, AutoCloseable {
          static int steps;
          int now;
          public NAME() { CONSTRUCTOR }
          public Spec spec() { return Spec.vector(1).actions(2); }
          public void reset(RandomGenerator random, Observation observation) {
            RESET
            now = 0;
            observation.set(0, 0);
          }
          public Step step(int action, Observation observation) {
            steps++;
            STEP
            observation.set(0, ++now);
            return now == 10 ? Step.of(1, true) : Step.of(1);
          }
          public void close() { CLOSE }
          static final java.util.List<Object> KEPT = new java.util.ArrayList<>();
          static void fillMemory() {
            while (true) KEPT.add(new byte[10_000]);
          }
          static void awaitFile(String file) {
            System.out.println("waiting");
            while (!java.nio.file.Files.exists(java.nio.file.Path.of(file))) pause();
          }
          /** Until the program has taken notice of a signal, and waits for this run to stop. */
          static void awaitSignal() {
            System.out.println("waiting");
            while (Thread.getAllStackTraces().values().stream()
                .flatMap(java.util.Arrays::stream)
                .noneMatch(at -> at.getClassName().equals("org.evenkeel.cli.CtrlC")
                    && at.getMethodName().equals("ends"))) {
              pause();
            }
          }
          static void pause() {
            try { Thread.sleep(5); } catch (InterruptedException e) { throw new IllegalStateException(e); }
          }
          static int overflow() { return overflow() + 1; }
          static void assertion() { throw new AssertionError("the tank is empty"); }
          static void block() {
            System.out.println("blocked");
            Object never = new Object();
            synchronized (never) {
              while (true) {
                try { never.wait(); } catch (InterruptedException e) { }
              }
            }
          }
        }
        """
            .replace("NAME", name);
    for (String each : new String[] {"constructor", "reset", "step", "close"}) {
      String put = "";
      for (String given : code) {
        if (given.startsWith(each + ":")) {
          put = given.substring(each.length() + 1);
        }
      }
      text = text.replace(each.toUpperCase(Locale.ROOT), put);
    }
    Path classes = Files.createDirectories(folder.resolve("classes-" + name));
    Path source = classes.resolve(name + ".java");
    Files.writeString(source, text);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertEquals(0, compiled, text);
    return classes;
  }
}
