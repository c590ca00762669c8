/// Runs on disk: [RunDirectory] keeps what a run gave, [RunDriver] drives it and survives what may happen meanwhile,
/// [RunOnDisk] is both for a configuration, [ReadRun] reads a run without touching it. Nothing here depends on statistics,
/// reports or charts.
package org.evenkeel.lab.run;
