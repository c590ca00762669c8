/// Training runs: from a configuration and an environment to a policy.
///
/// **A run**, read top to bottom:
///
///   1. A [Training] is everything that determines a run except the environment and the seed. It is a value with a
///      default for each part. [Execution] is everything that does not affect the result: threads, and how target
///      values are computed.
///   2. A [Trainer] is created from both, a supplier of environments and a seed. `Parts` assembles it in one place.
///   3. [Trainer#run] takes steps. One step is in `Loop`: act, step, add, update, snapshot, about 80 lines that follow
///      the paper's algorithms. After a step, the trainer evaluates and measures if that is due.
///   4. Listeners receive [RunEvent]s between steps. They may write a [Checkpoint] or stop the run.
///   5. [Trainer#policy] is the result.
///
/// **Randomness.** One root seed gives named independent streams ([Seeds]) for initial parameters, exploration,
/// minibatches, each episode and each evaluation. There is no other source of randomness.
///
/// **Resume.** A run may be killed at any instant and resumed from its last checkpoint; the result is bit-identical to
/// that of an uninterrupted run. A checkpoint records which run it belongs to (`RunIdentity`: the environment's
/// identity, the seed and every setting as `key=value`). Resuming a different run is refused, and the message lists the
/// settings that differ. The content consists of named sections (`Sections`). `RunFolder` manages the files,
/// `SealedFile` their checksums.
///
/// **Allocation.** A step allocates nothing. Measurements, evaluations, checkpoints and events that have a listener
/// allocate a little.
///
/// **Memory.** [Footprint] computes the memory that a run needs before anything is allocated.
@NullMarked
package org.evenkeel.core.train;

import org.jspecify.annotations.NullMarked;
