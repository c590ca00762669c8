/// The algorithms of the paper and their results.
///
/// **Where is Averaged-DQN?** On one screen: [Learner#update] contains Algorithms 1, 2 and 3 line by line, and
/// [Targets#of] the one formula in which they differ,
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
///
/// An [Algorithm] consists of the three choices in it. `Algorithm.averaged(10)` means that the estimates are the last
/// 10 snapshots of one learner ([Algorithm.Estimates.Snapshots]), that they are combined by their mean
/// ([Combine.Mean]), and that the largest value is used ([Bootstrap.Named#MAX]). DQN uses one snapshot. Ensemble-DQN
/// uses the newest snapshot of each of K learners. Double-DQN uses a different bootstrap. No other part of the library
/// depends on the algorithm.
///
/// **From a minibatch to new parameters**, read top to bottom:
///
///   1. A [Learner.Source] fills a minibatch; in training it is the replay buffer.
///   2. The snapshots evaluate the next states. They are kept in a window, whose initial content and clock are set by a
///      [SnapshotWindow]. Their values may be cached ([TargetPasses]), with bit-identical results.
///   3. [Targets] combines them and computes the targets.
///   4. The online network takes a gradient step towards the targets. If there are several learners, an [Ensemble] sets
///      which of them learn from which minibatch.
///   5. [Learner#snapshot] makes the online parameters the newest estimate.
///   6. [Learner#policy] is the result: a [Policy] that is greedy on the combined estimate. [Roles] sets which network
///      acts during training and which estimate is evaluated. An [Exploration] chooses the actions of training.
///
/// **Write your own.** [Combine], [Bootstrap], [Exploration] and [Architecture] are interfaces; a record of a few lines
/// is enough (`examples/`). Each has an identity ([org.evenkeel.core.data.Identified]) that becomes part of the run's
/// configuration. The implementations that a configuration file can name are those of the sealed type `Named` in each.
///
/// **Glossary.** One term for each concept:
///
/// | term | meaning |
/// |---|---|
/// | parameters, theta | all weights of one network, one `float[]` |
/// | online network | a network that is being trained |
/// | learner | an online network with its optimizer; an ensemble has K of them |
/// | snapshot | a frozen copy of an online network's parameters; never trained |
/// | window | the snapshots that targets use, newest first |
/// | estimate | the values that one snapshot assigns to states |
/// | target network | the same as a snapshot, used where other authors are quoted |
/// | combined estimate | all estimates merged into one by a [Combine] |
/// | bootstrap | the one value of the combined estimate that a target uses |
/// | parameter set | one of the arrays that a [Policy] combines |
/// | transition | one step with its outcome: state, action, reward, next state |
/// | slot | a position in the ring of the library's replay buffer (`core.replay`), nothing else |
/// | moments | the state that an optimizer keeps for each parameter |
@NullMarked
package org.evenkeel.core.agent;

import org.jspecify.annotations.NullMarked;
