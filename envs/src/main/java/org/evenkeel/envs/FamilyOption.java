package org.evenkeel.envs;

import java.util.regex.Pattern;

/// An option that the games of a family take, for lists and error messages. [OptionValues] reads texts with such options.
///
/// @param name what a user writes before the equals sign: letters, digits, `-` and `_`
/// @param standard the value if the option is not given, as text
/// @param values which values are allowed, as `0 to 1` or `on, off`
/// @param meaning what the option does, one sentence
public record FamilyOption(String name, String standard, String values, String meaning) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

  /// Checks the name and the default.
  public FamilyOption {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "an option's name must be letters, digits, - and _, was '" + name + "'");
    }
    if (standard.indexOf(',') >= 0 || standard.indexOf('=') >= 0) {
      throw new IllegalArgumentException(
          "the default of option '%s' must have no comma and no equals sign, was '%s'"
              .formatted(name, standard));
    }
  }
}
