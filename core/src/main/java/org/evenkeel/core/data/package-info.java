/// What is observed and drawn, below networks and environments: the [Form] of an observation, one
/// [Observation], a [Batch] of them, a [Minibatch] of transitions, and a [RandomStream] whose numbers are the
/// same on every machine. An [Identified] part tells what it is, for checkpoints.
@NullMarked
package org.evenkeel.core.data;

import org.jspecify.annotations.NullMarked;
