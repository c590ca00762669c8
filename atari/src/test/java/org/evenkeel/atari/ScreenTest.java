package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.evenkeel.core.data.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {
  private static final int FRAME = Oracle.HEIGHT * Oracle.WIDTH;
  private static final int IMAGE = Screen.SIDE * Screen.SIDE;
  private static final int SAMPLES = 30;

  private static Screen screen(String options) throws IOException {
    return Screen.of(Oracle.HEIGHT, Oracle.WIDTH, Oracle.palette(), AtariOptions.parse(options));
  }

  /// Each sample twice, on a screen that has seen the others before and on a new one.
  @ParameterizedTest
  @CsvSource({
    "breakout, area, gymnasium",
    "seaquest, area, gymnasium",
    "asterix, area, gymnasium",
    "breakout, linear, linear",
    "seaquest, linear, linear",
    "asterix, linear, linear",
    "breakout, torch, nature8",
    "seaquest, torch, nature8",
    "asterix, torch, nature8",
  })
  void everySampleIsEqualInEveryPixel(String game, String resize, String oracle)
      throws IOException {
    byte[] frames = Oracle.bytes("pre_" + game + "_screens.bin.gz");
    byte[] images = Oracle.bytes("pre_" + game + "_" + oracle + ".bin.gz");
    assertEquals(2 * SAMPLES * FRAME, frames.length);
    assertEquals(SAMPLES * IMAGE, images.length);
    String options = "pool=max,resize=" + resize;
    Screen used = screen(options);
    byte[] seen = new byte[IMAGE];
    for (int i = 0; i < SAMPLES; i++) {
      byte[] older = Arrays.copyOfRange(frames, 2 * i * FRAME, (2 * i + 1) * FRAME);
      byte[] newer = Arrays.copyOfRange(frames, (2 * i + 1) * FRAME, (2 * i + 2) * FRAME);
      byte[] wanted = Arrays.copyOfRange(images, i * IMAGE, (i + 1) * IMAGE);
      used.look(older, newer, seen);
      assertArrayEquals(wanted, seen, "sample " + i);
      Arrays.fill(seen, (byte) 1);
      screen(options).look(older, newer, seen);
      assertArrayEquals(wanted, seen, "sample " + i + " on a new screen");
    }
  }

  /// Noise on screens of every height there is, as OpenCV 5.0.0 (`cv2.resize`) makes it smaller.
  @ParameterizedTest
  @CsvSource({
    "210, 34e53fd0, 81325a08",
    "214, dc52b6ed, 974817bb",
    "220, 3693cdc7, c031d51e",
    "230, 70765a51, b8af5822",
    "250, d3710b5b, f72f1fe6",
  })
  void everyHeightIsAsOpenCvHasIt(int height, String area, String linear) {
    byte[] gray = new byte[Palette.NUMBERS];
    for (int number = 0; number < gray.length; number += 2) {
      gray[number] = (byte) (number + 1);
    }
    Palette palette = new Palette(new int[Palette.NUMBERS], gray);
    byte[] frame = new byte[height * Oracle.WIDTH];
    long state = height;
    for (int i = 0; i < frame.length; i++) {
      state = (1103515245 * state + 12345) & 0x7fffffff;
      frame[i] = (byte) (2 * ((state >> 16) % 128));
    }
    byte[] seen = new byte[IMAGE];
    for (String resize : new String[] {"area", "linear"}) {
      AtariOptions options = AtariOptions.parse("pool=last,resize=" + resize);
      Screen.of(height, Oracle.WIDTH, palette, options).look(frame, frame, seen);
      CRC32 crc = new CRC32();
      crc.update(seen);
      assertEquals(resize.equals("area") ? area : linear, "%08x".formatted(crc.getValue()), resize);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"breakout", "seaquest", "asterix"})
  void torchIsEqualBeforeItIsCutOff(String game) throws IOException {
    byte[] frames = Oracle.bytes("pre_" + game + "_screens.bin.gz");
    var floats =
        ByteBuffer.wrap(Oracle.bytes("pre_" + game + "_nature32.bin.gz"))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer();
    int samples = floats.remaining() / IMAGE;
    assertEquals(3, samples);
    var torch =
        new TorchResizing(
            Oracle.HEIGHT, Oracle.WIDTH, Oracle.palette().luminances(AtariOptions.Pool.MAX));
    for (int i = 0; i < samples; i++) {
      byte[] older = Arrays.copyOfRange(frames, 2 * i * FRAME, (2 * i + 1) * FRAME);
      byte[] newer = Arrays.copyOfRange(frames, (2 * i + 1) * FRAME, (2 * i + 2) * FRAME);
      for (int row = 0; row < Oracle.HEIGHT; row++) {
        torch.narrow(row, older, newer);
      }
      float[] wanted = new float[Screen.SIDE];
      for (int row = 0; row < Screen.SIDE; row++) {
        floats.get(wanted);
        assertArrayEquals(wanted, torch.average(row), 0, "sample %d row %d".formatted(i, row));
      }
    }
  }

  /// Whatever changes between two looks: a pixel, a row, the order of the two frames, everything, nothing.
  @ParameterizedTest
  @CsvSource({
    "210, area, max",
    "250, area, average",
    "210, linear, average",
    "250, linear, last",
    "210, torch, max",
    "250, torch, average"
  })
  void aScreenThatHasSeenOtherFramesSeesTheSame(int height, String resize, String pool)
      throws IOException {
    AtariOptions options = AtariOptions.parse("pool=%s,resize=%s".formatted(pool, resize));
    Palette palette = Oracle.palette();
    Screen used = Screen.of(height, Oracle.WIDTH, palette, options);
    RandomStream random = new RandomStream(3);
    byte[] older = new byte[height * Oracle.WIDTH];
    byte[] newer = new byte[height * Oracle.WIDTH];
    byte[] seen = new byte[IMAGE];
    byte[] wanted = new byte[IMAGE];
    for (int i = 0; i < 200; i++) {
      byte[] changed = random.nextBoolean() ? older : newer;
      switch (random.nextInt(5)) {
        case 0 -> fill(changed, 0, changed.length, random);
        case 1 -> changed[random.nextInt(changed.length)] = (byte) (2 * random.nextInt(128));
        case 2 -> {
          int row = random.nextInt(height);
          fill(changed, row * Oracle.WIDTH, (row + 1) * Oracle.WIDTH, random);
        }
        case 3 -> {
          byte[] other = older;
          older = newer;
          newer = other;
        }
        default -> {}
      }
      used.look(older, newer, seen);
      Screen.of(height, Oracle.WIDTH, palette, options).look(older, newer, wanted);
      assertArrayEquals(wanted, seen, "look " + i);
    }
  }

  private static void fill(byte[] numbers, int from, int to, RandomStream random) {
    for (int i = from; i < to; i++) {
      numbers[i] = (byte) (2 * random.nextInt(128));
    }
  }

  /// A white point must be seen wherever it is, or a row would never be looked at.
  @ParameterizedTest
  @CsvSource({
    "210, area",
    "214, area",
    "220, area",
    "230, area",
    "250, area",
    "210, torch",
    "214, torch",
    "220, torch",
    "230, torch",
    "250, torch"
  })
  void everyPixelCounts(int height, String resize) throws IOException {
    AtariOptions options = AtariOptions.parse("pool=last,resize=" + resize);
    Screen screen = Screen.of(height, Oracle.WIDTH, Oracle.palette(), options);
    byte[] frame = new byte[height * Oracle.WIDTH];
    byte[] seen = new byte[IMAGE];
    byte[] black = new byte[IMAGE];
    for (int row = 0; row < height; row++) {
      int at = row * Oracle.WIDTH + (row * 37) % Oracle.WIDTH;
      frame[at] = 14;
      screen.look(frame, frame, seen);
      assertNotEquals(-1, Arrays.mismatch(black, seen), "row " + row);
      frame[at] = 0;
      screen.look(frame, frame, seen);
      assertArrayEquals(black, seen);
    }
  }

  @Test
  void refusesAFrameOfAnotherSize() throws IOException {
    Screen screen = screen("");
    byte[] frame = new byte[FRAME];
    assertEquals(
        "the frame must have length 33600, was 1",
        assertThrows(
                IllegalArgumentException.class,
                () -> screen.look(frame, new byte[1], new byte[IMAGE]))
            .getMessage());
  }
}
