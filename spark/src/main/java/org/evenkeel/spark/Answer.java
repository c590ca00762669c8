package org.evenkeel.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.study.TrialParcel;

/// What an executor says of a trial. It never throws: what Spark counts as failures are executors that were lost.
sealed interface Answer extends Serializable {
  /// It has ended.
  ///
  /// @param warnings what went wrong on the way and stopped nothing
  record Ended(TrialParcel parcel, ArrayList<String> warnings) implements Answer {
    static Ended of(TrialParcel parcel, List<String> warnings) {
      return new Ended(parcel, new ArrayList<>(warnings));
    }
  }

  /// It could not be computed.
  ///
  /// @param sentence why, without the host
  /// @param host where
  /// @param everywhere whether it would be the same elsewhere
  record Refused(String sentence, String host, boolean everywhere) implements Answer {}

  /// Spark has asked it to stop.
  record Stopped() implements Answer {}
}
