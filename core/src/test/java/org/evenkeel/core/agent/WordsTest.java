package org.evenkeel.core.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Forms and layers as words, there and back.
final class WordsTest {
  @Test
  void formsAreTheseWords() {
    form("Vector size=3", new Form.Vector(3));
    form("OneHot size=4", new Form.OneHot(4));
    form("BitPlanes height=5 width=6 channels=7", new Form.BitPlanes(5, 6, 7));
    form("Bytes height=8 width=9 channels=2", new Form.Bytes(8, 9, 2));
  }

  private static void form(String words, Form form) {
    assertEquals(words, Words.of(form));
    assertEquals(form, Words.form(words));
  }

  @Test
  void layersAreTheseWords() {
    layer("Dense outputs=3 name=fc", Layer.dense(3, "fc"));
    layer("Dense outputs=3 name=a b=c", Layer.dense(3, "a b=c"));
    layer(
        "Conv2d filters=2 height=3 width=4 stride=5 padding=1 name=conv",
        new Layer.Conv2d(2, 3, 4, 5, 1, "conv"));
    layer("Relu", Layer.relu());
    layer("Flatten", Layer.flatten());
    layer("Dueling actions=6 name=head", new Layer.Dueling(6, "head"));
  }

  private static void layer(String words, Layer layer) {
    assertEquals(words, Words.of(layer));
    assertEquals(layer, Words.layer(words));
  }

  @Test
  void wordsThatDoNotFitAreShown() {
    for (String bad :
        List.of("Vector size=3 more=1", "Vector size=3 ", "Vector", "Vectors size=3", " Vector")) {
      refused(bad, () -> Words.form(bad));
    }
    for (String bad :
        List.of(
            "Relu x", "Flatten ", "Dense outputs=3", "Dense outputs=3 nam=fc", "Dense name=fc")) {
      refused(bad, () -> Words.layer(bad));
    }
    refused("x3", () -> Words.form("Vector size=x3"));
    refused("3.5", () -> Words.number("sets", "3.5"));
    refused("0,5", () -> Words.decimal("decay", "0,5"));
    assertEquals(0.5, Words.decimal("decay", "0.5"));
    refused("ONES", () -> Words.constant(Spec.StackStart.class, "ONES"));
    assertEquals(Spec.StackStart.REPEAT, Words.constant(Spec.StackStart.class, "REPEAT"));
  }

  @Test
  void aNameOfTwoLinesIsRefused() {
    for (String bad : List.of("a\nb", "\nb", "a\n")) {
      assertThrows(IllegalArgumentException.class, () -> Words.of(new Layer.Dense(3, bad)));
    }
  }

  private static void refused(String shown, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains("'" + shown + "'"), message);
  }
}
