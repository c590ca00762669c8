package org.evenkeel.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.study.TrialParcel;

/// An executor's answer about a trial. Errors are answers and not exceptions, so that Spark's failures are only lost
/// executors.
sealed interface Answer extends Serializable {
  /// The trial has ended.
  ///
  /// @param warnings problems that did not stop it
  record Ended(TrialParcel parcel, ArrayList<String> warnings) implements Answer {
    static Ended of(TrialParcel parcel, List<String> warnings) {
      return new Ended(parcel, new ArrayList<>(warnings));
    }
  }

  /// The trial could not be computed.
  ///
  /// @param sentence the reason, without the host
  /// @param host the host
  /// @param everywhere whether it would fail on every other host too
  record Refused(String sentence, String host, boolean everywhere) implements Answer {}

  /// The trial was stopped at Spark's request.
  record Stopped() implements Answer {}
}
