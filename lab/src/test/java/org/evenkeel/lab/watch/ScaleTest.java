package org.evenkeel.lab.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.junit.jupiter.api.Test;

/// How far bars reach.
final class ScaleTest {
  private static Scale of(float... values) {
    Moment moment =
        new Moment(
            1,
            0,
            new Observation(new Form.BitPlanes(2, 3, 3)),
            null,
            new Moment.Choice(0, false, values, new float[][] {values}),
            0,
            0,
            Moment.End.NONE);
    return Scale.of(Plays.small(1), List.of(moment));
  }

  private static void axis(double low, double high, Scale scale) {
    assertEquals(low, scale.low(), 1e-6);
    assertEquals(high, scale.high(), 1e-6);
  }

  @Test
  void theAxisHasAllValuesAndZeroUnlessItIsFarAway() {
    axis(-1, 4, of(-1, 4));
    axis(0, 4, of(2, 4));
    axis(3, 4, of(3, 4));
    axis(-4, 0, of(-2, -4));
    axis(-4, -3, of(-3, -4));
    axis(2, 3, of(2, 2));
    axis(0, 1, of());
    axis(0, 1, of(0, 0));
  }

  @Test
  void theSetsCountAsWell() {
    Scale scale = Scale.of(Plays.small(3), List.of(Plays.smallMoment(1, 2)));
    axis(0, 3, scale);
    assertEquals(0.5, scale.at(1.5), 1e-9);
    assertEquals(1, scale.at(99), "what is beyond stays at the end");
    assertEquals(0, scale.base());
  }

  @Test
  void barsStartAtZeroOrAtTheEndNextToIt() {
    assertEquals(0.2, of(-1, 4).base(), 1e-9);
    assertEquals(0, of(3, 4).base());
    assertEquals(1, of(-3, -4).base());
  }

  @Test
  void anEntryOfAVectorIsAShareOfItsLargestSize() {
    Observation frame = new Observation(new Form.Vector(2));
    frame.set(0, -4);
    Scene scene = new Scene("g", Scene.Actor.RANDOM, frame.form(), List.of("a"), List.of("x", "y"));
    Scale scale = new Scale(scene);
    scale.add(new Moment(1, 0, frame, null, Moment.Choice.NONE, 0, 0, Moment.End.NONE));
    assertEquals(0.5, scale.entry(0, 2));
    assertEquals(-1, scale.entry(0, -4));
    assertEquals(0, scale.entry(1, 0), "nothing was ever seen there");
  }
}
