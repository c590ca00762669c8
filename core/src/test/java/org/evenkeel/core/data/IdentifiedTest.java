package org.evenkeel.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class IdentifiedTest {
  interface Rule extends Identified {
    int apply(int x);
  }

  record Times(int factor) implements Rule {
    @Override
    public int apply(int x) {
      return factor * x;
    }
  }

  record Shy(int factor) implements Rule {
    @Override
    public int apply(int x) {
      return factor * x;
    }

    @Override
    public String toString() {
      return "times " + factor;
    }
  }

  enum Named implements Rule {
    SAME {
      @Override
      public int apply(int x) {
        return x;
      }
    }
  }

  static final class Same implements Rule {
    static final int UNUSED = 1;

    @Override
    public int apply(int x) {
      return x;
    }
  }

  static final class Hidden implements Rule {
    private final int factor = 3;

    @Override
    public int apply(int x) {
      return factor * x;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // that is what is tested
  record Table(float[] values) implements Rule {
    @Override
    public int apply(int x) {
      return (int) values[x];
    }
  }

  record Of(Same inner) implements Rule {
    @Override
    public int apply(int x) {
      return inner.apply(x);
    }
  }

  private static final String HERE = IdentifiedTest.class.getName();

  @Test
  void recordsEnumsAndPlainClassesHaveOne() {
    assertEquals(HERE + "$Times[factor=2]", new Times(2).identity());
    assertEquals(HERE + "$Shy[times 2]", new Shy(2).identity());
    assertEquals(HERE + "$Named.SAME", Named.SAME.identity());
    assertEquals(HERE + "$Same", new Same().identity());
  }

  @Test
  void whatANameDoesNotTellIsRefused() {
    Rule lambda = x -> x;
    String refused = assertThrows(IllegalArgumentException.class, lambda::identity).getMessage();
    assertEquals(
        lambda.getClass().getName()
            + " has no name that is the same in every run: make it a record or a named class",
        refused);
    for (Rule rule : new Rule[] {new Table(new float[] {1, 2}), new Of(new Same())}) {
      String message = assertThrows(IllegalArgumentException.class, rule::identity).getMessage();
      assertEquals(
          rule.getClass().getName()
              + " has a component whose class lacks a toString, '"
              + rule
              + "': give that class a toString, or override identity()",
          message);
    }
    assertEquals(
        HERE
            + "$Hidden has the field 'factor', which is not part of its class name: make it a record, or"
            + " override identity()",
        assertThrows(IllegalArgumentException.class, () -> new Hidden().identity()).getMessage());
  }

  record Function(java.util.function.IntUnaryOperator inner) implements Rule {
    @Override
    public int apply(int x) {
      return inner.applyAsInt(x);
    }
  }

  /// A lambda's text has an address, another one in each process.
  @Test
  void aRecordOfALambdaIsRefused() {
    Rule rule = new Function(x -> 2 * x);
    String message = assertThrows(IllegalArgumentException.class, rule::identity).getMessage();
    assertTrue(
        message.startsWith(rule.getClass().getName() + " has a component whose class"), message);
  }

  /// What a local class has captured is as good as a field.
  @Test
  void aLocalClassWithCapturedVariablesIsRefused() {
    int factor = Integer.parseInt("3");
    class Captures implements Rule {
      @Override
      public int apply(int x) {
        return factor * x;
      }
    }
    String message =
        assertThrows(IllegalArgumentException.class, () -> new Captures().identity()).getMessage();
    assertTrue(message.contains("make it a record, or override identity()"), message);
  }
}
