package shop;

import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains on a custom environment, saves the policy, loads it and queries it.
public final class Main {
  public static void main(String[] args) throws Exception {
    EnvironmentCheck.verify(Shelf::new);
    Training training = Training.of(Algorithm.averaged(5)).steps(4_000);
    Path file = Files.createTempFile("shelf", ".safetensors");
    Trainer.train(Shelf::new, training, 1).policy().save(file);
    Policy policy = Policy.load(file);
    System.out.println("full shelf: order " + policy.act(new float[] {1}));
    System.out.println("empty shelf: order " + policy.act(new float[] {0}));
  }
}
