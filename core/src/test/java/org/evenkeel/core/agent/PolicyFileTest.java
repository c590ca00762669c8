package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A policy file needs nothing beside it.
final class PolicyFileTest {
  @TempDir Path folder;

  /// A rule of a user's own.
  record Median() implements Combine {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      float[] sorted = new float[k];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < k; j++) {
          sorted[j] = estimates[j][i];
        }
        Arrays.sort(sorted);
        combined[i] = (sorted[(k - 1) / 2] + sorted[k / 2]) / 2;
      }
    }
  }

  private static Policy policy(Spec spec, Combine combine, int sets, Layer... layers) {
    Network network = Architecture.of(layers).build(spec.observation(), spec.actions());
    float[][] thetas = new float[sets][];
    for (int i = 0; i < sets; i++) {
      thetas[i] = network.newParameters(Initializer.PYTORCH, new Random(i));
    }
    return new Policy(network, combine, thetas).forTask(spec);
  }

  private static List<Policy> policies() {
    Spec bytes = Spec.bytes(12, 10).actions(3).stack(4, Spec.StackStart.REPEAT);
    Spec colour = Spec.bytes(9, 9, 3).actions(2);
    return List.of(
        policy(Spec.vector(3).actions(2), new Combine.Mean(), 1, Layer.dense(5, "fc")),
        policy(Spec.vector(2).actions(2).stack(3, Spec.StackStart.ZEROS), new Combine.Min(), 2),
        policy(
            Spec.oneHot(7).actions(4),
            new Combine.RecencyWeighted(0.7),
            3,
            Layer.dense(6, "name with = and spaces"),
            Layer.relu()),
        policy(
            Spec.bitPlanes(6, 5, 3).actions(3),
            new Combine.Mean(),
            2,
            Layer.conv(4, 3, 1),
            Layer.relu(),
            Layer.flatten()),
        policy(
            bytes,
            new Combine.Mean(),
            2,
            Layer.conv(4, 3, 2, "c").padded(1),
            Layer.relu(),
            Layer.flatten()),
        policy(colour, new Combine.Mean(), 1, Layer.conv(2, 3, 2), Layer.flatten()));
  }

  private static Observation observation(Form form, long seed) {
    Random random = new Random(seed);
    Observation observation = new Observation(form);
    switch (form) {
      case Form.Vector v -> {
        for (int i = 0; i < v.size(); i++) {
          observation.set(i, random.nextGaussian());
        }
      }
      case Form.OneHot o -> observation.setState(random.nextInt(o.size()));
      case Form.BitPlanes p -> observation.setBit(random.nextInt(p.height()), 1, 2);
      case Form.Bytes _ -> random.nextBytes(observation.bytes());
    }
    return observation;
  }

  @Test
  void aLoadedPolicyAnswersWithTheSameBits() throws IOException {
    for (Policy policy : policies()) {
      Path file = folder.resolve("policy.safetensors");
      policy.save(file);
      Policy loaded = Policy.load(file);
      assertEquals(policy.spec(), loaded.spec());
      assertEquals(policy.network().layers(), loaded.network().layers());
      assertEquals(policy.combine(), loaded.combine());
      assertEquals(policy.sets(), loaded.sets());
      int actions = policy.network().outputs();
      float[] a = new float[actions];
      float[] b = new float[actions];
      for (int i = 0; i < 20; i++) {
        Observation seen = observation(policy.input(), i);
        policy.values(seen, a);
        loaded.values(seen, b);
        assertArrayEquals(a, b);
      }
    }
  }

  @Test
  void aRuleOfTheUsersOwnIsNamedAndMustBeGivenAgain() throws IOException {
    Path file = folder.resolve("median.safetensors");
    Policy policy = policy(Spec.vector(2).actions(2), new Median(), 3);
    policy.save(file);
    String identity = new Median().identity();
    assertTrue(identity.endsWith("PolicyFileTest$Median[]"), identity);
    refused(
        file,
        null,
        "it combines its parameter sets by '%s', a custom rule of the program that trained it: load it with Policy.load(file, rule)"
            .formatted(identity));
    refused(
        file,
        new Combine.Mean(),
        "it combines its parameter sets by '%s', but the rule given is '%s'"
            .formatted(identity, new Combine.Mean().identity()));
    Policy loaded = Policy.load(file, new Median());
    float[] a = new float[2];
    float[] b = new float[2];
    Observation seen = observation(policy.input(), 1);
    policy.values(seen, a);
    loaded.values(seen, b);
    assertArrayEquals(a, b);
  }

  private static void refused(
      Path file, @org.jspecify.annotations.Nullable Combine combine, String sentence) {
    IOException e =
        assertThrows(
            IOException.class,
            () -> {
              if (combine == null) {
                Policy.load(file);
              } else {
                Policy.load(file, combine);
              }
            });
    assertEquals("'" + file + "' cannot be used: " + sentence, e.getMessage());
  }

  @Test
  void aWrongFormOfObservationIsRefused() {
    Policy policy = policies().getFirst();
    assertEquals(
        "this policy observes a vector of length 3 (a float[] of length 3), was given a vector of length 5",
        assertThrows(
                IllegalArgumentException.class,
                () -> policy.act(new Observation(new Form.Vector(5))))
            .getMessage());
    assertEquals(
        "this policy observes a vector of length 3 (a float[] of length 3), was given a float[] of length 5",
        assertThrows(IllegalArgumentException.class, () -> policy.act(new float[5])).getMessage());
    assertEquals(
        "this policy observes a vector of length 3 (a float[] of length 3), was given a byte[] of length 3",
        assertThrows(IllegalArgumentException.class, () -> policy.act(new byte[3])).getMessage());
    assertEquals(
        "this policy observes a vector of length 3 (a float[] of length 3), was given the int 2",
        assertThrows(IllegalArgumentException.class, () -> policy.act(2)).getMessage());
    assertEquals(
        "q must have length >= 2, was 1",
        assertThrows(
                IllegalArgumentException.class,
                () -> policy.values(new Observation(policy.input()), new float[1]))
            .getMessage());
  }

  /// One bit of a weight, and every text of the metadata spoilt.
  @Test
  void whatIsDamagedOrMadeUpIsRefusedInASentence() throws IOException {
    Policy policy = policies().get(4);
    Path file = folder.resolve("policy.safetensors");
    policy.save(file);
    byte[] whole = Files.readAllBytes(file);
    byte[] flipped = whole.clone();
    flipped[flipped.length - 7] ^= 1;
    Files.write(file, flipped);
    refused(file, null, "it is damaged: its checksum does not match");
    SafeTensors good = policy.tensors();
    for (String key : good.metadata().keySet()) {
      for (String text : List.of("", "x", "-1", "99999999999", "Conv2d filters=1")) {
        if (key.equals("format")) {
          continue;
        }
        SafeTensors.Builder builder = SafeTensors.builder();
        good.names().forEach(name -> builder.tensor(name, good.tensor(name)));
        good.metadata().forEach((k, v) -> builder.metadata(k, k.equals(key) ? text : v));
        builder.build().write(file);
        IOException e = assertThrows(IOException.class, () -> Policy.load(file), key + text);
        assertTrue(e.getMessage().startsWith("'" + file + "' cannot be used: "), e.getMessage());
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      }
    }
    policy.network().save(policy.parameters()[0]).write(file);
    refused(file, null, "it is not an Evenkeel policy: it has no metadata 'evenkeel.policy'");
  }

  @Test
  void aRuleThatIsNotTheFilesIsRefusedAlsoWhereTheFileNamesOneOfOurs() throws IOException {
    Path file = folder.resolve("mean.safetensors");
    policy(Spec.vector(2).actions(2), new Combine.Mean(), 3).save(file);
    assertEquals(new Combine.Mean(), Policy.load(file, new Combine.Mean()).combine());
    refused(
        file,
        new Median(),
        "it combines its parameter sets by 'mean', but the rule given is '"
            + new Median().identity()
            + "'");
  }

  @Test
  void tensorsHavePyTorchsNamesAndTheNumberOfTheirSetWhereThereAreSeveral() {
    Spec spec = Spec.vector(3).actions(2);
    Policy one = policy(spec, new Combine.Mean(), 1, Layer.dense(5, "fc"));
    List<String> names = List.of("fc.bias", "fc.weight", "out.bias", "out.weight");
    assertEquals(names, one.tensors().names().stream().sorted().toList());
    Policy two = policy(spec, new Combine.Mean(), 2);
    assertEquals(
        List.of("0.out.bias", "0.out.weight", "1.out.bias", "1.out.weight"),
        two.tensors().names().stream().sorted().toList());
  }

  @Test
  void whatIsMissingOrTooMuchIsNamed() throws IOException {
    Path file = folder.resolve("policy.safetensors");
    SafeTensors good =
        policy(Spec.vector(3).actions(2), new Combine.Mean(), 1, Layer.dense(5, "fc")).tensors();
    for (String missing : good.metadata().keySet()) {
      if (missing.equals("format")) {
        continue;
      }
      SafeTensors.Builder less = SafeTensors.builder();
      good.names().forEach(name -> less.tensor(name, good.tensor(name)));
      good.metadata().entrySet().stream()
          .filter(e -> !e.getKey().equals(missing))
          .forEach(e -> less.metadata(e.getKey(), e.getValue()));
      less.build().write(file);
      named(file, missing);
    }
    SafeTensors.Builder more = SafeTensors.builder();
    good.names().forEach(name -> more.tensor(name, good.tensor(name)));
    good.metadata().forEach(more::metadata);
    more.tensor("more", good.tensor("fc.bias")).build().write(file);
    named(file, "4");
    named(file, "5");
    SafeTensors.Builder other = SafeTensors.builder();
    good.names()
        .forEach(name -> other.tensor(name.replace("fc.bias", "fc.bios"), good.tensor(name)));
    good.metadata().forEach(other::metadata);
    other.build().write(file);
    named(file, "'fc.bias'");
  }

  private static void named(Path file, String what) {
    String message = assertThrows(IOException.class, () -> Policy.load(file)).getMessage();
    assertTrue(message.replace(file.toString(), "").contains(what), message);
  }

  @Test
  void theFileDoesNotDependOnTheLanguage() throws IOException {
    Locale before = Locale.getDefault();
    for (Policy policy : policies()) {
      SafeTensors wanted = policy.tensors();
      Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
      try {
        assertEquals(wanted.metadata(), policy.tensors().metadata());
      } finally {
        Locale.setDefault(before);
      }
    }
  }
}
