package org.evenkeel.core.agent;

import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.nn.Layer;

/// Writes and reads forms and layers as text: `Conv2d filters=16 height=3 width=3 stride=1 padding=0 name=conv`. The
/// text is concatenated instead of formatted, because `String.format` uses the digits of the user's locale.
final class Words {
  private Words() {}

  static String of(Form form) {
    return switch (form) {
      case Form.Vector v -> "Vector size=" + v.size();
      case Form.OneHot o -> "OneHot size=" + o.size();
      case Form.BitPlanes p -> "BitPlanes" + image(p.height(), p.width(), p.channels());
      case Form.Bytes b -> "Bytes" + image(b.height(), b.width(), b.channels());
    };
  }

  private static String image(int height, int width, int channels) {
    return " height=" + height + " width=" + width + " channels=" + channels;
  }

  static Form form(String text) {
    Reader r = new Reader(text);
    Form form =
        switch (r.kind) {
          case "Vector" -> new Form.Vector(r.number("size"));
          case "OneHot" -> new Form.OneHot(r.number("size"));
          case "BitPlanes" ->
              new Form.BitPlanes(r.number("height"), r.number("width"), r.number("channels"));
          case "Bytes" ->
              new Form.Bytes(r.number("height"), r.number("width"), r.number("channels"));
          default -> throw new IllegalArgumentException("unknown form '" + text + "'");
        };
    r.requireEnd();
    return form;
  }

  static String of(Layer layer) {
    return switch (layer) {
      case Layer.Dense d -> "Dense outputs=" + d.outputs() + named(d.name());
      case Layer.Conv2d c ->
          "Conv2d filters="
              + c.filters()
              + " height="
              + c.kernelHeight()
              + " width="
              + c.kernelWidth()
              + " stride="
              + c.stride()
              + " padding="
              + c.padding()
              + named(c.name());
      case Layer.Relu _ -> "Relu";
      case Layer.Flatten _ -> "Flatten";
      case Layer.Dueling d -> "Dueling actions=" + d.actions() + named(d.name());
    };
  }

  private static String named(String name) {
    if (name.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("the name of a layer must be one line");
    }
    return " name=" + name;
  }

  static Layer layer(String text) {
    Reader r = new Reader(text);
    Layer layer =
        switch (r.kind) {
          case "Dense" -> new Layer.Dense(r.number("outputs"), r.name());
          case "Conv2d" ->
              new Layer.Conv2d(
                  r.number("filters"),
                  r.number("height"),
                  r.number("width"),
                  r.number("stride"),
                  r.number("padding"),
                  r.name());
          case "Relu" -> new Layer.Relu();
          case "Flatten" -> new Layer.Flatten();
          case "Dueling" -> new Layer.Dueling(r.number("actions"), r.name());
          default -> throw new IllegalArgumentException("unknown layer '" + text + "'");
        };
    r.requireEnd();
    return layer;
  }

  static int number(String key, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a whole number, was '" + text + "'", e);
    }
  }

  static double decimal(String key, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a number, was '" + text + "'", e);
    }
  }

  static <E extends Enum<E>> E constant(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "%s must be one of %s, was '%s'"
            .formatted(type.getSimpleName(), List.of(type.getEnumConstants()), text));
  }

  /// Parses `Kind a=1 b=2 name=anything`, in that order.
  private static final class Reader {
    final String text;
    final String kind;
    private int at;

    Reader(String text) {
      this.text = text;
      int space = text.indexOf(' ');
      kind = space < 0 ? text : text.substring(0, space);
      at = kind.length();
    }

    int number(String key) {
      String start = " " + key + "=";
      if (!text.startsWith(start, at)) {
        throw new IllegalArgumentException(
            "'" + text + "' must have '" + key + "=' after '" + text.substring(0, at) + "'");
      }
      int from = at + start.length();
      int space = text.indexOf(' ', from);
      at = space < 0 ? text.length() : space;
      return Words.number(key, text.substring(from, at));
    }

    String name() {
      String start = " name=";
      if (!text.startsWith(start, at)) {
        throw new IllegalArgumentException(
            "'" + text + "' must have 'name=' after '" + text.substring(0, at) + "'");
      }
      String name = text.substring(at + start.length());
      at = text.length();
      return name;
    }

    void requireEnd() {
      if (at < text.length()) {
        throw new IllegalArgumentException(
            "'" + text + "' must end after '" + text.substring(0, at) + "'");
      }
    }
  }
}
