package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.evenkeel.core.data.Batch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A user on the class path, without the incubator module: everything works, and one line says how to be
/// faster. The build runs this in a Java without that module.
@Tag("classpath")
class ClassPathTest {

  @Test
  void withoutTheIncubatorModuleTheScalarKernelsWorkAndOneLineSaysSo() {
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger(KernelChoice.class.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    assertTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty());

    Oracle oracle = new Oracle("formats/minatar_onnx");
    Network network = Networks.minatar(4, 6);
    float[] theta = new float[network.parameterCount()];
    for (String name : network.tensorNames()) {
      network.setTensor(theta, name, oracle.floats(name));
    }
    Batch batch = NetworkOracleTest.bits(network, oracle, "state");
    float[] q = new Workspace(network, batch.size(), Workers.of(1)).forward(theta, batch);
    oracle.check("q", Arrays.copyOf(q, batch.size() * 6));
    assertEquals("scalar", KernelChoice.description());
    assertEquals(1, lines.size());
    assertTrue(lines.getFirst().contains("--add-modules jdk.incubator.vector"), lines.getFirst());
  }
}
