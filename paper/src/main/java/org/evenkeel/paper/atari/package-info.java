/// The protocol of Atari: how the authors train and measure (section 6.1), beside what they and others published. A game is
/// only a name here: the emulator is in a module of its own, with a licence of its own.
package org.evenkeel.paper.atari;
