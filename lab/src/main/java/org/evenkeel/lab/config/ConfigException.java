package org.evenkeel.lab.config;

/// Thrown if a configuration is invalid. The message is one sentence that describes the error and names the key.
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String path;

  /// Creates an exception.
  ///
  /// @param path the dotted path of the key, empty for the configuration as a whole
  public ConfigException(String path, String sentence) {
    super(sentence);
    this.path = path;
  }

  /// Returns the dotted path of the key, empty for the configuration as a whole.
  public String path() {
    return path;
  }
}
