package org.evenkeel.spark;

import java.io.Serializable;
import org.apache.spark.broadcast.Broadcast;
import org.evenkeel.lab.study.TrialParcel;
import org.evenkeel.lab.study.TrialRecipe;
import org.jspecify.annotations.Nullable;

/// What an executor is sent of a trial.
///
/// @param name what sentences call it
/// @param recipe how it is made there
/// @param identity the hash of its description
/// @param beginning what was computed of it before; null for nothing
/// @param begun the step of that
/// @param heapBytes as [org.evenkeel.lab.study.Trial#heapBytes]
/// @param outsideBytes as [org.evenkeel.lab.study.Trial#memoryBytes]
record Shipment(
    String name,
    TrialRecipe recipe,
    String identity,
    @Nullable Broadcast<TrialParcel> beginning,
    long begun,
    long heapBytes,
    long outsideBytes)
    implements Serializable {}
