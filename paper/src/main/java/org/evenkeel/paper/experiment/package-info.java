/// What the experiments share: trials with a report, scales, names and colours of algorithms, and the first of the rules
/// that judge a claim.
package org.evenkeel.paper.experiment;
