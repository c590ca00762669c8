package org.evenkeel.core.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.jspecify.annotations.Nullable;

/// Reads and writes a [Policy] as a safetensors file: tensors with PyTorch's names, and metadata for everything else.
///
/// | key | value |
/// |---|---|
/// | `evenkeel.policy` | the version of this table: 1 |
/// | `evenkeel.frame` | the form of a frame: `Bytes height=84 width=84 channels=1` (a network reads bytes / 255) |
/// | `evenkeel.stack` | the number of frames in an observation, and how a stack starts: `4 ZEROS` |
/// | `evenkeel.actions` | the number of actions |
/// | `evenkeel.layers` | one line per layer; the last one is the output layer |
/// | `evenkeel.sets` | the number of parameter sets |
/// | `evenkeel.combine` | `mean`, `min`, `recency-weighted DECAY` or the identity of a custom rule |
/// | `evenkeel.crc32c` | a checksum of the tensors, in the order of their names |
final class PolicyFile {
  private static final String VERSION = "evenkeel.policy";
  private static final String FRAME = "evenkeel.frame";
  private static final String STACK = "evenkeel.stack";
  private static final String ACTIONS = "evenkeel.actions";
  private static final String LAYERS = "evenkeel.layers";
  private static final String SETS = "evenkeel.sets";
  private static final String COMBINE = "evenkeel.combine";
  private static final String CHECKSUM = "evenkeel.crc32c";

  private static final String RECENCY = "recency-weighted ";

  private PolicyFile() {}

  static SafeTensors write(Policy policy) {
    Network network = policy.network();
    SafeTensors.Builder builder =
        tensors(policy)
            .metadata("format", "pt")
            .metadata(VERSION, "1")
            .metadata(FRAME, Words.of(policy.spec().frame()))
            .metadata(STACK, policy.spec().stack() + " " + policy.spec().stackStart())
            .metadata(ACTIONS, Integer.toString(network.outputs()))
            .metadata(LAYERS, String.join("\n", network.layers().stream().map(Words::of).toList()))
            .metadata(SETS, Integer.toString(policy.sets()))
            .metadata(COMBINE, name(policy.combine()));
    return builder.metadata(CHECKSUM, checksum(tensors(policy).build())).build();
  }

  private static SafeTensors.Builder tensors(Policy policy) {
    Network network = policy.network();
    SafeTensors.Builder builder = SafeTensors.builder();
    for (int set = 0; set < policy.sets(); set++) {
      for (String name : network.tensorNames()) {
        long[] shape = network.tensorShape(name).stream().mapToLong(Long::longValue).toArray();
        builder.tensor(
            prefix(set, policy.sets()) + name,
            SafeTensors.Tensor.of(network.tensor(policy.parameters()[set], name), shape));
      }
    }
    return builder;
  }

  private static String prefix(int set, int sets) {
    return sets == 1 ? "" : set + ".";
  }

  private static String checksum(SafeTensors tensors) {
    CRC32C sum = new CRC32C();
    for (String name : tensors.names().stream().sorted().toList()) {
      sum.update(tensors.tensor(name).data().duplicate());
    }
    return Long.toHexString(sum.getValue());
  }

  private static String name(Combine combine) {
    return switch (combine) {
      case Combine.Mean _ -> "mean";
      case Combine.Min _ -> "min";
      case Combine.RecencyWeighted w -> RECENCY + w.decay();
      default -> combine.identity();
    };
  }

  /// @param given the combination rule, which must be the one in the file; null for one that the library can name
  static Policy read(Path file, @Nullable Combine given) throws IOException {
    SafeTensors tensors = SafeTensors.read(file);
    try {
      return read(tensors, given);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + file + "' cannot be used: " + e.getMessage(), e);
    }
  }

  private static Policy read(SafeTensors file, @Nullable Combine given) {
    Map<String, String> all = file.metadata();
    String version = all.get(VERSION);
    if (version == null) {
      throw new IllegalArgumentException(
          "it is not an Evenkeel policy: it has no metadata '" + VERSION + "'");
    }
    if (!version.equals("1")) {
      throw new IllegalArgumentException(
          "it has version " + version + " of the policy format, this program reads version 1");
    }
    String[] stack = value(all, STACK).split(" ", -1);
    if (stack.length != 2) {
      throw new IllegalArgumentException(STACK + " must be like '4 ZEROS', was " + stack[0]);
    }
    Spec spec =
        new Spec(
            Words.form(value(all, FRAME)),
            Words.number(ACTIONS, value(all, ACTIONS)),
            0,
            Words.number(STACK, stack[0]),
            Words.constant(Spec.StackStart.class, stack[1]));
    List<Layer> layers = new ArrayList<>();
    for (String line : value(all, LAYERS).split("\n", -1)) {
      layers.add(Words.layer(line));
    }
    Network network = Network.of(spec.observation(), layers.toArray(Layer[]::new));
    int sets = Words.number(SETS, value(all, SETS));
    float[][] thetas = parameters(file, network, sets);
    if (!checksum(file).equals(value(all, CHECKSUM))) {
      throw new IllegalArgumentException("it is damaged: its checksum does not match");
    }
    return new Policy(network, combine(value(all, COMBINE), given), thetas, spec);
  }

  private static String value(Map<String, String> metadata, String key) {
    String value = metadata.get(key);
    if (value == null) {
      throw new IllegalArgumentException("its metadata '" + key + "' is missing");
    }
    return value;
  }

  private static float[][] parameters(SafeTensors file, Network network, int sets) {
    List<String> names = network.tensorNames();
    if (sets < 1 || (long) sets * names.size() != file.names().size()) {
      throw new IllegalArgumentException(
          "it must have %d tensors for each of %d parameter sets, but has %d in total"
              .formatted(names.size(), sets, file.names().size()));
    }
    float[][] thetas = new float[sets][];
    for (int set = 0; set < sets; set++) {
      SafeTensors.Builder one = SafeTensors.builder();
      for (String name : names) {
        String stored = prefix(set, sets) + name;
        if (!file.names().contains(stored)) {
          throw new IllegalArgumentException("it has no tensor '" + stored + "'");
        }
        one.tensor(name, file.tensor(stored));
      }
      thetas[set] = network.load(one.build());
    }
    return thetas;
  }

  private static Combine combine(String name, @Nullable Combine given) {
    if (given != null) {
      if (!name(given).equals(name)) {
        throw new IllegalArgumentException(
            "it combines its parameter sets by '%s', but the rule given is '%s'"
                .formatted(name, given.identity()));
      }
      return given;
    } else if (name.equals("mean")) {
      return new Combine.Mean();
    } else if (name.equals("min")) {
      return new Combine.Min();
    } else if (name.startsWith(RECENCY)) {
      return new Combine.RecencyWeighted(Words.decimal(COMBINE, name.substring(RECENCY.length())));
    }
    throw new IllegalArgumentException(
        "it combines its parameter sets by '%s', a custom rule of the program that trained it: load it with Policy.load(file, rule)"
            .formatted(name));
  }
}
