/// The games of the Atari 2600. [Atari] is the environment, [AtariOptions] are its options, [Game] lists the games.
/// [Roms] finds the ROMs and [RomInstaller] fetches them.
///
/// The emulator is the Arcade Learning Environment. `Screen` turns its frames into observations.
@NullMarked
package org.evenkeel.atari;

import org.jspecify.annotations.NullMarked;
