package org.evenkeel.paper.games;

/// How a protocol counts time.
///
/// @param unit the unit in which the length of a run is given: `step` or `frame`
/// @param unitsPerStep units in one step of the agent
/// @param axis the label of the axis of time in a figure
/// @param unitsOfAxis units in 1 on that axis
public record GameClock(String unit, int unitsPerStep, String axis, double unitsOfAxis) {
  /// The plural: also the name of the option and of the key in a file.
  public String units() {
    return unit + "s";
  }

  /// What a step of the agent is on the axis of time.
  double axisPerStep() {
    return unitsPerStep / unitsOfAxis;
  }
}
