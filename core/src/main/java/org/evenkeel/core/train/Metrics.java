package org.evenkeel.core.train;

/// Measurements of training since the previous line. A mean over nothing is NaN.
///
/// @param step the agent's steps so far
/// @param updates updates so far
/// @param episodes episodes ended so far
/// @param meanReturn mean undiscounted return of the episodes that ended since the previous line
/// @param meanLength mean length of these episodes in steps
/// @param epsilon the current probability of a random action
/// @param loss mean loss of the updates since the previous line
/// @param tdError mean absolute TD error of the samples of these updates
/// @param gradientNorm mean norm of the gradients of these updates, before clipping; without clipping it is measured at
///     every eighth update
/// @param heldOutValue mean over the held-out states of the largest value of the evaluated estimate
/// @param freshOnlineValue mean over states newly drawn at an evaluation of the largest value of the online network, as
///     the authors report it
/// @param heldOutTargetValue mean over the successors of the held-out states of the largest value of the newest
///     snapshot, measured at an evaluation, as Nature reports it; held-out states without a successor are left out
public record Metrics(
    long step,
    long updates,
    long episodes,
    double meanReturn,
    double meanLength,
    double epsilon,
    double loss,
    double tdError,
    double gradientNorm,
    double heldOutValue,
    double freshOnlineValue,
    double heldOutTargetValue) {}
