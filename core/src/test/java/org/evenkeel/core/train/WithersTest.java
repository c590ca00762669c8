package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every component of every record of a configuration is changed by a method of its name, and nothing else is.
class WithersTest {
  static Stream<Record> records() {
    Training training =
        Training.of(Algorithm.averaged(3)).sampling(Sampling.Prioritized.published());
    return Stream.of(
        training,
        training.schedule(),
        training.evaluation(),
        training.loss(),
        (Memory.Frames) training.replay(),
        Sampling.Prioritized.published(),
        Protocol.plain(),
        SnapshotWindow.paper(),
        Ensemble.paper(),
        Roles.paper(),
        Execution.alone(),
        new Optimizer.Adam(0.1),
        new Optimizer.TensorFlowAdam(0.1),
        Optimizer.NatureRmsProp.paper(),
        new Optimizer.PyTorchRmsProp(0.1),
        new Optimizer.Sgd(0.1, 0.5, false));
  }

  @ParameterizedTest
  @MethodSource("records")
  void eachComponentHasItsMethod(Record record) throws ReflectiveOperationException {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      var change = record.getClass().getMethod(component.getName(), component.getType());
      Object same = component.getAccessor().invoke(record);
      assertEquals(record, change.invoke(record, same), component.getName());
      @Nullable Object other = other(same);
      if (other != null) {
        Object copy = change.invoke(record, other);
        assertNotEquals(record, copy, component.getName());
        assertEquals(other, component.getAccessor().invoke(copy), component.getName());
        assertEquals(record, change.invoke(copy, same), component.getName() + " changed more");
      }
    }
  }

  /// Another value that is legal beside the rest; null for the parts that have components themselves.
  private static @Nullable Object other(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Double d -> d == 0 ? 0.25 : d / 2;
      case Integer i -> i + 1;
      case Long l -> l + 1;
      case Boolean b -> !b;
      case Loss.Kind k -> k == Loss.Kind.HUBER ? Loss.Kind.SQUARED : Loss.Kind.HUBER;
      case Loss.Reduction r -> r == Loss.Reduction.SUM ? Loss.Reduction.MEAN : Loss.Reduction.SUM;
      default -> null;
    };
  }
}
