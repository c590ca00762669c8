package org.evenkeel.lab.report;

import java.util.List;

/// A figure, with its data.
///
/// @param id short and stable, lower case with hyphens: the name of its files
/// @param title its title
/// @param caption how to read it, and what it is based on
/// @param alt alternative text
/// @param x the horizontal axis
/// @param y the vertical axis
/// @param series the data
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
