package org.evenkeel.paper.games;

/// The unit of time of a protocol.
///
/// @param unit the unit in which the length of a run is given: `step` or `frame`
/// @param unitsPerStep the number of units in one step of the agent
/// @param axis the label of the time axis in figures
/// @param unitsOfAxis the number of units that correspond to 1 on that axis
public record GameClock(String unit, int unitsPerStep, String axis, double unitsOfAxis) {
  /// Returns the plural of the unit, which is also the name of the option and of the key in a file.
  public String units() {
    return unit + "s";
  }

  /// Returns the length of one step of the agent on the time axis.
  double axisPerStep() {
    return unitsPerStep / unitsOfAxis;
  }
}
