package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.evenkeel.core.env.EnvironmentCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtariTest {
  private static final String QUICK = "limit=4000";

  private static Atari atari(String game, String options) {
    return new Atari(Game.named(game), AtariOptions.parse(options), TestRoms.require());
  }

  private static String join(String options) {
    return options.isEmpty() ? QUICK : QUICK + "," + options;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "actions=full,sticky=0.25,pool=max,resize=area,noops=0,start=repeat",
        "pool=max,resize=torch,noops=1-30,repeat=life,start=zeros,skip=4",
        "pool=last,skip=1,limit=200",
      })
  void theCheckFindsNothingWrong(String options) {
    TestRoms.require();
    assertEquals(List.of(), EnvironmentCheck.problems(() -> atari("breakout", join(options))));
  }
}
