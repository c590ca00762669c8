/// Experience replay: what happened, kept frame by frame, and minibatches drawn from it.
///
/// A [Replay] is the memory: `FrameStore` has the frames and rebuilds stacks of them, `Timeline` has what was
/// done at each and knows which transitions may be drawn, `Priorities` has how likely each is when
/// [Sampling] is not uniform, `SlotRecords` writes and reads slots for checkpoints. A [org.evenkeel.core.data.Minibatch] is what
/// comes out.
///
/// **Memory** ([Replay#bytes]): for each transition one frame and 6 bytes (9 if there are more than 256
/// actions), 16 more when prioritized. A million Atari transitions take 7.06 GB, off the heap; a hundred
/// thousand of a MinAtar game of 4 channels 5.6 MB.
package org.evenkeel.core.replay;
