/// The paper's experiments on games (section 6.1): studies of games under a protocol, the runs of the algorithms, and
/// their comparison and report.
package org.evenkeel.paper.games;
