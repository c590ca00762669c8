package org.evenkeel.lab.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ConfigKeysTest {
  @Test
  void everyKeyHasAMeaningAndEveryMeaningAKey() {
    assertEquals(
        ConfigKeys.all().stream()
            .map(ConfigKeys.Key::path)
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(ConfigKeys.meanings().stringPropertyNames()));
  }
}
