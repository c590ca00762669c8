package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The tree against a plain array.
class SumTreeTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 31, 100})
  void theTotalAndEveryPlaceAreThoseOfAPlainArray(int leaves) {
    Random random = new Random(leaves);
    SumTree tree = new SumTree(leaves);
    double[] plain = new double[leaves];
    for (int change = 0; change < 300; change++) {
      int leaf = random.nextInt(leaves);
      // Whole numbers, so that every sum is exact in any order; a third of the leaves stays at 0.
      plain[leaf] = leaf % 3 == 2 ? 0 : random.nextInt(10);
      tree.set(leaf, plain[leaf]);
      assertEquals(plain[leaf], tree.get(leaf));
      assertEquals(Arrays.stream(plain).sum(), tree.total());
    }
    // Each leaf is found at as many places as it weighs, in one piece.
    int[] found = new int[leaves];
    int pieces = 0;
    int before = -1;
    for (int place = 0; place < tree.total(); place++) {
      int leaf = tree.find(place + 0.5);
      found[leaf]++;
      pieces += leaf == before ? 0 : 1;
      before = leaf;
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      assertEquals(plain[leaf], found[leaf], "leaf " + leaf);
    }
    assertEquals(Arrays.stream(plain).filter(w -> w > 0).count(), pieces);
  }

  @Test
  void aLeafOfWeightZeroIsNeverFoundNotEvenBeyondTheTotal() {
    SumTree tree = new SumTree(7);
    tree.set(2, 0.1);
    tree.set(5, 0.2);
    for (double place : new double[] {0, 0.1, tree.total(), Math.nextUp(tree.total()), 9}) {
      assertTrue(tree.get(tree.find(place)) > 0, "place " + place);
    }
  }

  @Test
  void aMillionChangesLeaveNoErrorInTheTotal() {
    Random random = new Random(1);
    SumTree tree = new SumTree(5);
    for (int i = 0; i < 1_000_000; i++) {
      tree.set(i % 5, random.nextDouble() * 1e9);
    }
    for (int leaf = 0; leaf < 5; leaf++) {
      tree.set(leaf, 0);
    }
    assertEquals(0, tree.total());
  }
}
