package org.evenkeel.core.train;

/// Measurements of training since the line before. A mean over nothing is NaN.
///
/// @param step the agent's steps so far
/// @param updates updates so far
/// @param episodes episodes ended so far
/// @param meanReturn mean undiscounted return of the episodes that ended since the line before
/// @param meanLength their mean length in steps
/// @param epsilon the probability of a random action now
/// @param loss mean loss of the updates since the line before
/// @param tdError mean absolute TD error of their samples
/// @param gradientNorm mean norm of their gradients, before clipping; without clipping it is measured at every
///     eighth update
/// @param heldOutValue mean over the held-out states of the largest value of the evaluated estimate
/// @param freshOnlineValue at an evaluation, mean over states drawn again of the largest value of the online network, as
///     the authors report it
/// @param heldOutTargetValue at an evaluation, mean over the states that followed the held-out ones of the largest value
///     of the newest snapshot, as Nature reports it; the held-out states that nothing followed are left out
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
