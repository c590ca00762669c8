package org.evenkeel.lab.report;

import java.util.List;

/// A figure, with its data.
///
/// @param id a short and stable name, lower case with hyphens: the name of its files
/// @param title its title
/// @param caption a guide to reading it, and the data on which it is based
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
