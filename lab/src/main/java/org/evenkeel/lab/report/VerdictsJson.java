package org.evenkeel.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// `verdicts.json`: the claims of a report for programs to read.
final class VerdictsJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private VerdictsJson() {}

  static String of(Report report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("title", report.title());
    root.put("command", report.command());
    ObjectNode provenance = root.putObject("provenance");
    report.provenance().forEach(provenance::put);
    ArrayNode claims = root.putArray("claims");
    report.claims().forEach(claim -> claims.add(node(claim)));
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree of texts and numbers can be written
    }
  }

  private static ObjectNode node(Claim claim) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", claim.id());
    node.put("title", claim.title());
    node.put("quote", claim.quote());
    node.put("source", claim.source());
    node.put("verdict", claim.verdict().words());
    node.put("measured", claim.measured());
    node.put("rule", claim.rule());
    ArrayNode effects = node.putArray("effects");
    for (Effect effect : claim.effects()) {
      ObjectNode one = effects.addObject();
      one.put("name", effect.name());
      number(one, "value", effect.value());
      number(one, "lower", effect.lower());
      number(one, "upper", effect.upper());
      one.put("trials", effect.trials());
      one.put("test", effect.test());
      number(one, "p", effect.p());
    }
    ArrayNode evidence = node.putArray("evidence");
    claim.evidence().forEach(evidence::add);
    return node;
  }

  /// JSON has no NaN; an infinity becomes a text, as Jackson reads it back.
  private static void number(ObjectNode node, String name, double value) {
    if (Double.isNaN(value)) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }
}
