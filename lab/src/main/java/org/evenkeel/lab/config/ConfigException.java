package org.evenkeel.lab.config;

/// What is wrong with a configuration, in one sentence, and at which key.
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String path;

  /// What is wrong.
  ///
  /// @param path the dotted path of the key, empty for the whole
  public ConfigException(String path, String sentence) {
    super(sentence);
    this.path = path;
  }

  /// The dotted path of the key, empty for the whole.
  public String path() {
    return path;
  }
}
