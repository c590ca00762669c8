/// The paper's Gridworld experiment (section 6.2): its trials, what is run at each scale, and what is read out of it.
package org.evenkeel.paper.gridworld;
