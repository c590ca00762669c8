package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.nn.Input;

/// Draws moments as pictures: what is played and how it stands above, the board to the left, the values of
/// the actions to the right, the names of the colours below.
final class FrameDrawing {
  static final int WIDTH = 680;
  static final int MARGIN = 16;

  /// The board is at most so wide and high.
  static final int BOARD = 300;

  /// Where the board starts.
  static final int TOP = 74;

  private static final int SCALE = 2;
  private static final int TEXT_HEIGHT = Letters.HEIGHT * SCALE;
  private static final int LEGEND_LINE = 24;
  private static final int SWATCH = 14;
  private static final int PANEL = MARGIN + BOARD + 28;

  private final Scene scene;
  private final BoardDrawing board;
  private final ValuesDrawing values;
  private final List<Entry> legend = new ArrayList<>();
  private final int height;

  /// A name of a colour and where it stands.
  private record Entry(int channel, String name, int x, int y) {}

  FrameDrawing(Scene scene, Scale scale) {
    this.scene = scene;
    this.board = new BoardDrawing(scene, scale);
    this.values = new ValuesDrawing(scene, scale);
    int x = MARGIN;
    int y = TOP + BOARD + 14;
    boolean coloured = scene.frame() instanceof Input.BitPlanes;
    for (int c = 0; coloured && c < scene.channels().size(); c++) {
      String name = Letters.fit(scene.channels().get(c), BOARD / SCALE);
      int wide = SWATCH + 8 + Letters.width(name) * SCALE;
      if (x > MARGIN && x + wide > WIDTH - MARGIN) {
        x = MARGIN;
        y += LEGEND_LINE;
      }
      legend.add(new Entry(c, name, x, y));
      x += wide + 22;
    }
    height = legend.isEmpty() ? TOP + BOARD + MARGIN : y + LEGEND_LINE + 6;
  }

  int height() {
    return height;
  }

  /// The picture of a moment.
  Canvas draw(Moment moment) {
    Canvas canvas = new Canvas(WIDTH, height);
    header(canvas, moment);
    board.draw(moment, canvas, MARGIN, TOP);
    values.draw(moment, canvas, PANEL, TOP, WIDTH - MARGIN - PANEL);
    for (Entry entry : legend) {
      canvas.fill(entry.x, entry.y, SWATCH, SWATCH, Hues.channel(entry.channel));
      canvas.text(entry.name, entry.x + SWATCH + 8, entry.y, SCALE, Hues.MUTED);
    }
    return canvas;
  }

  private void header(Canvas canvas, Moment moment) {
    int room = (WIDTH - 2 * MARGIN) / SCALE;
    String title = Letters.fit(scene.title(), room / 2);
    canvas.text(title, MARGIN, 14, SCALE, Hues.TEXT);
    canvas.textTo(
        Letters.fit(scene.actor().name(), room - Letters.width(title) - 12),
        WIDTH - MARGIN,
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
        PANEL,
        y,
        SCALE,
        over ? Hues.LOSS : Hues.CHOSEN);
    canvas.textTo("episode " + moment.episode(), WIDTH - MARGIN, y, SCALE, Hues.MUTED);
  }
}
