/// The paper's Atari experiments (section 6.1) as a study that can be run again. A game is only a name here:
/// the emulator is in a module of its own, with a licence of its own.
package org.evenkeel.paper.atari;
