/// Neural networks for value-based learning: exact, allocation-free, in plain Java.
///
/// **From a batch of observations to new parameters**, read top to bottom:
///
///   1. A [Network] describes a [org.evenkeel.core.data.Form] and [Layer]s; its parameters are one flat `float[]`.
///   2. A [org.evenkeel.core.data.Batch] holds observations, checked where they come in.
///   3. [Workspace#forward] runs [ForwardPass]: the [Decoder] turns observations into the input of the first
///      [Stage], then one stage after the other computes its activations.
///   4. [Workspace#loss] applies a [Loss] to the actions taken, which gives the gradient by the values.
///   5. [Workspace#backward] goes back through the stages: [Stage#inputGradient] of one after the other,
///      then [Stage#weightGradient] of all of them.
///   6. [OptimizerState#step] changes the parameters.
///
/// Beside these are the [Evaluator] (K parameter sets on one batch: target networks) and [SafeTensors] (weights to
/// and from PyTorch).
///
/// **Parts that you may write**: an [Optimizer] (6.), a [LearningRate] (the schedule of its rate) and an
/// [Initializer] (the parameters to start from). Those that a configuration file can name are in the nested
/// `Named` of each.
///
/// **One product.** Dense and convolution layers, forward and backward, are all the same [Product]: rows
/// read through a table of offsets, times a panel of at most 32 columns ([Panels]). It has two
/// implementations that give the same bits, [ScalarKernels] and [VectorKernels].
///
/// **The same bits everywhere.** Each output is one chain of fused multiply-adds along the sum, in one
/// order, whatever the vector width, the implementation, the tile, the thread or the place in the batch (the input
/// gradient of a convolution adds such chains up, in one order too). Work is cut into blocks that write to
/// separate places ([Workers]).
///
/// **Memory.** With P parameters and a batch of n, a workspace keeps n times the activations of all
/// layers, twice, and the decoded observations; an evaluator of K sets keeps activations K times; a
/// named optimizer keeps up to 3 P floats. Nature at n = 32: 9 MB, 31 MB at K = 10, 13.5 MB (2 P).
@NullMarked
package org.evenkeel.core.nn;

import org.jspecify.annotations.NullMarked;
