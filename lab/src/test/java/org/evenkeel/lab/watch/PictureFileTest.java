package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files with pictures, read back.
final class PictureFileTest {
  private static final PictureFile.Style STYLE = new PictureFile.Style(10, 4);

  /// Of a picture without a screen.
  private static final int WIDTH = 680;

  @TempDir private Path folder;

  static void assertSame(Canvas wanted, BufferedImage shown, String what) {
    assertEquals(wanted.width(), shown.getWidth());
    assertEquals(wanted.height(), shown.getHeight());
    for (int y = 0; y < wanted.height(); y++) {
      for (int x = 0; x < wanted.width(); x++) {
        if (wanted.rgb(x, y) != (shown.getRGB(x, y) & 0xffffff)) {
          assertEquals(
              Integer.toHexString(wanted.rgb(x, y)),
              Integer.toHexString(shown.getRGB(x, y) & 0xffffff),
              what + " at " + x + ", " + y);
        }
      }
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> !f.equals(folder))
          .map(f -> folder.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void aGifShowsEveryMomentAndRepeatsForEver() throws IOException {
    try (Player player = Plays.player(Environments.named("minatar/asterix"), 3, 40)) {
      List<Moment> moments = new ArrayList<>(Plays.episode(player));
      player.next();
      moments.addAll(Plays.episode(player));
      Scene scene = Plays.scene(player, 3);
      List<Integer> drawn = new ArrayList<>();
      PictureFile file = PictureFile.named(folder.resolve("new/a.GIF"));
      long bytes = file.write(scene, moments, STYLE, drawn::add);
      assertEquals(bytes, Files.size(file.path()));
      assertEquals(moments.size(), drawn.size());
      assertEquals(moments.size(), drawn.getLast());
      assertEquals(List.of("new", "new/a.GIF"), files());

      ShownGif shown = new ShownGif(file.path());
      assertEquals(moments.size(), shown.pictures.size());
      assertEquals(List.of("NETSCAPE2.0 [1, 0, 0]"), shown.loops);
      assertEquals(0, shown.tables, "one table of colours serves all");
      FrameDrawing drawing = new FrameDrawing(scene, Scale.of(scene, moments));
      for (int i = 0; i < moments.size(); i++) {
        assertSame(drawing.draw(moments.get(i)), shown.pictures.get(i), "picture " + i);
        assertEquals(moments.get(i).last() ? 150 : 10, shown.delays.get(i));
      }
    }
  }

  @Test
  void cellsHaveTheColoursOfTheirChannels() throws IOException {
    PictureFile file = PictureFile.named(folder.resolve("a.gif"));
    file.write(Plays.small(3), List.of(Plays.smallMoment(1, 2)), STYLE, _ -> {});
    BufferedImage picture = new ShownGif(file.path()).pictures.getFirst();
    int cell = FrameDrawing.BOARD / 3;
    int x = FrameDrawing.MARGIN;
    int y = FrameDrawing.TOP;
    assertEquals(0x56b4e9, picture.getRGB(x + 5, y + 5) & 0xffffff, "the player");
    assertEquals(0x8a8f98, picture.getRGB(x + cell / 2, y + cell / 2) & 0xffffff, "a brick inside");
    assertEquals(0xf0e442, picture.getRGB(x + 2 * cell + 50, y + cell + 50) & 0xffffff, "the ball");
    assertEquals(Hues.rgb(Hues.BLANK), picture.getRGB(x + cell + 50, y + 50) & 0xffffff, "nothing");
  }

  /// The columns right of the board in which a colour occurs between two rows.
  private static List<Integer> columns(Canvas canvas, byte hue, int top, int bottom, int from) {
    List<Integer> found = new ArrayList<>();
    for (int x = from; x < canvas.width(); x++) {
      for (int y = top; y < bottom; y++) {
        if (canvas.at(x, y) == hue) {
          found.add(x);
          break;
        }
      }
    }
    return found;
  }

  @Test
  void barsAreAsLongAsValuesAndEverySetHasADot() {
    Scene scene = Plays.small(3);
    Moment moment = Plays.smallMoment(1, 2);
    Canvas canvas = new FrameDrawing(scene, Scale.of(scene, List.of(moment))).draw(moment);
    int row = 42;
    int top = FrameDrawing.TOP;
    // Behind the names of the actions; the axis goes from 0 to 3.
    int names = FrameDrawing.MARGIN + FrameDrawing.BOARD + 28 + 2 * Letters.width("right") + 10;
    int reach = columns(canvas, Hues.BLANK, top, top + row, names).size();
    int left = columns(canvas, Hues.BAR, top, top + row, names).size();
    int right = columns(canvas, Hues.CHOSEN, top + row, top + 2 * row, names).size();
    assertEquals(reach / 3.0, left, 6, "1 of 3, but for a dot on it");
    assertEquals(2 * reach / 3.0, right, 6, "2 of 3, the best");
    assertEquals(0, columns(canvas, Hues.CHOSEN, top, top + row, names).size());
    for (int action = 0; action < 2; action++) {
      for (int set = 0; set < 3; set++) {
        // The newest on top: of three dots one in each third of the row.
        int y = top + action * row + set * row / 3;
        List<Integer> dot = columns(canvas, Hues.DOT, y, y + row / 3, names - 4);
        assertEquals(4, dot.size(), "a dot");
        double value = moment.choice().each()[set][action];
        assertEquals(names + value / 3 * reach, dot.get(2), 3, "set " + set);
      }
    }
  }

  @Test
  void theSameMomentsGiveTheSameBytes() throws IOException {
    for (String name : List.of("a.gif", "a.png")) {
      List<byte[]> written = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        try (Player player = Plays.player(Environments.named("minatar/breakout"), 2, 30)) {
          PictureFile file = PictureFile.named(folder.resolve(name));
          file.write(Plays.scene(player, 2), Plays.episode(player), STYLE, _ -> {});
          written.add(Files.readAllBytes(file.path()));
        }
      }
      assertArrayEquals(written.get(0), written.get(1), name);
    }
  }

  @Test
  void aPngShowsMomentsFromTheFirstToTheLast() throws IOException {
    try (Player player = Plays.player(Environments.named("cartpole"), 3, 200)) {
      List<Moment> moments = Plays.episode(player);
      Scene scene = Plays.scene(player, 3);
      PictureFile file = PictureFile.named(folder.resolve("a.png"));
      file.write(scene, moments, new PictureFile.Style(10, 3), _ -> {});
      BufferedImage sheet = ImageIO.read(file.path().toFile());
      FrameDrawing drawing = new FrameDrawing(scene, Scale.of(scene, moments));
      assertEquals(2 * WIDTH, sheet.getWidth());
      assertEquals(2 * drawing.height(), sheet.getHeight());
      assertSame(
          drawing.draw(moments.getFirst()),
          sheet.getSubimage(0, 0, WIDTH, drawing.height()),
          "the first");
      int last = moments.size() - 1;
      assertEquals(
          List.of(moments.get(0), moments.get(last / 2), moments.get(last)),
          PngFile.spaced(moments, 3));
      assertEquals(List.of(moments.get(last / 2)), PngFile.spaced(moments, 1));
      assertEquals(moments.subList(0, 2), PngFile.spaced(moments.subList(0, 2), 6));
    }
  }

  @Test
  void everyFormOfObservationIsDrawn() throws IOException {
    Observation bytes = new Observation(new Form.Bytes(84, 84, 1));
    bytes.bytes()[0] = (byte) 255;
    Observation large = new Observation(new Form.Bytes(420, 1000, 1));
    Observation vector = new Observation(new Form.Vector(400));
    Observation states = new Observation(new Form.OneHot(400));
    for (Observation frame : List.of(bytes, large, vector, states)) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        names.add("number " + i);
      }
      // As many actions as a task may have: those without room are left out.
      Scene scene = new Scene("g", new Scene.Actor("a", 1, "snapshot"), frame.form(), names, names);
      Moment moment =
          new Moment(
              1,
              0,
              frame,
              null,
              new Moment.Choice(0, true, new float[400], new float[1][400]),
              -1,
              -1,
              Moment.End.NONE);
      Canvas canvas = new FrameDrawing(scene, new Scale(scene)).draw(moment);
      assertEquals(WIDTH, canvas.width());
      if (frame == bytes) {
        assertEquals(0xffffff, Hues.rgb(canvas.at(FrameDrawing.MARGIN, FrameDrawing.TOP)));
        assertEquals(0, Hues.rgb(canvas.at(FrameDrawing.MARGIN + 3, FrameDrawing.TOP)));
      }
    }
  }

  private static void refused(String sentence, Path path) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PictureFile.named(path));
    assertEquals(sentence, e.getMessage());
  }

  @Test
  void anotherEndingAFolderAndAForeignFileAreRefused() throws IOException {
    Path film = folder.resolve("film.mp4");
    refused(
        "the name must end in .gif (an animation) or .png (some moments of an episode), was '%s'"
            .formatted(film),
        film);
    Path inside = Files.createDirectory(folder.resolve("folder.gif"));
    refused("'" + inside + "' is a folder: choose another with --out", inside);
    Path mine = Files.writeString(folder.resolve("mine.png"), "a picture of my cat");
    refused(
        "'" + mine + "' exists and was not made by 'evenkeel watch': choose another with --out",
        mine);
    assertEquals("a picture of my cat", Files.readString(mine));
    assertThrows(IllegalArgumentException.class, () -> new PictureFile.Style(51, 1));
    assertThrows(IllegalArgumentException.class, () -> new PictureFile.Style(10, 0));
  }

  @Test
  void ourOwnFileIsReplaced() throws IOException {
    for (String name : List.of("a.gif", "a.png")) {
      for (int i = 0; i < 2; i++) {
        PictureFile.named(folder.resolve(name))
            .write(Plays.small(3), List.of(Plays.smallMoment(1, 2)), STYLE, _ -> {});
      }
    }
    assertEquals(List.of("a.gif", "a.png"), files());
  }

  @Test
  void nothingIsLeftBehindWhenItFails() throws IOException {
    Path path = folder.resolve("a.gif");
    PictureFile file = PictureFile.named(path);
    List<Moment> moments = List.of(Plays.smallMoment(1, 2), Plays.smallMoment(2, 1));
    assertThrows(
        IllegalStateException.class,
        () ->
            file.write(
                Plays.small(3),
                moments,
                STYLE,
                _ -> {
                  throw new IllegalStateException("in the middle");
                }));
    assertEquals(List.of(), files());

    Path blocked = Files.writeString(folder.resolve("blocked"), "a file");
    PictureFile below = new PictureFile(blocked.resolve("a.gif"), PictureFile.Kind.GIF);
    IOException e =
        assertThrows(IOException.class, () -> below.write(Plays.small(3), moments, STYLE, _ -> {}));
    assertTrue(e.getMessage().startsWith("cannot write '" + below.path() + "': "), e.getMessage());
    assertFalse(Files.exists(below.path()));
    assertEquals(List.of("blocked"), files());
  }
}
