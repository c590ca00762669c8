package org.evenkeel.spark;

import org.apache.spark.util.AccumulatorV2;

/// The share that is done of a trial. Executors tell the driver every few seconds what accumulators of a running task
/// have; the sum over tasks means nothing.
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

  /// Takes the place of what was there.
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
