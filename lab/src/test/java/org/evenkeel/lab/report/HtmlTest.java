package org.evenkeel.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void whatMeansSomethingInHtmlIsEscaped() {
    assertEquals("&lt;a href=&quot;x&quot;&gt; &amp; &#39;", Html.escaped("<a href=\"x\"> & '"));
  }

  @Test
  void charactersThatNoDocumentMayHaveAreReplaced() {
    assertEquals("a\uFFFDb\uFFFDc\uFFFD🙂\n", Html.escaped("a\u0000b\uD800c\uFFFE🙂\r\n"));
  }

  @Test
  void attributesAreEscapedToo() {
    assertEquals(
        "<p title=\"&quot; onclick=&quot;x\">&lt;b&gt;</p>",
        new Html().element("p", "<b>", "title", "\" onclick=\"x").done());
  }

  @Test
  void elementsAreClosedInOrder() {
    Html html = new Html().open("main").open("p");
    assertEquals(
        "'p' must be closed before 'main'",
        assertThrows(IllegalStateException.class, () -> html.close("main")).getMessage());
    assertEquals(
        "'ul' must be closed",
        assertThrows(IllegalStateException.class, new Html().open("ul")::done).getMessage());
  }

  @Test
  void aTitleBecomesASentence() {
    assertEquals("A title.", Html.sentence("A title "));
    assertEquals("Does it hold?", Html.sentence("Does it hold?"));
    assertEquals("", Html.sentence(""));
  }
}
