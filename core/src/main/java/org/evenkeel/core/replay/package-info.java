/// Experience replay: transitions stored frame by frame, and minibatches drawn from them.
///
/// A [Memory] is part of a configuration and describes a buffer; a [ReplayBuffer] is the buffer itself. To write your
/// own, implement both: a record with its settings, and the class that [Memory#create] instantiates. [Sampling] chooses
/// how transitions are drawn from the library's own buffer, [Memory.Frames].
///
/// Inside that buffer, `FrameStore` holds the frames and rebuilds stacks from them. `Timeline` holds the actions,
/// rewards and ends of steps and tracks which transitions may be drawn. `Priorities` holds their probabilities if
/// [Sampling] is not uniform. `SlotRecords` writes and reads slots for checkpoints.
///
/// **Terms.** A *slot* is a position in the ring. A *sequence number* identifies each step ever stored: step n is in
/// slot `n % (capacity + 1)`. A *window* is the n steps whose rewards a target sums.
///
/// **Memory** ([Memory#bytes]): for each transition, one frame and 6 bytes (9 if there are more than 256 actions), plus
/// 16 if prioritized. A million Atari transitions need 7.06 GB, off the heap; a hundred thousand transitions of a
/// MinAtar game with 4 channels need 5.6 MB.
@NullMarked
package org.evenkeel.core.replay;

import org.jspecify.annotations.NullMarked;
