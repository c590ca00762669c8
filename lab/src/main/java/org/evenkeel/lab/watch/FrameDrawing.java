package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.data.Form;
import org.jspecify.annotations.Nullable;

/// Draws moments as images: title and state at the top, the board on the left, the action values on the right, and the
/// names of the colours at the bottom.
final class FrameDrawing {
  static final int MARGIN = 16;

  /// The largest width and height of a board.
  static final int BOARD = 300;

  /// The largest width of a screen in colour, two pixels for each pixel of an Atari screen.
  private static final int SCREEN_WIDTH = 320;

  /// The largest height of a screen in colour.
  private static final int SCREEN_HEIGHT = 512;

  /// The y coordinate of the board.
  static final int TOP = 74;

  private static final int SCALE = 2;
  private static final int TEXT_HEIGHT = Letters.HEIGHT * SCALE;
  private static final int LEGEND_LINE = 24;
  private static final int SWATCH = 14;
  private static final int BETWEEN = 28;
  private static final int VALUES_WIDTH = 320;

  private final Scene scene;
  private final BoardDrawing board;
  private final ValuesDrawing values;
  private final List<Entry> legend = new ArrayList<>();

  /// The x coordinate of the values.
  private final int panel;

  private final int width;
  private final int height;

  /// The name of a colour and its position.
  private record Entry(int channel, String name, int x, int y) {}

  /// The size of the board in pixels.
  record Size(int width, int height) {
    private static final Size PLAIN = new Size(BOARD, BOARD);

    /// Returns the size of a screen: a whole number of pixels for each of its pixels, or less than one if it is too
    /// large.
    static Size of(Screenshot screen) {
      int zoom = Math.min(SCREEN_WIDTH / screen.width(), SCREEN_HEIGHT / screen.height());
      if (zoom > 0) {
        return new Size(zoom * screen.width(), zoom * screen.height());
      }
      double part =
          Math.min(
              (double) SCREEN_WIDTH / screen.width(), (double) SCREEN_HEIGHT / screen.height());
      return new Size(
          Math.max(1, (int) (part * screen.width())), Math.max(1, (int) (part * screen.height())));
    }
  }

  FrameDrawing(Scene scene, Scale scale) {
    this(scene, scale, null);
  }

  /// Creates a drawing for known moments: their screen determines the size, their values the axis.
  static FrameDrawing of(Scene scene, List<Moment> moments) {
    Screenshot screen = moments.getFirst().screen();
    return new FrameDrawing(
        scene, Scale.of(scene, moments), screen == null ? null : Size.of(screen));
  }

  private FrameDrawing(Scene scene, Scale scale, @Nullable Size screen) {
    this.scene = scene;
    Size size = screen == null ? Size.PLAIN : screen;
    this.board = new BoardDrawing(scene, scale, size);
    int high = Math.max(BOARD, size.height); // the values need space next to a low board, too
    this.values = new ValuesDrawing(scene, scale, high);
    panel = MARGIN + Math.max(BOARD, size.width) + BETWEEN;
    width = panel + VALUES_WIDTH + MARGIN;
    int x = MARGIN;
    int y = TOP + high + 14;
    boolean coloured = scene.frame() instanceof Form.BitPlanes && screen == null;
    for (int c = 0; coloured && c < scene.channels().size(); c++) {
      String name = Letters.fit(scene.channels().get(c), BOARD / SCALE);
      int wide = SWATCH + 8 + Letters.width(name) * SCALE;
      if (x > MARGIN && x + wide > width - MARGIN) {
        x = MARGIN;
        y += LEGEND_LINE;
      }
      legend.add(new Entry(c, name, x, y));
      x += wide + 22;
    }
    height = legend.isEmpty() ? TOP + high + MARGIN : y + LEGEND_LINE + 6;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /// Draws a moment.
  Canvas draw(Moment moment) {
    Canvas canvas = new Canvas(width, height, moment.palette());
    header(canvas, moment);
    board.draw(moment, canvas, MARGIN, TOP);
    values.draw(moment, canvas, panel, TOP, VALUES_WIDTH);
    for (Entry entry : legend) {
      canvas.fill(entry.x, entry.y, SWATCH, SWATCH, Hues.channel(entry.channel));
      canvas.text(entry.name, entry.x + SWATCH + 8, entry.y, SCALE, Hues.MUTED);
    }
    return canvas;
  }

  private void header(Canvas canvas, Moment moment) {
    int room = (width - 2 * MARGIN) / SCALE;
    String title = Letters.fit(scene.title(), room / 2);
    canvas.text(title, MARGIN, 14, SCALE, Hues.TEXT);
    canvas.textTo(
        Letters.fit(scene.actor().name(), room - Letters.width(title) - 12),
        width - MARGIN,
        14,
        SCALE,
        Hues.MUTED);
    int y = 14 + TEXT_HEIGHT + 8;
    canvas.text("step " + moment.step(), MARGIN, y, SCALE, Hues.TEXT);
    canvas.text("return " + Scene.reward(moment.total()), MARGIN + 130, y, SCALE, Hues.TEXT);
    if (moment.reward() != 0) {
      canvas.text(
          (moment.reward() > 0 ? "+" : "") + Scene.reward(moment.reward()),
          MARGIN + 260,
          y,
          SCALE,
          moment.reward() > 0 ? Hues.GAIN : Hues.LOSS);
    }
    boolean over = moment.last();
    canvas.text(
        over ? moment.end().word() : scene.doing(moment),
        panel,
        y,
        SCALE,
        over ? Hues.LOSS : Hues.CHOSEN);
    canvas.textTo("episode " + moment.episode(), width - MARGIN, y, SCALE, Hues.MUTED);
  }
}
