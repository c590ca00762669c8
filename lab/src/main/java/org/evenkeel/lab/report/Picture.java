package org.evenkeel.lab.report;

/// An animated picture in a report: an episode as it was played.
///
/// @param id a short and stable name, lower case with hyphens: the name of its file
/// @param title a few words
/// @param caption a note on the part of the picture to look at
/// @param description alternative text
/// @param gif the content of the file
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Picture(String id, String title, String caption, String description, byte[] gif) {}
