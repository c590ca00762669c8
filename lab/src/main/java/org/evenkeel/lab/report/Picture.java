package org.evenkeel.lab.report;

/// A moving picture of a report: an episode as it was played.
///
/// @param id short and stable, lower case with hyphens: the name of its file
/// @param title a few words
/// @param caption what to look at
/// @param description what is to be seen, for who cannot see it
/// @param gif the file
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Picture(String id, String title, String caption, String description, byte[] gif) {}
