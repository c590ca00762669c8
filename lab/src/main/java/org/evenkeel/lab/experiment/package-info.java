/// Experiments with claims: trials, what to read out of them, the options they are asked for with, and the folder that
/// keeps several of them on one page. An [org.evenkeel.lab.experiment.ExperimentKind] is found as a service.
package org.evenkeel.lab.experiment;
