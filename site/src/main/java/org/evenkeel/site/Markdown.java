package org.evenkeel.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/// Turns Markdown into HTML: headings get anchors, links are rewritten, code is coloured, tables and code can be scrolled
/// with the keyboard.
final class Markdown {
  /// A part of a page below one heading.
  ///
  /// @param text its text without formatting, for the search
  record Part(int level, String title, String anchor, String text) {}

  /// A page.
  ///
  /// @param title its first heading
  record Rendered(String title, String html, List<Part> parts) {}

  /// Maps the links of a page to their addresses on the site.
  interface Links {
    /// Returns the address to write, or null to keep the text and drop the link.
    @Nullable String rewritten(String destination);
  }

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private Markdown() {}

  static Rendered render(String markdown, Links links) {
    Node document = PARSER.parse(markdown);
    IdentityHashMap<Node, String> anchors = anchors(document);
    List<Part> parts = parts(document, anchors);
    rewrite(document, links);
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .attributeProviderFactory(
                _ ->
                    (node, _, attributes) -> {
                      String anchor = anchors.get(node);
                      if (anchor != null) {
                        attributes.put("id", anchor);
                      }
                      if (node instanceof Image) {
                        attributes.put("loading", "lazy");
                      }
                    })
            .nodeRendererFactory(CodeBlocks::new)
            .build();
    String html =
        renderer
            .render(document)
            .replace(
                "<table>",
                "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>")
            .replace("</table>", "</table></div>")
            // A header cell without text is not a header.
            .replaceAll("<th( align=\"\\w+\")?></th>", "<td></td>")
            .replaceAll(" align=\"(\\w+)\"", " class=\"$1\"");
    String title = parts.isEmpty() ? "" : parts.getFirst().title();
    return new Rendered(title, html, parts);
  }

  private static IdentityHashMap<Node, String> anchors(Node document) {
    IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();
    Map<String, Integer> uses = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String anchor = Text.anchor(plain(heading));
            int before = uses.merge(anchor, 1, Integer::sum) - 1;
            anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
          }
        });
    return anchors;
  }

  private static List<Part> parts(Node document, IdentityHashMap<Node, String> anchors) {
    List<Part> parts = new ArrayList<>();
    @Nullable Heading last = null;
    StringBuilder text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        add(parts, last, anchors, text);
        last = heading;
      } else if (!(node instanceof HtmlBlock)) {
        text.append(plain(node)).append(' ');
      }
    }
    add(parts, last, anchors, text);
    return parts;
  }

  private static void add(
      List<Part> parts,
      @Nullable Heading heading,
      IdentityHashMap<Node, String> anchors,
      StringBuilder text) {
    if (heading != null) {
      String words = text.toString().replaceAll("\\s+", " ").strip();
      parts.add(
          new Part(
              heading.getLevel(),
              plain(heading),
              Objects.requireNonNull(anchors.get(heading)),
              words));
    }
    text.setLength(0);
  }

  /// Returns the text of a node, without formatting.
  private static String plain(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(org.commonmark.node.Text words) {
            text.append(words.getLiteral());
          }

          @Override
          public void visit(Code code) {
            text.append(code.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock code) {
            text.append(code.getLiteral()).append(' ');
          }

          @Override
          public void visit(SoftLineBreak line) {
            text.append(' ');
          }

          @Override
          public void visit(HardLineBreak line) {
            text.append(' ');
          }

          @Override
          protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            boolean isCell = parent instanceof CustomNode;
            if (isCell || (parent instanceof Block && !(parent instanceof Heading))) {
              text.append(' ');
            }
          }
        });
    return text.toString();
  }

  private static void rewrite(Node document, Links links) {
    List<Node> dropped = new ArrayList<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            String address = links.rewritten(link.getDestination());
            if (address == null) {
              dropped.add(link);
            } else {
              link.setDestination(address);
            }
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            String address = links.rewritten(image.getDestination());
            if (address != null) {
              image.setDestination(address);
            }
          }

          @Override
          public void visit(HtmlBlock block) {
            if (block.getLiteral().startsWith("<!--")) {
              dropped.add(block);
            } else {
              block.setLiteral(rewriteHtml(block.getLiteral(), links));
            }
          }
        });
    for (Node node : dropped) {
      while (node.getFirstChild() != null) {
        node.insertBefore(node.getFirstChild());
      }
      node.unlink();
    }
  }

  /// Rewrites the addresses of `href` and `src` attributes in a block of HTML.
  private static String rewriteHtml(String html, Links links) {
    return Pattern.compile("(href|src)=\"([^\"]*)\"")
        .matcher(html)
        .replaceAll(
            match -> {
              String address = links.rewritten(match.group(2));
              String kept = address == null ? match.group(2) : address;
              return Matcher.quoteReplacement(match.group(1) + "=\"" + kept + "\"");
            });
  }

  /// Renders code in colours, in a box that can be scrolled with the keyboard.
  private record CodeBlocks(HtmlNodeRendererContext context) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(FencedCodeBlock.class, IndentedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
      var out = context.getWriter();
      out.line();
      switch (node) {
        case FencedCodeBlock block -> out.raw(html(block.getLiteral(), block.getInfo()));
        case IndentedCodeBlock block -> out.raw(html(block.getLiteral(), ""));
        default -> throw new IllegalStateException(node.toString());
      }
      out.line();
    }
  }

  /// Returns a block of code as HTML.
  static String html(String code, @Nullable String language) {
    String colours = language == null ? "" : language;
    return "<pre tabindex=\"0\"><code>" + Highlight.html(code, colours) + "</code></pre>";
  }
}
