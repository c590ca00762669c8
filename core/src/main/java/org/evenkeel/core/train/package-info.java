/// Training runs: from a configuration and an environment to a policy.
///
/// **A run**, read top to bottom:
///
///   1. A [Training] is everything that decides a run except the environment and the seed: a value with a default for
///      each part. [Execution] is everything that does not decide it: threads, and how target values are computed.
///   2. A [Trainer] is made of both, a supplier of environments and a seed. `Parts` composes it, all in one place.
///   3. [Trainer#run] takes steps. A step is in `Loop`: act, step, add, update, snapshot, about 80 lines that follow
///      the paper's algorithms. After a step, if it is due, the trainer evaluates and measures.
///   4. Listeners hear [RunEvent]s between two steps: they may write a [Checkpoint] or stop the run.
///   5. [Trainer#policy] is the result.
///
/// **Randomness.** One root seed gives named independent streams ([Seeds]): initial parameters, exploration,
/// minibatches, each episode, each evaluation. Nothing random comes from anywhere else.
///
/// **Resume.** Kill a run at any instant and resume it from its last checkpoint: the result is bit-identical to the
/// run never interrupted. A checkpoint knows which run it is (`RunIdentity`: the environment's identity, the seed and
/// every setting as `key=value`); another run is refused with the settings that differ. Its content is named sections
/// (`Sections`); `RunFolder` knows the files, `SealedFile` their checksums.
///
/// **Allocation.** A step allocates nothing. Lines of measurements, evaluations, checkpoints and events that somebody
/// listens to allocate a little.
///
/// **Memory.** [Footprint] computes what a run needs before anything is allocated.
@NullMarked
package org.evenkeel.core.train;

import org.jspecify.annotations.NullMarked;
