package org.evenkeel.spark;

import org.apache.spark.util.AccumulatorV2;

/// The finished share of a trial, as an accumulator. Executors report the accumulators of a running task to the driver
/// every few seconds. The sum over tasks has no meaning.
final class Share extends AccumulatorV2<Double, Double> {
  static final String NAME = "evenkeel.share";

  private static final long serialVersionUID = 1;

  private volatile double share;

  Share() {}

  @Override
  public boolean isZero() {
    return share == 0;
  }

  @Override
  public AccumulatorV2<Double, Double> copy() {
    Share copy = new Share();
    copy.share = share;
    return copy;
  }

  @Override
  public void reset() {
    share = 0;
  }

  /// Replaces the value.
  @Override
  public void add(Double now) {
    share = now;
  }

  @Override
  public void merge(AccumulatorV2<Double, Double> other) {}

  @Override
  public Double value() {
    return share;
  }
}
