/// Neural networks for value-based learning: exact, allocation-free, in plain Java.
///
/// **From a batch of observations to new parameters**, read top to bottom:
///
///   1. A [Network] describes a [org.evenkeel.core.data.Form] and [Layer]s; its parameters are one flat `float[]`.
///   2. A [org.evenkeel.core.data.Batch] holds observations, which are checked on entry.
///   3. [Workspace#forward] runs [ForwardPass]: the [Decoder] turns observations into the input of the first [Stage],
///      then each stage in turn computes its activations.
///   4. [Workspace#loss] applies a [Loss] to the actions taken, which gives the gradient with respect to the values.
///   5. [Workspace#backward] passes through the stages in reverse: [Stage#inputGradient] of each in turn, then
///      [Stage#weightGradient] of all of them.
///   6. [OptimizerState#step] changes the parameters.
///
/// There are also the [Evaluator] (K parameter sets on one batch: target networks) and [SafeTensors]
/// (weights to and from PyTorch).
///
/// **Parts that you may write**: an [Optimizer] (step 6), a [LearningRate] (the schedule of its learning
/// rate) and an [Initializer] (the initial parameters). Those that a configuration file can name are in the
/// nested type `Named` of each.
///
/// **One product.** Dense and convolution layers, forward and backward, all use the same [Product]: rows read through a
/// table of offsets, times a panel of at most 32 columns ([Panels]). It has two implementations with bit-identical
/// results, [ScalarKernels] and [VectorKernels].
///
/// **Bit-identical results.** Each output is one chain of fused multiply-adds along the sum, in a fixed order,
/// whatever the vector width, the implementation, the tile, the thread or the row in the batch (the input
/// gradient of a convolution adds such chains, also in a fixed order). Work is divided into blocks that write to
/// separate locations ([Workers]).
///
/// **Memory.** With P parameters and a batch of n, a workspace holds the activations of all layers for n rows, twice,
/// and the decoded observations. An evaluator of K sets holds activations K times. A named optimizer holds up to 3 P
/// floats. Nature at n = 32: 9 MB, 31 MB at K = 10, 13.5 MB (2 P).
@NullMarked
package org.evenkeel.core.nn;

import org.jspecify.annotations.NullMarked;
