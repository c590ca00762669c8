/// Tasks to learn: the contract between an [Environment] and the library.
///
/// **Three methods.** [Environment#spec] describes the observations and gives the number of actions.
/// [Environment#reset] starts an episode and writes its first observation. [Environment#step] performs an action,
/// writes the observation that follows and returns a [Step]. An environment never allocates observations. It writes
/// every value of the [org.evenkeel.core.data.Observation] it is given, in every call, and neither reads nor keeps it.
///
/// **Observations.** A [Spec] names one of four forms ([org.evenkeel.core.data.Form]):
///
///   - `Spec.vector(n)`: n floats, best near -1 to 1;
///   - `Spec.oneHot(n)`: one of n states;
///   - `Spec.bitPlanes(height, width, channels)`: binary planes;
///   - `Spec.bytes(height, width)`: a grey image, or with `channels` a colour image, channel after channel.
///
/// **Stacks.** With `spec.stack(4, ...)` the agent sees the last four frames, newest last. The environment still writes
/// one frame at a time; [FrameStack] builds the stack, and the replay buffer stores each frame once. [Spec.StackStart]
/// chooses what replaces the missing frames at the start of an episode.
///
/// **Ends.** An episode *terminates* if nothing follows: there is no value beyond its last state. It is *truncated* if
/// it is cut off from outside, by a step with that flag or by [Spec#maxEpisodeSteps], which the library enforces; then
/// the last state keeps its value. A *lost life* is neither. [Step] has a flag for each.
///
/// **Randomness.** All randomness must come from the generator passed to `reset`, which may be kept until the
/// next reset. Then the same seed and the same actions give the same episode, both on a new instance and on
/// one that has played before.
///
/// **Resume.** A killed run continues exactly. The library replays the unfinished episode from its seed and actions, so
/// an environment needs to do nothing. Implement [SavesState] if episodes are very long, or if some state outlives an
/// episode. [Environment#identity] prevents a checkpoint from being continued in a different task: an environment with
/// constructor parameters must override it.
///
/// **Threads.** An instance is used by one thread at a time. The supplier of environments must create a new instance on
/// each call: one is used for training, several for evaluation. An environment that implements [AutoCloseable] is
/// closed when it is no longer needed.
///
/// **Capabilities** are optional interfaces, queried with [Environment#as]:
///
///   - [SavesState]: can save its state and continue from it;
///   - [HasLeadIn]: has frames from before an episode, for [Spec.StackStart#LEAD_IN];
///   - [SkipsFrames]: one step spans several frames of a game;
///   - [HasScreen]: has a colour picture for people to watch;
///   - [HasLegend]: names its actions and observations.
///
/// **Wrappers.** An [EnvironmentWrapper] changes one thing about an environment and keeps its capabilities:
/// `new RewardScale(new TimeLimit(new Pump(), 200), 0.01)`.
///
/// **Checking.** `EnvironmentCheck.verify(Pump::new)` tests all of this and explains any violation. The library itself
/// calls environments through [EnvironmentCalls].
@NullMarked
package org.evenkeel.core.env;

import org.jspecify.annotations.NullMarked;
