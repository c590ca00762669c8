package org.evenkeel.lab.report;

/// A horizontal line through a figure with a word at its end.
///
/// @param label the word, short
/// @param colour which of the page's colours, from 0; -1 for the ink
/// @param y where
public record Level(String label, int colour, double y) {}
