/// Tasks to learn. [org.evenkeel.envs.Environments] knows them all by name; [org.evenkeel.envs.Identity] and
/// [org.evenkeel.envs.Corridor] are learned in seconds and have known optimal values,
/// [org.evenkeel.envs.CartPole] is Gymnasium's, and [org.evenkeel.envs.Chain] is the one the paper computes
/// variances on.
///
/// All of them allocate nothing in a step and can be saved at any time.
package org.evenkeel.envs;
