package org.evenkeel.lab.report;

/// A horizontal line in a figure, with a label at its end.
///
/// @param label the label, short
/// @param colour the index of its colour, from 0; -1 for the text colour
/// @param y its position
public record Level(String label, int colour, double y) {}
