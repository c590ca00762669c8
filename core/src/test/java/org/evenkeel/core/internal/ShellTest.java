package org.evenkeel.core.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShellTest {
  @AfterEach
  void forget() {
    System.clearProperty(Shell.TYPED);
  }

  @Test
  void aCommandIsWhatTheUserTypedAndRunsAsItIsPrinted() {
    assertEquals("evenkeel resume runs/a", Shell.command("resume", "runs/a"));
    System.setProperty(Shell.TYPED, "./evenkeel");
    assertEquals("./evenkeel resume 'my runs/a'", Shell.command("resume", "my runs/a"));
    System.setProperty(Shell.TYPED, "/my tools/evenkeel");
    assertEquals("'/my tools/evenkeel' roms", Shell.command("roms"));
    for (String strange : new String[] {"", "50%/evenkeel", "${x}/evenkeel", "\u001b/evenkeel"}) {
      System.setProperty(Shell.TYPED, strange);
      assertEquals("evenkeel", Shell.program());
    }
  }

  @Test
  void aWordIsQuotedWhereAShellWouldChangeIt() {
    assertEquals("a-b_c.d/e=1,2:3", Shell.quote("a-b_c.d/e=1,2:3"));
    assertEquals("''", Shell.quote(""));
    assertEquals("'it'\\''s'", Shell.quote("it's"));
    assertEquals("'~/runs'", Shell.quote("~/runs"));
    assertEquals("a~", Shell.quote("a~"));
    for (String word : new String[] {"a b", "$HOME", "`x`", "a;b", "a*b", "[8]", "ü", "!x"}) {
      assertEquals("'" + word + "'", Shell.quote(word));
    }
  }

  @Test
  void controlCharactersAreQuotedSoThatNoneIsPrinted() {
    assertEquals("$'a\\nb'", Shell.quote("a\nb"));
    assertEquals("$'it\\'s \\\\ \\u001b[2J'", Shell.quote("it's \\ \u001b[2J"));
  }

  @Test
  void whatCameFromOutsideIsShortenedAndEscaped() {
    assertEquals("a\\u001b[2Jb\\n\\r\\tc\\u202e", Outside.value("a\u001b[2Jb\n\r\tc\u202e"));
    assertEquals("9".repeat(80) + "... (400000 characters)", Outside.value("9".repeat(400_000)));
    assertTrue(Outside.sentence("9".repeat(400_000)).length() < 2_100);
    assertEquals("Größe 3", Outside.sentence("Größe 3"));
  }
}
