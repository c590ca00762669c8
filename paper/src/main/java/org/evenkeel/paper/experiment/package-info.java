/// Parts shared by the experiments of the paper: their service interface, scales, curves with bands, and names of
/// algorithms in paths.
package org.evenkeel.paper.experiment;
