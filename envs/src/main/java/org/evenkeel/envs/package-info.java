/// Tasks to learn. [Environments] finds them by name. [Identity] and [Corridor] are learned in seconds and have known
/// optimal values. [CartPole] is Gymnasium's, [Gridworld] is the paper's, and [Chain] is the one for which the paper
/// computes variances. The games of an [EnvironmentFamily] come with [org.evenkeel.envs.minatar] and other modules.
///
/// Steps do not allocate, and every state can be saved at any time.
@NullMarked
package org.evenkeel.envs;

import org.jspecify.annotations.NullMarked;
