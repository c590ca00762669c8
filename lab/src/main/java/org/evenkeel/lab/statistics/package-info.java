/// What a few runs tell, and how surely.
///
/// [Scores] is a matrix of runs and tasks with the aggregates of Agarwal et al. (2021),
/// [ProbabilityOfImprovement] and [PerformanceProfile] compare by them, [Bootstrap] gives the intervals.
/// [Sample] is one list of numbers; [WelchTest] and [MannWhitney] compare two of them, and
/// [MultipleComparisons] pays for having made many such tests. [Curve], [Curves] and [Smoothing] are for
/// what was measured along a training.
///
/// The numbers agree with rliable 1.2.0, SciPy 1.17.1 and NumPy 2.4.6; a bootstrap draws other resamples
/// than theirs, always the same ones for a seed.
package org.evenkeel.lab.statistics;
