/// Runs on disk. [RunDirectory] is the folder of a run, [RunDriver] drives a run and survives failures, [RunOnDisk]
/// combines both for a configuration, and [ReadRun] reads a run without changing it. Nothing in this package depends on
/// statistics, reports or charts.
package org.evenkeel.lab.run;
