/// The games of the Atari 2600: the emulator, what an agent sees of its screen, and where the ROMs are.
@org.jspecify.annotations.NullMarked
package org.evenkeel.atari;
