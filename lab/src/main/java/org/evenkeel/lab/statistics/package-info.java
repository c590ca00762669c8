/// Statistics for small numbers of runs.
///
/// [Scores] is a matrix of runs and tasks with the aggregates of Agarwal et al. (2021). [ProbabilityOfImprovement] and
/// [PerformanceProfile] compare such matrices, and [Bootstrap] computes intervals. [Sample] is one list of numbers.
/// [WelchTest] and [MannWhitney] compare two of them, and [MultipleComparisons] corrects for many such tests. [Curve],
/// [Curves] and [Smoothing] are for measurements made during training.
///
/// The numbers agree with rliable 1.2.0, SciPy 1.17.1 and NumPy 2.4.6. A bootstrap draws different resamples than
/// theirs, but always the same ones for a seed.
package org.evenkeel.lab.statistics;
