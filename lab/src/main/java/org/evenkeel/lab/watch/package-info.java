/// Watching a policy play: episodes step by step, and their pictures for files and terminals.
///
/// A [Player] plays as an evaluation does and gives [Moment]s; a [Scene] says what their parts are called.
/// [PictureFile] makes pictures of them, [TerminalDrawing] lines of text.
/// Nothing here asks the machine for fonts or a display: the same episode gives the same bytes everywhere.
package org.evenkeel.lab.watch;
