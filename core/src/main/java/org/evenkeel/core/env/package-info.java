/// Tasks to learn: the contract between an [Environment] and the library, from top to bottom.
///
/// **Three methods.** [Environment#spec] says what is observed and how many actions there are. [Environment#reset]
/// starts an episode and writes its first observation. [Environment#step] takes an action, writes the observation
/// after it and returns a [Step]. An environment never allocates observations: it writes all of the
/// [org.evenkeel.core.data.Observation] it is given, each time, and neither reads nor keeps it.
///
/// **What is observed.** A [Spec] names one of four forms ([org.evenkeel.core.data.Form]):
///
///   - `Spec.vector(n)`: n floats, best near -1 to 1;
///   - `Spec.oneHot(n)`: one of n states;
///   - `Spec.bitPlanes(height, width, channels)`: binary planes;
///   - `Spec.bytes(height, width)`: a grey image, or with `channels` a colour image, channel after channel.
///
/// **Stacks.** With `spec.stack(4, ...)` the agent sees the last four frames, the newest last. The environment still
/// writes one frame at a time; [FrameStack] builds the stack, and the replay buffer stores each frame once.
/// [Spec.StackStart] says what stands in for the frames before the first one of an episode.
///
/// **Ends.** An episode *terminates* if nothing follows, so that its last state has no value beyond it. It is
/// *truncated* if it is cut from outside, by a step that says so or by [Spec#maxEpisodeSteps], which the library
/// enforces; then the last state keeps its value. A *lost life* is neither. [Step] has a flag for each.
///
/// **Randomness.** Everything random comes from the generator given to `reset`, which may be kept until the next
/// reset. The same seed and the same actions then give the same episode, on a new instance and on one that has played
/// before.
///
/// **Resume.** A killed run continues exactly. The library repeats the unfinished episode from its seed and actions,
/// so an environment needs to do nothing. One with very long episodes, or with something that outlives an episode,
/// implements [SavesState]. [Environment#identity] keeps a checkpoint from being continued in another task: an
/// environment with constructor parameters must override it.
///
/// **Threads.** An instance serves one thread at a time. The supplier of environments makes a new instance each time:
/// one to train, several to evaluate. An environment that implements [AutoCloseable] is closed when it is no longer
/// needed.
///
/// **Capabilities** are optional interfaces, asked for with [Environment#as]:
///
///   - [SavesState]: writes its state and continues from it;
///   - [HasLeadIn]: has frames from before an episode, for [Spec.StackStart#LEAD_IN];
///   - [SkipsFrames]: one step lasts several frames of a game;
///   - [HasScreen]: has a colour picture for people to watch;
///   - [HasLegend]: names its actions and observations.
///
/// **Wrappers.** An [EnvironmentWrapper] changes one thing about an environment and keeps its capabilities:
/// `new RewardScale(new TimeLimit(new Pump(), 200), 0.01)`.
///
/// **Checking.** `EnvironmentCheck.verify(Pump::new)` tests all of this and explains what is wrong.
/// [EnvironmentCalls] is how the library calls environments.
@NullMarked
package org.evenkeel.core.env;

import org.jspecify.annotations.NullMarked;
