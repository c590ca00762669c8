/// Experiments with claims: their trials, the evaluation of the results, their options, and the folder that combines
/// several of them on one page. An [org.evenkeel.lab.experiment.ExperimentKind] is found as a service.
package org.evenkeel.lab.experiment;
