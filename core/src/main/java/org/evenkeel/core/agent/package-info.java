/// The algorithms of the paper, and what is learned.
///
/// **Where is Averaged-DQN?** On one screen: [Learner#update] has Algorithms 1, 2 and 3 line by line, and
/// [Targets#of] the one formula in which they differ,
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
///
/// An [Algorithm] is the three choices in it. `Algorithm.averaged(10)` says: the estimates are the last 10 snapshots
/// of one learner ([Algorithm.Estimates.Snapshots]), they are combined by their mean ([Combine.Mean]), and the
/// largest value counts ([Bootstrap.Named#MAX]). DQN has one snapshot; Ensemble-DQN has the newest snapshot of each of K
/// learners; Double-DQN has another bootstrap. Nothing else in the library asks which algorithm it is.
///
/// **From a minibatch to new parameters**, read top to bottom:
///
///   1. A [Learner.Source] fills a minibatch; in training it is the replay buffer.
///   2. The snapshots value the next states. They are kept in a window whose start and clock are a
///      [SnapshotWindow]; their values may be remembered ([TargetPasses]), with the same bits.
///   3. [Targets] combines them and computes the targets.
///   4. The online network takes a gradient step towards the targets. With several learners, an [Ensemble] says who
///      learns from which minibatch.
///   5. [Learner#snapshot] makes the online parameters the newest estimate.
///   6. [Learner#policy] is the result: a [Policy] that is greedy on the combined estimate. [Roles] says who acts
///      during training and who is evaluated; an [Exploration] chooses the actions of training.
///
/// **Write your own.** [Combine], [Bootstrap], [Exploration] and [Architecture] are interfaces; a record of a few
/// lines is enough (`examples/`). Each has an identity ([org.evenkeel.core.data.Identified]) that becomes part of
/// the run's configuration. What a configuration file can name is sealed in their `Named`.
///
/// **Glossary.** One word for each thing:
///
/// | word | meaning |
/// |---|---|
/// | parameters, theta | all weights of one network, one `float[]` |
/// | online network | a network that is being trained |
/// | learner | an online network with its optimizer; an ensemble has K of them |
/// | snapshot | a frozen copy of an online network's parameters; never trained |
/// | window | the snapshots that targets use, the newest first |
/// | estimate | the values that one snapshot gives to states |
/// | target network | the same as a snapshot, where other authors are quoted |
/// | combined estimate | all estimates made one by a [Combine] |
/// | bootstrap | the one value of the combined estimate that a target uses |
/// | parameter set | one of the arrays that a [Policy] combines |
/// | transition | what one step led to: state, action, reward, next state |
/// | slot | a place in the ring of the library's replay buffer (`core.replay`), nothing else |
/// | moments | what an optimizer remembers for each parameter |
@NullMarked
package org.evenkeel.core.agent;

import org.jspecify.annotations.NullMarked;
