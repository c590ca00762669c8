/// The five games of MinAtar 1.0.15 (Young and Tian 2019), bit-identical to the original: small versions of Atari games
/// on a grid of 10 x 10 cells. [MinAtar] is the environment and [Game] names the games, each of which is one file.
/// [NumpyRandom] is the random stream of the original.
@NullMarked
package org.evenkeel.envs.minatar;

import org.jspecify.annotations.NullMarked;
