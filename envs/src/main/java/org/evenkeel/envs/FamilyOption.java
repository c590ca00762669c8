package org.evenkeel.envs;

import java.util.regex.Pattern;

/// An option of the games of a family, for lists and error messages. [OptionValues] parses texts with such options.
///
/// @param name the text before the equals sign: letters, digits, `-` and `_`
/// @param standard the default value, as text
/// @param values the allowed values, such as `0 to 1` or `on, off`
/// @param meaning the effect of the option, one sentence
public record FamilyOption(String name, String standard, String values, String meaning) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

  public FamilyOption {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "an option's name must be letters, digits, - and _, was '" + name + "'");
    }
    if (standard.indexOf(',') >= 0 || standard.indexOf('=') >= 0) {
      throw new IllegalArgumentException(
          "the default of option '%s' must not contain a comma or an equals sign, was '%s'"
              .formatted(name, standard));
    }
  }
}
