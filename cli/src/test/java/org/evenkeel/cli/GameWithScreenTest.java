package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import javax.imageio.ImageIO;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A game as an emulator has them: with a screen, several frames to a step, and something to close.
final class GameWithScreenTest {
  private static final AtomicInteger OPEN = new AtomicInteger();
  private static final int ORANGE = 0xe08a1e;

  @TempDir private Path parent;

  /// Shows one colour, for ten steps.
  public static final class Orange implements Environment, HasScreen, SkipsFrames, AutoCloseable {
    private int t;

    /// An open one.
    public Orange() {
      OPEN.incrementAndGet();
    }

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(10);
    }

    @Override
    public void reset(RandomGenerator random, Observation observation) {
      t = 0;
      observation.set(0, t);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, ++t);
      return Step.of(action, false);
    }

    @Override
    public int screenHeight() {
      return 210;
    }

    @Override
    public int screenWidth() {
      return 160;
    }

    @Override
    public void screen(int[] rgb) {
      Arrays.fill(rgb, ORANGE);
    }

    @Override
    public int framesPerStep() {
      return 4;
    }

    @Override
    public void close() {
      OPEN.decrementAndGet();
    }
  }

  @BeforeEach
  void startCounting() {
    OPEN.set(0);
  }

  private Typed train() {
    return Typed.run(
        "train",
        Orange.class.getName(),
        "--out",
        parent.resolve("run"),
        "--steps=300",
        "--set=network.hidden=[8]",
        "--set=schedule.learningStartSteps=50",
        "--set=schedule.batchSize=8",
        "--set=schedule.metricsPeriodSteps=100",
        "--set=evaluation.periodSteps=300",
        "--set=evaluation.episodes=1");
  }

  @Test
  void framesStandBesideSteps() {
    Typed typed = train();
    assertEquals(0, typed.code(), typed::err);
    assertTrue(typed.out().contains("\nsteps        300 (1,200 frames)\n"), typed.out());
    assertTrue(typed.out().contains(" at step 300 (1,200 frames), "), typed.out());
  }

  @Test
  void itsScreenIsShown() throws IOException {
    assertEquals(0, train().code());
    Path png = parent.resolve("a.png");
    Typed typed = Typed.run("watch", parent.resolve("run"), "--out", png, "--frames=1");
    assertEquals("", typed.err());
    assertEquals(0, typed.code());
    BufferedImage picture = ImageIO.read(png.toFile());
    for (int[] at : new int[][] {{16, 74}, {100, 300}, {16 + 319, 74 + 419}}) {
      assertEquals(ORANGE, picture.getRGB(at[0], at[1]) & 0xffffff);
    }
    Typed letters = Typed.run("watch", parent.resolve("run"), "--terminal", "--max-steps=1");
    assertTrue(letters.out().contains("+++++++++++++++"), letters.out());
  }

  @Test
  void everyOneThatIsMadeIsClosed() {
    assertEquals(0, train().code());
    assertEquals(0, OPEN.get(), "after train");
    assertEquals(0, Typed.run("evaluate", parent.resolve("run"), "--episodes=2").code());
    assertEquals(0, OPEN.get(), "after evaluate");
    assertEquals(
        0, Typed.run("watch", parent.resolve("run"), "--terminal", "--max-steps=2").code());
    assertEquals(0, OPEN.get(), "after watch");
    assertEquals(0, Typed.run("check", Orange.class.getName()).code());
    assertEquals(0, OPEN.get(), "after check");
  }
}
