/// Experience replay: what happened, stored frame by frame, and minibatches drawn from it.
///
/// A [Memory] is part of a configuration and describes a buffer; a [ReplayBuffer] is the buffer itself. To write
/// your own, implement both: a record with its settings, and the class that [Memory#create] makes. [Sampling]
/// says how the library's own buffer, [Memory.Frames], is drawn from.
///
/// Inside that buffer: `FrameStore` has the frames and rebuilds stacks of them, `Timeline` has what was done at
/// each and knows which transitions may be drawn, `Priorities` has how likely each is when [Sampling] is not
/// uniform, `SlotRecords` writes and reads slots for checkpoints.
///
/// **Words.** A *slot* is one place of the ring. A *sequence number* tells each step that was ever stored from
/// every other: step n is at slot `n % (capacity + 1)`. A *window* is the n steps that a target sums up.
///
/// **Memory** ([Memory#bytes]): for each transition one frame and 6 bytes (9 if there are more than 256
/// actions), 16 more when prioritized. A million Atari transitions take 7.06 GB, off the heap; a hundred
/// thousand of a MinAtar game of 4 channels 5.6 MB.
@NullMarked
package org.evenkeel.core.replay;

import org.jspecify.annotations.NullMarked;
