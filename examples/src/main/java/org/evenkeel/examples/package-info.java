/// Small programs to copy, one subject each. They need the library and nothing else; the build runs every one of them.
///
/// | program | subject |
/// |---|---|
/// | [Thermostat], [TrainThermostat] | your own environment, and training on it |
/// | [WalkFamily] | a family of environments with options and a preset |
/// | [WhichWay], [CustomNetwork] | two convolutions on images of 64x64 bytes |
/// | [CustomExploration] | softmax exploration, and an epsilon schedule |
/// | [CustomOptimizer] | the Lion optimizer |
/// | [LearningRateSchedule] | cosine decay after a warm-up |
/// | [CustomInitializer] | Glorot's initial weights |
/// | [CustomReplay] | a replay buffer that saves and restores itself |
/// | [CustomCombine] | the median of K snapshots |
/// | [CustomBootstrap] | mellowmax in place of the maximum |
/// | [HandWrittenLoop] | act, step, add, update and snapshot, in a loop that you control |
/// | [StopEarly] | a listener that writes checkpoints and ends a run early |
/// | [ResumeRun] | an interrupted run continues to the same bits |
/// | [SavePolicy], [LoadPolicy] | a policy file, and a program that answers from it with many threads |
/// | [CompareAlgorithms] | several algorithms and seeds in one table |
package org.evenkeel.examples;
