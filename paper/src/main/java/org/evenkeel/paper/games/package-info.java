/// The paper's experiments on games (section 6.1): a study of any games under a protocol, the runs of its algorithms, and how
/// these are compared and reported.
package org.evenkeel.paper.games;
