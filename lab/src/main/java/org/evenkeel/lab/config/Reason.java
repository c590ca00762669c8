package org.evenkeel.lab.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// The reason why a file could not be read or written, in the system's words and without the file's name.
public final class Reason {
  private Reason() {}

  /// Returns the line at which a user's own code threw: ` at Pump.step(Pump.java:42)`, or an empty text.
  public static String place(Throwable e) {
    for (StackTraceElement at : e.getStackTrace()) {
      String name = at.getClassName();
      if (!OurCode.isOwn(name) && !OurCode.isLibrary(name)) {
        return " at " + at;
      }
    }
    return "";
  }

  /// Returns the reason for a failure.
  public static String of(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or folder";
      case NotDirectoryException _ -> "not a folder";
      case FileAlreadyExistsException _ -> "a file with that name exists";
      case FileSystemException f when f.getReason() != null -> f.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
