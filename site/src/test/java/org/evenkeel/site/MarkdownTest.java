package org.evenkeel.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {
  private static Markdown.Rendered render(String markdown) {
    return Markdown.render(markdown, link -> link);
  }

  @Test
  void headingsHaveTheAnchorsThatGitHubGivesThem() {
    List<Markdown.Part> parts =
        render("# A `code` title\n\n## 2. Write it, now\n\nwords\n\n## Again\n\n## Again\n")
            .parts();
    assertEquals(
        List.of("a-code-title", "2-write-it-now", "again", "again-1"),
        parts.stream().map(Markdown.Part::anchor).toList());
    assertEquals(List.of(1, 2, 2, 2), parts.stream().map(Markdown.Part::level).toList());
    assertEquals("words", parts.get(1).text());
  }

  @Test
  void anchorsAreInThePage() {
    assertTrue(render("## Two words\n").html().contains("<h2 id=\"two-words\">Two words</h2>"));
  }

  @Test
  void wordsOfTablesListsAndCodeAreFoundBySearch() {
    String text =
        render("# T\n\n| a | b |\n|---|---|\n| one | two |\n\n- three\n- four\n\n```\nfive\n```\n")
            .parts()
            .getFirst()
            .text();
    assertEquals(
        List.of("a", "b", "one", "two", "three", "four", "five"), List.of(text.split(" +")));
  }

  @Test
  void aLinkThatIsDroppedKeepsItsWords() {
    String html = Markdown.render("see [the *folder*](folder) here", _ -> null).html();
    assertEquals("<p>see the <em>folder</em> here</p>\n", html);
  }

  @Test
  void linksOfMarkdownAndOfHtmlAreRewritten() {
    String html =
        Markdown.render(
                "[a](x.md) ![b](y.png)\n\n<p><a href=\"z.md\">c</a></p>\n", link -> "new/" + link)
            .html();
    for (String address : List.of("href=\"new/x.md\"", "src=\"new/y.png\"", "href=\"new/z.md\"")) {
      assertTrue(html.contains(address), html);
    }
  }

  @Test
  void commentsAreNotPartOfThePage() {
    assertFalse(render("<!-- Secret.java -->\n```java\nint i;\n```\n").html().contains("Secret"));
  }

  @Test
  void codeAndTablesCanBeScrolledWithTheKeyboard() {
    String html = render("```\nx\n```\n\n| a | |\n|---|---|\n| 1 | 2 |\n").html();
    assertTrue(html.contains("<pre tabindex=\"0\"><code>x\n</code></pre>"), html);
    assertTrue(html.contains("tabindex=\"0\"><table>"), html);
    assertTrue(html.contains("<th>a</th>\n<td></td>"), html);
  }

  @Test
  void commentsStringsAndKeywordsOfCodeHaveColours() {
    assertEquals(
        "<span class=\"k\">int</span> i = f(<span class=\"s\">&quot;a // b&quot;</span>); "
            + "<span class=\"c\">// why &lt;</span>",
        Highlight.html("int i = f(\"a // b\"); // why <", "java"));
    assertEquals("int i &amp; &lt;b&gt;", Highlight.html("int i & <b>", "unknown"));
    assertEquals(
        "<span class=\"k\">k</span>: 5 <span class=\"c\"># five</span>",
        Highlight.html("k: 5 # five", "yaml"));
  }

  @Test
  void addressesAreSeenFromThePage() {
    assertEquals("../b.html#x", Text.relative("a/c.html", "b.html#x"));
    assertEquals("b.html", Text.relative("a.html", "b.html"));
    assertEquals("#x", Text.relative("a/c.html", "a/c.html#x"));
    assertEquals("c.html", Text.relative("a/c.html", "a/c.html"));
    assertEquals("../../b/d.html", Text.relative("a/e/c.html", "b/d.html"));
  }

  @Test
  void theSearchIndexIsAScriptThatNothingInItCanEnd() {
    SearchIndex index = new SearchIndex();
    index.add("p.html", render("# A \"title\"\n\n`</script>` \\ and\ta tab\n\n## B\n\nwords\n"));
    assertEquals(
        """
        window.evenkeelSearch=[
        ["A \\"title\\"","","p.html","\\u003c/script> \\\\ and a tab"],
        ["B","A \\"title\\"","p.html#b","words"]
        ];
        """,
        index.script());
  }
}
