/// The protocol of MinAtar: how its games are trained and measured, and players that learn nothing.
package org.evenkeel.paper.minatar;
