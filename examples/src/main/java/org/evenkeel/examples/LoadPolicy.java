package org.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.core.agent.Policy;

/// Loads a policy from a file and queries it from many threads. This needs neither the environment nor the training
/// settings.
public final class LoadPolicy {
  private static final int THREADS = 8;

  private LoadPolicy() {}

  /// Runs the example; the argument is the name of the policy file.
  public static void main(String[] args)
      throws IOException, ExecutionException, InterruptedException {
    // @start region=load
    Policy policy = Policy.load(Path.of(args[0]));
    int action = policy.act(new float[] {-0.5f, -0.2f, 0}); // may be called from any thread
    // @end
    System.out.println(policy.spec());
    System.out.println("at 15 degrees: " + action);

    List<Future<String>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        answers.add(threads.submit(() -> actions(policy)));
      }
    }
    for (Future<String> answer : answers) {
      System.out.println(answer.get());
    }
  }

  /// Returns the action at each temperature from 10 to 30 degrees, as digits.
  static String actions(Policy policy) {
    StringBuilder actions = new StringBuilder();
    for (double inside = 10; inside <= 30; inside += 0.25) {
      actions.append(policy.act(new float[] {(float) (inside - 20) / 10, 0.5f, 1}));
    }
    return actions.toString();
  }
}
