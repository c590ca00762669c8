/// Watching a policy play: episodes step by step, as pictures in files or on a terminal.
///
/// A [Player] plays like an evaluation and produces [Moment]s; a [Scene] has the names of their parts. [PictureFile]
/// turns them into images, [TerminalDrawing] into lines of text. Nothing in this package uses the machine's fonts or a
/// display: the same episode gives the same bytes everywhere.
package org.evenkeel.lab.watch;
