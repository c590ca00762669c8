package org.evenkeel.cli.architecture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A drawing of a graph without cycles, in layers (Sugiyama, Tagawa and Toda 1981): users above, what they use below.
///
/// An arrow that follows from others is left out: if a uses b and b uses c, the arrow from a to c says nothing more about
/// their order. A node is in the layer of its longest path down, or higher if more arrows get shorter than longer by that. An
/// arrow that crosses layers gets a *bend* in each, which is placed like a node. The order in a layer is the best of some
/// sweeps that move each node to the mean of its neighbours. The places are then the least squares towards these means
/// without an overlap, and bends are moved into straight lines. Nothing is random: the same graph gives the same drawing.
final class Layers {
  private static final int SWEEPS = 40;
  private static final int PLACING_SWEEPS = 401; // odd: the last goes down
  private static final double GAP = 20;
  private static final double GAP_OF_BENDS = 12;

  /// A node, or a bend of an arrow if it has no name.
  static final class Place {
    final String name;
    final int layer;
    final double width;
    final List<Place> above = new ArrayList<>();
    final List<Place> below = new ArrayList<>();
    double x;

    Place(String name, int layer, double width) {
      this.name = name;
      this.layer = layer;
      this.width = width;
    }

    boolean isBend() {
      return name.isEmpty();
    }
  }

  /// An arrow from a user to what it uses, through its bends.
  record Arrow(String from, String to, boolean optional, List<Place> through) {}

  /// From the bottom up, each from left to right.
  final List<List<Place>> layers = new ArrayList<>();

  final List<Arrow> arrows = new ArrayList<>();

  /// @param uses for each node, the nodes that it uses
  /// @param optional for some nodes, those that they use only if they are there; no other arrow follows from these
  /// @throws IllegalArgumentException if there is a cycle, with its nodes
  Layers(
      SortedMap<String, SortedSet<String>> uses,
      SortedMap<String, SortedSet<String>> optional,
      ToDoubleFunction<String> width) {
    SortedMap<String, SortedSet<String>> all = new TreeMap<>();
    uses.forEach((from, used) -> all.put(from, new TreeSet<>(used)));
    optional.forEach((from, used) -> all.get(from).addAll(used));
    Map<String, Integer> depth = new HashMap<>();
    all.keySet().forEach(n -> depth(n, all, depth, new ArrayList<>()));
    SortedMap<String, SortedSet<String>> kept = reduced(uses);
    optional.forEach((from, used) -> kept.get(from).addAll(used));
    raise(kept, depth);
    Map<String, Place> nodes = new TreeMap<>();
    for (String name : all.keySet()) {
      nodes.put(name, add(new Place(name, depth.get(name), width.applyAsDouble(name))));
    }
    kept.forEach(
        (from, used) ->
            used.forEach(
                to ->
                    arrow(
                        nodes.get(from),
                        nodes.get(to),
                        optional.getOrDefault(from, new TreeSet<>()).contains(to))));
    order();
    place();
    arrows.forEach(this::straighten);
  }

  /// The graph without the arrows that follow from others.
  static SortedMap<String, SortedSet<String>> reduced(SortedMap<String, SortedSet<String>> uses) {
    SortedMap<String, SortedSet<String>> reduced = new TreeMap<>();
    uses.forEach(
        (from, used) -> {
          SortedSet<String> kept = new TreeSet<>(used);
          used.forEach(via -> kept.removeAll(reachable(via, uses)));
          reduced.put(from, kept);
        });
    return reduced;
  }

  private static SortedSet<String> reachable(
      String from, SortedMap<String, SortedSet<String>> uses) {
    SortedSet<String> all = new TreeSet<>();
    for (String next : uses.get(from)) {
      if (all.add(next)) {
        all.addAll(reachable(next, uses));
      }
    }
    return all;
  }

  private static int depth(
      String name,
      SortedMap<String, SortedSet<String>> uses,
      Map<String, Integer> known,
      List<String> path) {
    if (path.contains(name)) {
      throw new IllegalArgumentException(
          "a cycle: " + path.subList(path.indexOf(name), path.size()) + " uses " + name);
    }
    if (!uses.containsKey(name)) {
      throw new IllegalArgumentException(path + " uses " + name + ", which has no sources");
    }
    Integer already = known.get(name);
    if (already != null) {
      return already;
    }
    path.add(name);
    int depth = 0;
    for (String used : uses.get(name)) {
      depth = Math.max(depth, 1 + depth(used, uses, known, path));
    }
    path.removeLast();
    known.put(name, depth);
    return depth;
  }

  /// Moves nodes up to just below their users if more arrows end at them than start there.
  private static void raise(
      SortedMap<String, SortedSet<String>> arrows, Map<String, Integer> depth) {
    List<String> topDown =
        arrows.keySet().stream().sorted(Comparator.comparing(depth::get).reversed()).toList();
    for (String name : topDown) {
      List<String> users =
          arrows.keySet().stream().filter(u -> arrows.get(u).contains(name)).toList();
      if (users.size() > arrows.get(name).size()) {
        users.stream().map(depth::get).min(Integer::compare).ifPresent(d -> depth.put(name, d - 1));
      }
    }
  }

  private Place add(Place place) {
    while (layers.size() <= place.layer) {
      layers.add(new ArrayList<>());
    }
    layers.get(place.layer).add(place);
    return place;
  }

  private void arrow(Place from, Place to, boolean optional) {
    List<Place> through = new ArrayList<>(List.of(from));
    for (int layer = from.layer - 1; layer > to.layer; layer--) {
      through.add(add(new Place("", layer, 0)));
    }
    through.add(to);
    for (int i = 1; i < through.size(); i++) {
      through.get(i - 1).below.add(through.get(i));
      through.get(i).above.add(through.get(i - 1));
    }
    arrows.add(new Arrow(from.name, to.name, optional, List.copyOf(through)));
  }

  // --- the order in each layer ----------------------------------------------------------------

  private void order() {
    layers.forEach(Layers::number);
    List<List<Place>> best = copy();
    int least = crossings();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      boolean down = sweep % 2 == 0;
      for (List<Place> layer : down ? layers.reversed() : layers) {
        layer.sort(Comparator.comparingDouble(p -> mean(down ? p.above : p.below, p.x)));
        number(layer);
      }
      int crossings = crossings();
      if (crossings < least) {
        least = crossings;
        best = copy();
      }
    }
    for (int i = 0; i < best.size(); i++) {
      layers.set(i, best.get(i));
      number(layers.get(i));
    }
  }

  private List<List<Place>> copy() {
    List<List<Place>> copy = new ArrayList<>();
    layers.forEach(layer -> copy.add(new ArrayList<>(layer)));
    return copy;
  }

  private static void number(List<Place> layer) {
    for (int i = 0; i < layer.size(); i++) {
      layer.get(i).x = i;
    }
  }

  private static double mean(List<Place> places, double otherwise) {
    return places.stream().mapToDouble(p -> p.x).average().orElse(otherwise);
  }

  private int crossings() {
    int crossings = 0;
    for (List<Place> layer : layers) {
      for (int left = 0; left < layer.size(); left++) {
        for (Place right : layer.subList(left + 1, layer.size())) {
          for (Place a : layer.get(left).below) {
            crossings += (int) right.below.stream().filter(b -> b.x < a.x).count();
          }
        }
      }
    }
    return crossings;
  }

  // --- the places in each layer ---------------------------------------------------------------

  private void place() {
    for (List<Place> layer : layers) {
      spread(layer, layer.stream().mapToDouble(p -> p.x * 100).toArray());
    }
    for (int sweep = 0; sweep < PLACING_SWEEPS; sweep++) {
      for (List<Place> layer : sweep % 2 == 0 ? layers.reversed() : layers) {
        spread(layer, layer.stream().mapToDouble(Layers::wanted).toArray());
      }
    }
  }

  /// The mean of all neighbours. A neighbouring bend counts more, so that long arrows are straight.
  private static double wanted(Place place) {
    double sum = 0;
    double weights = 0;
    for (Place other : Stream.concat(place.above.stream(), place.below.stream()).toList()) {
      double weight = place.isBend() && other.isBend() ? 8 : 1;
      sum += weight * other.x;
      weights += weight;
    }
    return weights == 0 ? place.x : sum / weights;
  }

  /// Sets the places of a layer: the least squares towards `wanted` without an overlap. Places that would overlap are pooled
  /// into blocks, and a block stands at the mean of what its members want.
  private static void spread(List<Place> layer, double[] wanted) {
    double[] offset = new double[layer.size()];
    for (int i = 1; i < layer.size(); i++) {
      offset[i] = offset[i - 1] + apart(layer.get(i - 1), layer.get(i));
    }
    List<double[]> blocks = new ArrayList<>(); // weighted sum, weight, count
    for (int i = 0; i < layer.size(); i++) {
      double weight = layer.get(i).isBend() ? 4 : 1;
      blocks.add(new double[] {weight * (wanted[i] - offset[i]), weight, 1});
      while (blocks.size() > 1 && at(blocks.getLast()) < at(blocks.get(blocks.size() - 2))) {
        double[] last = blocks.removeLast();
        for (int k = 0; k < last.length; k++) {
          blocks.getLast()[k] += last[k];
        }
      }
    }
    int i = 0;
    for (double[] block : blocks) {
      for (int n = 0; n < block[2]; n++, i++) {
        layer.get(i).x = at(block) + offset[i];
      }
    }
  }

  private static double at(double[] block) {
    return block[0] / block[1];
  }

  private static double apart(Place left, Place right) {
    double gap = left.isBend() && right.isBend() ? GAP_OF_BENDS : GAP;
    return (left.width + right.width) / 2 + gap;
  }

  /// Moves as many neighbouring bends of an arrow as possible to the same place.
  private void straighten(Arrow arrow) {
    List<Place> bends = arrow.through().stream().filter(Place::isBend).toList();
    int from = 0;
    while (from < bends.size()) {
      double least = Double.NEGATIVE_INFINITY;
      double most = Double.POSITIVE_INFINITY;
      double sum = 0;
      int to = from;
      while (to < bends.size()) {
        double nextLeast = Math.max(least, room(bends.get(to), -1));
        double nextMost = Math.min(most, room(bends.get(to), 1));
        if (nextLeast > nextMost) {
          break;
        }
        least = nextLeast;
        most = nextMost;
        sum += bends.get(to).x;
        to++;
      }
      to = Math.max(to, from + 1); // rounding may leave a bend no room at all
      double x = Math.clamp(sum / (to - from), least, Math.max(least, most));
      bends.subList(from, to).forEach(b -> b.x = x);
      from = to;
    }
  }

  /// How far a bend may go to the left (-1) or right (1).
  private double room(Place bend, int direction) {
    List<Place> layer = layers.get(bend.layer);
    int beside = layer.indexOf(bend) + direction;
    return beside < 0 || beside >= layer.size()
        ? direction * 1e6
        : layer.get(beside).x - direction * apart(bend, layer.get(beside));
  }
}
