package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import javax.imageio.ImageIO;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Environments that show people more than they show an agent.
@Tag("slow")
final class ScreenshotTest {
  private static final PictureFile.Style STYLE = new PictureFile.Style(15, 4);

  @TempDir private Path folder;

  /// A game as large as Atari's: a background of many colours, and a white square that goes through it.
  private static final class Television implements Environment, HasScreen, SkipsFrames {
    private final int width;
    private final int height;
    private final int[] background;
    private int t;

    Television(int width, int height, int colours) {
      this.width = width;
      this.height = height;
      background = new int[width * height];
      for (int i = 0; i < background.length; i++) {
        // Stripes of 4 x 4 pixels, as different as they can be.
        int stripe = (i / width / 4 * (width / 4) + i % width / 4) % colours;
        background[i] = 0xffffff / colours * stripe;
      }
    }

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(18);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      t = 0;
      observation.set(0, 0);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, ++t);
      return Step.of(0, false);
    }

    @Override
    public int screenHeight() {
      return height;
    }

    @Override
    public int screenWidth() {
      return width;
    }

    @Override
    public void screen(int[] rgb) {
      System.arraycopy(background, 0, rgb, 0, rgb.length);
      for (int i = 0; i < 16; i++) {
        rgb[(t % height + i / 4) % height * width + (t % width + i % 4) % width] = 0xfefefe;
      }
    }

    @Override
    public int framesPerStep() {
      return 4;
    }
  }

  private static Television atari() {
    return new Television(160, 210, 128);
  }

  private static int[] shown(Television television, int t) {
    television.t = t;
    int[] rgb = new int[television.width * television.height];
    television.screen(rgb);
    return rgb;
  }

  @Test
  void aMomentHasACopyOfTheScreen() {
    try (Player player = Plays.player(ScreenshotTest::atari, 2, 30)) {
      List<Moment> moments = Plays.episode(player);
      for (int t = 0; t < moments.size(); t++) {
        int[] wanted = shown(atari(), t);
        Screenshot screen = moments.get(t).screen();
        assertNotNull(screen);
        for (int i = 0; i < wanted.length; i++) {
          assertEquals(wanted[i], screen.rgb(i % 160, i / 160));
        }
      }
      assertEquals(15, player.stepsPerSecond(), "60 frames in a second, 4 a step");
    }
    try (Player player = Plays.player(Environments.named("cartpole"), 2, 3)) {
      assertNull(player.now().screen());
      assertEquals(10, player.stepsPerSecond());
    }
  }

  @Test
  void aGifHasTheVeryColoursOfTheScreen() throws IOException {
    PictureFile file = PictureFile.named(folder.resolve("a.gif"));
    try (Player player = Plays.player(ScreenshotTest::atari, 3, 40)) {
      List<Moment> moments = Plays.episode(player);
      Scene scene = Plays.scene(player, 3);
      file.write(scene, moments, STYLE, _ -> {});
      ShownGif gif = new ShownGif(file.path());
      assertEquals(41, gif.pictures.size());
      assertEquals(7, gif.delays.getFirst());
      assertEquals(0, gif.tables, "one table of colours serves all");
      FrameDrawing drawing = FrameDrawing.of(scene, moments);
      for (int t = 0; t < moments.size(); t++) {
        BufferedImage picture = gif.pictures.get(t);
        PictureFileTest.assertSame(drawing.draw(moments.get(t)), picture, "picture " + t);
        assertScreen(atari(), t, picture, 0, 0);
      }
    }
    assertEquals(
        file.path(), PictureFile.named(file.path()).path(), "known as ours, with a large table");
  }

  /// Two pixels for one, each of its colour.
  private static void assertScreen(
      Television television, int t, BufferedImage picture, int left, int top) {
    int[] wanted = shown(television, t);
    for (int y = 0; y < 2 * television.height; y++) {
      for (int x = 0; x < 2 * television.width; x++) {
        int rgb = picture.getRGB(left + FrameDrawing.MARGIN + x, top + FrameDrawing.TOP + y);
        if (wanted[y / 2 * television.width + x / 2] != (rgb & 0xffffff)) {
          assertEquals(
              Integer.toHexString(wanted[y / 2 * television.width + x / 2]),
              Integer.toHexString(rgb & 0xffffff),
              "at %d, %d of moment %d".formatted(x, y, t));
        }
      }
    }
  }

  @Test
  void aPngHasThemToo() throws IOException {
    PictureFile file = PictureFile.named(folder.resolve("a.png"));
    try (Player player = Plays.player(ScreenshotTest::atari, 3, 30)) {
      List<Moment> moments = Plays.episode(player);
      Scene scene = Plays.scene(player, 3);
      file.write(scene, moments, STYLE, _ -> {});
      BufferedImage sheet = ImageIO.read(file.path().toFile());
      FrameDrawing drawing = FrameDrawing.of(scene, moments);
      assertEquals(2 * drawing.width(), sheet.getWidth());
      assertEquals(2 * drawing.height(), sheet.getHeight());
      assertScreen(atari(), 0, sheet, 0, 0);
      assertScreen(atari(), 30, sheet, drawing.width(), drawing.height());
    }
  }

  @Test
  void aLongGifStaysSmall() throws IOException {
    PictureFile file = PictureFile.named(folder.resolve("a.gif"));
    try (Player player = Plays.player(ScreenshotTest::atari, 3, 300)) {
      List<Moment> moments = Plays.episode(player);
      long bytes = file.write(Plays.scene(player, 3), moments, STYLE, _ -> {});
      assertTrue(bytes < 300 * 4_000, bytes + " bytes for 300 steps");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {191, 250, 1_000})
  void ofTooManyColoursTheNearestIsShown(int colours) {
    Television television = new Television(160, 200, colours);
    try (Player player = Plays.player(() -> television, 1, 3)) {
      Screenshot screen = player.now().screen();
      assertNotNull(screen);
      int[] wanted = shown(television, 0);
      int wrong = 0;
      for (int i = 0; i < wanted.length; i++) {
        wrong += wanted[i] == screen.rgb(i % 160, i / 160) ? 0 : 1;
      }
      assertTrue(
          colours == 191 ? wrong == 0 : wrong > 0 && wrong < wanted.length, wrong + " wrong");
    }
  }

  @Test
  void screensOfAnySizeFitThePicture() {
    for (int[] size : new int[][] {{1, 1}, {20, 10}, {160, 250}, {321, 40}, {1_000, 3_000}}) {
      Television television = new Television(size[0], size[1], 7);
      try (Player player = Plays.player(() -> television, 1, 1)) {
        FrameDrawing drawing = FrameDrawing.of(Plays.scene(player, 1), List.of(player.now()));
        Canvas canvas = drawing.draw(player.now());
        assertTrue(canvas.width() <= 720 && canvas.height() <= 620, canvas.height() + " high");
        int first = shown(television, 0)[0];
        assertEquals(first, canvas.rgb(FrameDrawing.MARGIN, FrameDrawing.TOP));
      }
    }
  }

  private static String text(String line) {
    return line.replaceAll("\u001b\\[[0-9;]*m", "");
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 70", "300, 200", "60, 20", "40, 12", "1, 1"})
  void inATerminalItIsAsLargeAsThereIsRoom(int columns, int rows) {
    for (Screen.Colours colours : Screen.Colours.values()) {
      for (boolean blocks : new boolean[] {false, true}) {
        try (Player player = Plays.player(ScreenshotTest::atari, 3, 3)) {
          TerminalDrawing drawing =
              new TerminalDrawing(
                  Plays.scene(player, 3), new Screen(columns, rows, colours, blocks));
          List<String> lines = drawing.lines(player.now());
          assertTrue(lines.size() <= Math.max(1, rows - 1), lines.size() + " lines");
          for (String line : lines) {
            assertTrue(text(line).length() <= columns, line);
            assertTrue(colours != Screen.Colours.NONE || !line.contains("\u001b"), line);
          }
        }
      }
    }
  }

  @Test
  void inATerminalTwoPixelsAreAboveEachOtherInTheirOwnColours() {
    Television stripes = new Television(40, 40, 2);
    int dark = 0;
    int light = 0x7fffff;
    try (Player player = Plays.player(() -> stripes, 1, 3)) {
      // The square has left the last lines: each character is a pixel over another.
      List<String> lines =
          new TerminalDrawing(Plays.scene(player, 1), new Screen(80, 30, Screen.Colours.ALL, true))
              .lines(player.now());
      String last = lines.get(3 + 19);
      assertEquals("\u2580".repeat(40), text(last).substring(1, 41));
      assertEquals(dark, shown(stripes, 0)[39 * 40]);
      assertEquals(light, shown(stripes, 0)[39 * 40 + 4]);
      String wanted =
          " \u001b[0m\u001b[38;2;0;0;0m\u001b[48;2;0;0;0m\u2580\u2580\u2580\u2580"
              + "\u001b[0m\u001b[38;2;127;255;255m\u001b[48;2;127;255;255m\u2580\u2580\u2580\u2580";
      assertTrue(last.startsWith(wanted), last);
      List<String> letters =
          new TerminalDrawing(
                  Plays.scene(player, 1), new Screen(80, 30, Screen.Colours.NONE, false))
              .lines(player.now());
      assertEquals(
          "     " + "%%%%    ".repeat(5).stripTrailing(),
          letters.get(22).substring(0, 41).stripTrailing());
    }
  }

  @Test
  void whatIsSmallIsMixedIntoWhatIsAround() {
    Random random = new Random(1);
    Television television = new Television(80, 80, 100);
    try (Player player = Plays.player(() -> television, 1, 3)) {
      Screenshot screen = player.now().screen();
      assertNotNull(screen);
      for (int i = 0; i < 50; i++) {
        int column = random.nextInt(10);
        int row = random.nextInt(10);
        int[] sums = new int[3];
        for (int p = 0; p < 64; p++) {
          int rgb = screen.rgb(8 * column + p % 8, 8 * row + p / 8);
          sums[0] += rgb >> 16;
          sums[1] += rgb >> 8 & 0xff;
          sums[2] += rgb & 0xff;
        }
        int wanted = ((sums[0] / 64) << 16) | ((sums[1] / 64) << 8) | (sums[2] / 64);
        assertEquals(wanted, screen.mean(column, row, 10, 10));
      }
    }
  }
}
