package org.evenkeel.site;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Colours comments, strings and keywords in code when the site is built, so that pages need no script.
final class Highlight {
  private static final String WORDS =
      "abstract|boolean|break|byte|case|catch|class|continue|default|do|double|else|enum|exports|extends|false|final"
          + "|finally|float|for|fun|if|implements|import|instanceof|int|interface|long|module|new|null|override|package"
          + "|permits|private|protected|public|record|requires|return|sealed|short|static|switch|this|throw|throws|true"
          + "|try|val|var|void|when|while|with|yield";

  private static final Pattern CODE =
      Pattern.compile(
          "(?<comment>//[^\\n]*|/\\*.*?\\*/)"
              + "|(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*')"
              + "|(?<word>@\\w+|\\b(?:"
              + WORDS
              + ")\\b)",
          Pattern.DOTALL);
  private static final Pattern SCRIPT =
      Pattern.compile(
          "(?<comment>(?<=^|\\s)#[^\\n]*)|(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\"|'[^'\\n]*')"
              + "|(?<word>^\\s*(?:- )?[\\w.-]+(?=:(?:\\s|$)))",
          Pattern.MULTILINE);
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?<comment><!--.*?-->)|(?<string>\"[^\"]*\")|(?<word></?[\\w.:-]+|/?>)", Pattern.DOTALL);

  private static final Map<String, Pattern> LANGUAGES =
      Map.ofEntries(
          Map.entry("java", CODE),
          Map.entry("kotlin", CODE),
          Map.entry("kt", CODE),
          Map.entry("groovy", CODE),
          Map.entry("gradle", CODE),
          Map.entry("yaml", SCRIPT),
          Map.entry("yml", SCRIPT),
          Map.entry("py", SCRIPT),
          Map.entry("python", SCRIPT),
          Map.entry("sh", SCRIPT),
          Map.entry("bash", SCRIPT),
          Map.entry("properties", SCRIPT),
          Map.entry("xml", MARKUP),
          Map.entry("html", MARKUP));

  private Highlight() {}

  /// Returns the code as HTML.
  ///
  /// @param language the word after the three backticks, or the extension of a file; an unknown one gets no colours
  static String html(String code, String language) {
    Pattern pattern = LANGUAGES.get(language);
    if (pattern == null) {
      return Text.escaped(code);
    }
    StringBuilder html = new StringBuilder(code.length() * 2);
    Matcher matcher = pattern.matcher(code);
    int end = 0;
    while (matcher.find()) {
      html.append(Text.escaped(code.substring(end, matcher.start())));
      String kind =
          matcher.group("comment") != null ? "c" : matcher.group("string") != null ? "s" : "k";
      html.append("<span class=\"").append(kind).append("\">");
      html.append(Text.escaped(matcher.group())).append("</span>");
      end = matcher.end();
    }
    return html.append(Text.escaped(code.substring(end))).toString();
  }
}
