/// The paper's theory as numbers: the errors of section 4 and the variances of section 5, exact and simulated, also
/// beyond the one MDP that the paper solves.
///
/// | question | class |
/// |---|---|
/// | the parts of an error (section 4) | [ErrorDecomposition] on a [TabularMdp] |
/// | how much a maximum over noise overestimates (section 4.2) | [Overestimation] |
/// | how often noise changes the policy (section 4.1, appendix A) | [PolicyDeviation] |
/// | the variances on the chain (sections 5.1 to 5.3, appendices B and C) | [ChainMdp], [AveragingFactor] |
/// | the variances on the chain, simulated | [ChainSimulation] |
/// | the variances in any MDP, with any covariance of the errors (start of section 5) | [GeneralVariance] |
/// | the variances in any MDP, simulated | [VarianceSimulation] |
/// | one state that loops to itself | [SelfLoop] |
/// | all of it as claims with verdicts, figures and tables | [TheoryExperiment] |
///
/// Everything is deterministic: the numbers are the same on every machine and for any number of threads.
package org.evenkeel.paper.theory;
