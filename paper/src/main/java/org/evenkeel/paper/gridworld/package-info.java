/// The paper's Gridworld experiment (section 6.2): its trials, its plan at each scale, and its report.
package org.evenkeel.paper.gridworld;
