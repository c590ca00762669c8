package org.evenkeel.lab.watch;

/// Draws an observation according to its form.
final class BoardDrawing {
  private static final int SIZE = FrameDrawing.BOARD;

  private final Scene scene;
  private final Scale scale;
  private final FrameDrawing.Size size;

  /// Creates a drawing.
  ///
  /// @param size the size of a screen in colour
  BoardDrawing(Scene scene, Scale scale, FrameDrawing.Size size) {
    this.scene = scene;
    this.scale = scale;
    this.size = size;
  }

  /// Draws the observation with its upper left corner at (x, y).
  void draw(Moment moment, Canvas canvas, int x, int y) {
    Screenshot screen = moment.screen();
    if (screen != null) {
      screen(screen, canvas, x, y);
      return;
    }
    switch (Board.of(moment.frame())) {
      case Board.Cells cells -> cells(cells, canvas, x, y);
      case Board.Numbers numbers -> numbers(numbers, canvas, x, y);
      case Board.Gray gray -> gray(gray, canvas, x, y);
    }
  }

  /// Draws a screen. Each pixel has the colour of one of the screen's pixels; colours are not mixed.
  private void screen(Screenshot screen, Canvas canvas, int x, int y) {
    for (int row = 0; row < size.height(); row++) {
      int from = row * screen.height() / size.height();
      for (int column = 0; column < size.width(); column++) {
        byte hue = screen.hue(column * screen.width() / size.width(), from);
        canvas.set(x + column, y + row, hue);
      }
    }
  }

  /// Returns the number of pixels from one cell to the next.
  static int pitch(Board.Cells cells) {
    return Math.max(1, SIZE / Math.max(cells.width(), cells.height()));
  }

  private static void cells(Board.Cells cells, Canvas canvas, int x, int y) {
    int pitch = pitch(cells);
    int gap = pitch >= 8 ? 1 : 0;
    int small = pitch / 3;
    canvas.fill(x, y, pitch * cells.width(), pitch * cells.height(), Hues.LINE);
    for (int cell = 0; cell < cells.channels().length; cell++) {
      int left = x + cell % cells.width() * pitch;
      int top = y + cell / cells.width() * pitch;
      int channel = cells.channels()[cell];
      byte hue = channel < 0 ? Hues.BLANK : Hues.channel(channel);
      canvas.fill(left, top, pitch - gap, pitch - gap, hue);
      if (cells.inside()[cell] >= 0) {
        int middle = (pitch - gap - small) / 2;
        byte inside = Hues.channel(cells.inside()[cell]);
        canvas.fill(left + middle, top + middle, small, small, inside);
      }
    }
  }

  private void numbers(Board.Numbers numbers, Canvas canvas, int x, int y) {
    int count = Math.min(SIZE, numbers.values().length);
    int row = Math.min(64, SIZE / count);
    int letter = row >= 36 ? 2 : row >= 18 ? 1 : 0;
    int text = letter * (Letters.HEIGHT + 1);
    int thick = Math.max(1, Math.min(18, row - text - 2));
    for (int i = 0; i < count; i++) {
      float value = numbers.values()[i];
      int top = y + i * row;
      if (letter > 0) {
        String number = Scene.number(value);
        int room = SIZE / letter - Letters.width(number) - 6;
        canvas.text(Letters.fit(scene.channels().get(i), room), x, top, letter, Hues.MUTED);
        canvas.textTo(number, x + SIZE, top, letter, Hues.TEXT);
      }
      canvas.fill(x, top + text, SIZE, thick, Hues.BLANK);
      int reach = (int) Math.round(scale.entry(i, value) * SIZE / 2);
      byte hue = Hues.channel(value < 0 ? 3 : 0);
      canvas.fill(x + SIZE / 2 + Math.min(0, reach), top + text, Math.abs(reach), thick, hue);
      canvas.fill(x + SIZE / 2, top + text, 1, thick, Hues.MUTED);
    }
  }

  private static void gray(Board.Gray gray, Canvas canvas, int x, int y) {
    int larger = Math.max(gray.width(), gray.height());
    int pitch = Math.max(1, SIZE / larger);
    int columns = larger <= SIZE ? gray.width() : Math.max(1, gray.width() * SIZE / larger);
    int rows = larger <= SIZE ? gray.height() : Math.max(1, gray.height() * SIZE / larger);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        byte hue = Hues.gray(gray.mean(column, row, columns, rows));
        canvas.fill(x + column * pitch, y + row * pitch, pitch, pitch, hue);
      }
    }
  }
}
