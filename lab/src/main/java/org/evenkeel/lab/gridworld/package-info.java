/// The paper's Gridworld experiment (section 6.2).
package org.evenkeel.lab.gridworld;
