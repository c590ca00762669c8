/// What the experiments share: how they are asked for, scales, names and colours of algorithms, and the first of the rules
/// that judge a claim.
package org.evenkeel.paper.experiment;
