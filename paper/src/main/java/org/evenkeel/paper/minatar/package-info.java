/// The protocol for MinAtar: how its games are trained and measured, and players that learn nothing.
package org.evenkeel.paper.minatar;
