package org.evenkeel.lab.report;

import java.util.List;

/// Something to look at, and its numbers.
///
/// @param id short and stable, lower case with hyphens: the name of its files
/// @param title what it shows
/// @param caption how to read it, and what it was made from
/// @param alt what it shows, for those who do not see it
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param series what is drawn
/// @param levels horizontal lines
public record Figure(
    String id,
    String title,
    String caption,
    String alt,
    Axis x,
    Axis y,
    List<Series> series,
    List<Level> levels) {}
