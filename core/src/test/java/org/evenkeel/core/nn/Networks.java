package org.evenkeel.core.nn;

import org.evenkeel.core.data.Form;

/// The networks of the literature, written out for tests.
final class Networks {
  private Networks() {}

  /// Mnih et al. 2015; paper, appendix D.
  static Network nature(int actions) {
    return Network.of(
        new Form.Bytes(84, 84, 4),
        Layer.conv(32, 8, 4, "conv1"),
        Layer.relu(),
        Layer.conv(64, 4, 2, "conv2"),
        Layer.relu(),
        Layer.conv(64, 3, 1, "conv3"),
        Layer.relu(),
        Layer.flatten(),
        Layer.dense(512, "fc"),
        Layer.relu(),
        Layer.dense(actions, "out"));
  }

  /// Young and Tian 2019.
  static Network minatar(int channels, int actions) {
    return Network.of(
        new Form.BitPlanes(10, 10, channels),
        Layer.conv(16, 3, 1, "conv"),
        Layer.relu(),
        Layer.flatten(),
        Layer.dense(128, "fc"),
        Layer.relu(),
        Layer.dense(actions, "out"));
  }
}
