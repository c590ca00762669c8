/// Small programs to copy, one per subject. They depend only on the library, and the build runs all of them.
///
/// | program | subject |
/// |---|---|
/// | [Thermostat], [TrainThermostat] | your own environment, and training on it |
/// | [WalkFamily] | a family of environments with options and a preset |
/// | [WhichWay], [CustomNetwork] | two convolutions on 64x64 byte images |
/// | [CustomExploration] | softmax exploration, and an epsilon schedule |
/// | [CustomOptimizer] | the Lion optimizer |
/// | [LearningRateSchedule] | cosine decay after a warm-up |
/// | [CustomInitializer] | Glorot's initial weights |
/// | [CustomReplay] | a replay buffer that saves and restores itself |
/// | [CustomCombine] | the median of K snapshots |
/// | [CustomBootstrap] | mellowmax in place of the maximum |
/// | [HandWrittenLoop] | act, step, add, update and snapshot, in a loop that you control |
/// | [StopEarly] | a listener that writes checkpoints and ends a run early |
/// | [ResumeRun] | an interrupted run that continues with bit-identical results |
/// | [SavePolicy], [LoadPolicy] | a policy file, and a program that queries it from many threads |
/// | [CompareAlgorithms] | several algorithms and seeds in one table |
package org.evenkeel.examples;
