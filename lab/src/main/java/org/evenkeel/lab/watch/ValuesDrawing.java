package org.evenkeel.lab.watch;

/// Draws the value of each action: a bar for the combined value, and a dot for that of each parameter set.
final class ValuesDrawing {
  private static final int HIGHEST_ROW = 42;
  private static final int BELOW = 50;
  private static final int NUMBER = 72;
  private static final int DOT = 4;

  private final Scene scene;
  private final Scale scale;

  /// The number of actions shown; there may be more than fit.
  private final int shown;

  private final int row;
  private final int letter;
  private final int names;

  ValuesDrawing(Scene scene, Scale scale, int height) {
    this.scene = scene;
    this.scale = scale;
    int room = height - BELOW;
    int actions = scene.actions().size();
    letter = room / actions >= 2 * Letters.HEIGHT - 4 ? 2 : 1;
    shown = Math.min(actions, room / (Letters.HEIGHT + 1));
    row = Math.min(HIGHEST_ROW, room / shown);
    int widest = 0;
    for (String name : scene.actions()) {
      widest = Math.max(widest, Letters.width(name) * letter);
    }
    names = Math.min(widest, 110) + 10;
  }

  void draw(Moment moment, Canvas canvas, int x, int y, int width) {
    Moment.Choice choice = moment.choice();
    int left = x + names;
    int reach = width - names - NUMBER;
    boolean known = choice.values().length > 0;
    int middle = (row - Letters.HEIGHT * letter) / 2 + letter;
    for (int a = 0; a < shown; a++) {
      int top = y + a * row;
      boolean chosen = a == choice.action();
      String name = Letters.fit(scene.actions().get(a), (names - 10) / letter);
      canvas.text(name, x, top + middle, letter, chosen ? Hues.CHOSEN : Hues.MUTED);
      if (scene.actor().sets() > 0) {
        canvas.fill(left, top + 2, reach, row - 4, Hues.BLANK);
      }
      if (known) {
        bar(canvas, left, top, reach, choice, a);
        canvas.textTo(
            Scene.number(choice.values()[a]),
            x + width,
            top + middle,
            letter,
            chosen ? Hues.TEXT : Hues.MUTED);
      }
    }
    below(canvas, x, y + shown * row + 6, left, reach);
  }

  private void bar(Canvas canvas, int left, int top, int reach, Moment.Choice choice, int action) {
    int base = left + (int) Math.round(scale.base() * reach);
    int end = left + (int) Math.round(scale.at(choice.values()[action]) * reach);
    int thick = Math.max(2, row / 3);
    byte hue = action == choice.action() ? Hues.CHOSEN : Hues.BAR;
    int from = Math.min(base, end);
    canvas.fill(from, top + (row - thick) / 2, Math.max(2, Math.abs(end - base)), thick, hue);
    canvas.fill(base, top + 2, 1, row - 4, Hues.MUTED);
    int sets = choice.each().length;
    int dot = Math.min(DOT, Math.max(1, row / 5));
    for (int set = 0; sets > 1 && set < sets; set++) {
      int at = left + (int) Math.round(scale.at(choice.each()[set][action]) * reach);
      int down = 3 + set * (row - 6 - dot) / (sets - 1);
      canvas.fill(at - dot / 2, top + down, dot, dot, Hues.DOT);
    }
  }

  /// Draws the ends of the axis and the meaning of the dots.
  private void below(Canvas canvas, int x, int y, int left, int reach) {
    if (scene.actor().sets() == 0) {
      canvas.text("no policy, no values", x, y, 2, Hues.MUTED);
      return;
    }
    canvas.text(Scene.number(scale.low()), left, y, 2, Hues.MUTED);
    canvas.textTo(Scene.number(scale.high()), left + reach, y, 2, Hues.MUTED);
    int line = y + 2 * Letters.HEIGHT + 4;
    if (scene.actor().sets() > 1) {
      canvas.fill(x, line + 6, DOT, DOT, Hues.DOT);
      canvas.text(scene.actor().key(), x + 3 * DOT, line, 2, Hues.MUTED);
    }
    if (scene.actions().size() > shown) {
      canvas.text("and %d more".formatted(scene.actions().size() - shown), x, y + 4, 1, Hues.MUTED);
    }
  }
}
