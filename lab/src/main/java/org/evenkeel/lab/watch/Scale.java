package org.evenkeel.lab.watch;

import org.evenkeel.core.data.Form;

/// The range of the bars: from the smallest to the largest value seen so far.
///
/// The axis of values starts at 0 unless that would hide the differences, that is, if all values are on one side of 0
/// and further from it than from each other.
final class Scale {
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private final float[] sizes;

  Scale(Scene scene) {
    sizes = new float[scene.frame() instanceof Form.Vector v ? v.size() : 0];
  }

  static Scale of(Scene scene, Iterable<Moment> moments) {
    Scale scale = new Scale(scene);
    moments.forEach(scale::add);
    return scale;
  }

  /// Extends the range to include a moment.
  void add(Moment moment) {
    add(moment.choice().values());
    for (float[] set : moment.choice().each()) {
      add(set);
    }
    if (sizes.length > 0) {
      float[] vector = moment.frame().vector();
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = Math.max(sizes[i], Math.abs(vector[i]));
      }
    }
  }

  private void add(float[] values) {
    for (float value : values) {
      if (Float.isFinite(value)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
  }

  /// Returns the start of the axis of values.
  double low() {
    if (least > most) {
      return 0;
    }
    return least > 0 && least <= most - least ? 0 : least;
  }

  /// Returns the end of the axis of values.
  double high() {
    if (least > most) {
      return 1;
    }
    double end = most < 0 && -most <= most - least ? 0 : most;
    return end > low() ? end : low() + 1;
  }

  /// Returns the position of a value on the axis, 0 to 1.
  double at(double value) {
    return Math.clamp((value - low()) / (high() - low()), 0, 1);
  }

  /// Returns the start of the bars: 0 if the axis includes it, otherwise the end of the axis that is nearer to 0.
  double base() {
    return at(0);
  }

  /// Returns an entry of a vector, scaled to -1 to 1.
  double entry(int index, float value) {
    return sizes[index] == 0 ? 0 : Math.clamp(value / (double) sizes[index], -1, 1);
  }
}
