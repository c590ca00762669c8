package org.evenkeel.core.env;

import java.util.List;

/// The names of the actions and of the entries of an observation, for pictures and tables.
///
/// @param actions a name for each action
/// @param channels a name for each plane or number of the observation; empty if they have no names
public record Legend(List<String> actions, List<String> channels) {
  public Legend {
    actions = List.copyOf(actions);
    channels = List.copyOf(channels);
  }
}
