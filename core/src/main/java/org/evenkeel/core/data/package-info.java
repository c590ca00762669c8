/// Observations and random numbers, on which networks and environments are based: the [Form] of an observation, one
/// [Observation], a [Batch] of observations, a [Minibatch] of transitions, and a [RandomStream] whose numbers are the
/// same on every machine. [Identified] parts have an identity for checkpoints.
@NullMarked
package org.evenkeel.core.data;

import org.jspecify.annotations.NullMarked;
