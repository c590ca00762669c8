package org.evenkeel.core.agent;

import org.evenkeel.core.data.Identified;

/// Selects the value of the combined estimate that a target uses: the third of the three choices of an [Algorithm].
///
/// A custom rule is one class, preferably a record or an enum. It must depend only on its arguments.
public interface Bootstrap extends Identified {
  /// Returns the value of a next state.
  ///
  /// @param combined the combined estimate; the state's values are at `from` to `from + actions - 1`
  /// @param online the online network's values at the same positions; meaningless unless [#needsOnline]
  /// @param taken the action taken in the next state; meaningless unless [#needsNextAction]
  float value(float[] combined, float[] online, int from, int actions, int taken);

  /// Whether [#value] reads the online network's values of the next state, which cost a forward pass.
  default boolean needsOnline() {
    return false;
  }

  /// Whether [#value] reads the action taken in the next state. If so, a transition is drawn only
  /// after that action is known.
  default boolean needsNextAction() {
    return false;
  }

  /// The rules that a configuration file can name.
  enum Named implements Bootstrap {
    /// Q-learning: the largest value.
    MAX {
      @Override
      public float value(float[] combined, float[] online, int from, int actions, int taken) {
        return combined[from + Targets.argmax(combined, from, actions)];
      }
    },

    /// Double-DQN (van Hasselt et al. 2016): the value of the action that the online network prefers. With several
    /// learners, the one being updated selects the action.
    DOUBLE {
      @Override
      public float value(float[] combined, float[] online, int from, int actions, int taken) {
        return combined[from + Targets.argmax(online, from, actions)];
      }

      @Override
      public boolean needsOnline() {
        return true;
      }
    },

    /// SARSA: the value of the action actually taken.
    ACTION_TAKEN {
      @Override
      public float value(float[] combined, float[] online, int from, int actions, int taken) {
        return combined[from + taken];
      }

      @Override
      public boolean needsNextAction() {
        return true;
      }
    }
  }
}
