package org.evenkeel.spark;

import java.io.Serializable;
import org.apache.spark.broadcast.Broadcast;
import org.evenkeel.lab.study.TrialParcel;
import org.evenkeel.lab.study.TrialRecipe;
import org.jspecify.annotations.Nullable;

/// A trial as it is sent to an executor.
///
/// @param name its name in messages
/// @param recipe the recipe by which the executor creates it
/// @param identity the hash of its description
/// @param beginning the checkpoint from which it continues; null if there is none
/// @param begun the step of that checkpoint
/// @param heapBytes the heap it needs ([org.evenkeel.lab.study.Trial#heapBytes])
/// @param outsideBytes the memory it needs outside the heap ([org.evenkeel.lab.study.Trial#memoryBytes])
record Shipment(
    String name,
    TrialRecipe recipe,
    String identity,
    @Nullable Broadcast<TrialParcel> beginning,
    long begun,
    long heapBytes,
    long outsideBytes)
    implements Serializable {}
