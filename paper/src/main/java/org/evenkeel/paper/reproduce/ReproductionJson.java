package org.evenkeel.paper.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.evenkeel.lab.experiment.EarlierFormat;

/// Converts `reproduction.json`, the predecessor of `experiment.json` in folders of `reproduce`. It holds one scale, the
/// names of the experiments, and the sizes of each.
public final class ReproductionJson implements EarlierFormat {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NUMBER = "a whole number";
  private static final String LIST = "a list";

  /// Creates the converter, for the service loader.
  public ReproductionJson() {}

  @Override
  public String file() {
    return "reproduction.json";
  }

  @Override
  public String converted(String text) {
    try {
      return JSON.writeValueAsString(convert(JSON.readTree(text)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static JsonNode convert(JsonNode old) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode experiments = root.putArray("experiments");
    for (JsonNode name : part(old, "experiments", JsonNode::isArray, LIST)) {
      ObjectNode experiment = experiments.addObject().put("name", name.asText());
      ObjectNode options = experiment.putObject("options");
      options.put("scale", part(old, "scale", JsonNode::isTextual, "a word").asText());
      if (name.asText().equals("gridworld") && old.has("trials")) {
        int trials = part(old, "trials", JsonNode::isInt, NUMBER).asInt();
        if (trials != 0) { // otherwise the scale's default numbers
          options.put("trials", String.valueOf(trials));
        }
      }
      if (old.has(name.asText())) {
        JsonNode sizes = part(old, name.asText(), JsonNode::isObject, "an object");
        sizes(sizes, options);
      }
    }
    root.set("seed", part(old, "seed", JsonNode::isIntegralNumber, NUMBER));
    root.set("computed", part(old, "computed", JsonNode::isArray, LIST));
    return root;
  }

  /// Adds the sizes of an experiment on games as options.
  private static void sizes(JsonNode old, ObjectNode options) {
    // With gaps, the algorithms were the scale's defaults and differed between games.
    boolean gaps =
        old.has("gaps") && part(old, "gaps", JsonNode::isBoolean, "true or false").asBoolean();
    options.put("games", words(old, "games"));
    if (!gaps) {
      options.put("k", words(old, "k"));
    }
    options.put("seeds", part(old, "seeds", JsonNode::isInt, NUMBER).asText());
    for (String length : List.of("steps", "frames")) {
      if (old.has(length)) {
        options.put(length, part(old, length, JsonNode::isIntegralNumber, NUMBER).asText());
      }
    }
    if (!gaps) {
      String others = words(old, "others");
      options.put("others", others.isEmpty() ? "none" : others);
    }
  }

  private static String words(JsonNode of, String name) {
    List<String> words = new ArrayList<>();
    part(of, name, JsonNode::isArray, LIST).forEach(word -> words.add(word.asText()));
    return String.join(",", words);
  }

  private static JsonNode part(JsonNode of, String name, Predicate<JsonNode> fits, String wanted) {
    JsonNode part = of.path(name);
    if (!fits.test(part)) {
      throw new IllegalArgumentException(
          "%s must be %s, was %s"
              .formatted(name, wanted, part.isMissingNode() ? "missing" : part.toString()));
    }
    return part;
  }
}
