package org.evenkeel.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Writes `verdicts.json`, the claims of a report in a form for programs.
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
      throw new IllegalStateException(e); // a tree of texts and numbers can always be written
    }
  }

  private static ObjectNode node(Claim claim) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("id", claim.id());
    node.put("title", claim.title());
    node.put("quote", claim.quote());
    node.put("source", claim.source());
    node.put("standing", claim.standing().words());
    node.put("verdict", claim.verdict().words());
    node.put("why", claim.evidence().sentence());
    node.put("measured", claim.measured());
    node.put("rule", claim.rule());
    ArrayNode effects = node.putArray("effects");
    claim.evidence().premises().forEach(f -> effects.add(node(f)));
    claim.evidence().findings().forEach(f -> effects.add(node(f)));
    claim.beside().forEach(effect -> effects.add(node(effect)));
    ArrayNode shown = node.putArray("evidence");
    claim.shownIn().forEach(shown::add);
    return node;
  }

  /// Returns a number on which the claim is judged.
  private static ObjectNode node(Finding finding) {
    ObjectNode one = node(finding.effect());
    one.put("planned", finding.planned());
    one.put("expected", finding.expected());
    one.put("answer", finding.answer().words());
    if (!finding.detectable().isEmpty()) {
      one.put("detectable", finding.detectable());
    }
    return one;
  }

  private static ObjectNode node(Effect effect) {
    ObjectNode one = MAPPER.createObjectNode();
    one.put("name", effect.name());
    number(one, "value", effect.value());
    number(one, "lower", effect.lower());
    number(one, "upper", effect.upper());
    one.put("trials", effect.trials());
    one.put("test", effect.test());
    number(one, "p", effect.p());
    return one;
  }

  /// Adds a number. JSON has no NaN; an infinity becomes a text, which Jackson can read back.
  private static void number(ObjectNode node, String name, double value) {
    if (Double.isNaN(value)) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }
}
