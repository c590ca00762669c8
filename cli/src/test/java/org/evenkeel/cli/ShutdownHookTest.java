package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A shutdown hook of an environment that never returns: the process ends ten seconds later, with the exit code of the
/// command.
@Tag("slow")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ShutdownHookTest {
  @TempDir private Path folder;

  @Test
  void aShutdownHookThatBlocksDoesNotKeepTheProcess() throws Exception {
    Path classes =
        UserClass.compile(
            folder,
            "Pump",
            "constructor: if (KEPT.isEmpty()) { KEPT.add(\"hook\");"
                + " Runtime.getRuntime().addShutdownHook(new Thread(() -> block())); }");
    CliProcess.Ended ended =
        CliProcess.finish(
            CliProcess.start(
                List.of(), CliProcess.training("Pump", classes, folder.resolve("run"))));
    assertEquals(0, ended.code(), ended.text());
    assertTrue(ended.text().contains("finished "), ended.text());
    assertEquals(
        "quit without waiting any longer for a shutdown hook added by the environment or its libraries",
        ended.lastLine());
  }
}
