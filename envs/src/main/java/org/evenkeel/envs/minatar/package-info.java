/// The five games of MinAtar 1.0.15 (Young and Tian 2019), bit for bit: small Atari games on a grid of 10 x 10
/// cells. [org.evenkeel.envs.minatar.MinAtar] is the environment, [org.evenkeel.envs.minatar.Game] names the
/// games, each of which is one file; [org.evenkeel.envs.minatar.NumpyRandom] is the stream MinAtar draws from.
package org.evenkeel.envs.minatar;
