/// The protocol for Atari: how the authors train and measure (section 6.1), and scores published by them and others. A
/// game is only a name here. The emulator is in a separate module with a separate licence.
package org.evenkeel.paper.atari;
