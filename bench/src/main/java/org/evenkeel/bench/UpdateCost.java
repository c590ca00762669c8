package org.evenkeel.bench;

import org.evenkeel.core.train.Training;

/// The least work of one learning update of MinAtar's network on a GPU that trains many runs, to compare its time with the
/// limits of the hardware.
///
/// The parameters of many runs do not fit into the caches, so they come from memory each time they are used. With P
/// parameters of four bytes, M moments of the optimizer and K target networks, an update
///
/// - reads the parameters for the pass on the states: 4 P bytes;
/// - reads and writes the parameters and the moments: 2 (1 + M) 4 P bytes;
/// - reads its share of the target networks, each of which is read once for the minibatches of A updates: 4 P K / A bytes.
///
/// Activations, gradients and the states of the minibatch are not counted: they could stay in the caches. Neither is
/// acting, which is part of a step but not of the update.
///
/// The arithmetic is that of [UpdateWork.Task#operations]: a multiplication and an addition for each weight in use, three
/// times (forward, and two products backward), and once more for each target pass. A target value that is cached needs no
/// pass: if a stored state is drawn p times in a target period, a sample needs (1 - exp(-pK)) / p passes.
///
/// @param bytes the bytes that must be read and written
/// @param operations the floating-point operations
record UpdateCost(double bytes, double operations) {
  /// Returns the work of an update.
  ///
  /// @param training a training run of MinAtar's Breakout
  /// @param updatesAhead the updates whose target values are computed together
  static UpdateCost of(Training training, int updatesAhead) {
    UpdateWork.Task task = UpdateWork.Task.MINATAR;
    double parameters = 4.0 * task.network().parameterCount();
    int k = training.algorithm().k();
    double reads = 1 + (double) k / updatesAhead;
    double updated = 2.0 * (1 + training.optimizer().moments());
    double drawn =
        (double) training.schedule().batchSize()
            * training.schedule().targetPeriod()
            / training.replay().capacity();
    double passes = (1 - Math.exp(-drawn * k)) / drawn;
    return new UpdateCost((reads + updated) * parameters, task.operations(passes));
  }
}
