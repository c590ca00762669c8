package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/// Parts of a row, copied from memory.
class BatchPartsTest {
  private static final MemorySegment FLOATS =
      MemorySegment.ofArray(
          ByteBuffer.allocate(17)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put((byte) 0)
              .putFloat(1)
              .putFloat(2)
              .putFloat(3)
              .putFloat(4)
              .array());

  @Test
  void aPartOfAVectorIsCopiedAndTheRestStays() {
    Batch batch = new Batch(new Input.Vector(3), 2).resize(2);
    batch.setVector(0, new float[] {7, 8, 9}, 0);
    batch.setVector(1, new float[] {7, 8, 9}, 0);
    batch.setVectorPart(1, 1, FLOATS, 5, 2);
    assertArrayEquals(new float[] {7, 8, 9, 7, 2, 3}, batch.floats);
    batch.clearPart(0, 1, 1);
    assertArrayEquals(new float[] {7, 0, 9, 7, 2, 3}, batch.floats);
  }

  @Test
  void aPartOfBytesIsCopiedAndTheRestStays() {
    Batch batch = new Batch(new Input.Bytes(3, 1, 1), 2).resize(2);
    batch.setBytes(1, new byte[] {7, 8, 9}, 0);
    batch.setBytesPart(1, 0, MemorySegment.ofArray(new byte[] {1, 2, 3}), 1, 2);
    assertArrayEquals(new byte[] {0, 0, 0, 2, 3, 9}, batch.bytes);
    batch.clearPart(1, 2, 1);
    assertArrayEquals(new byte[] {0, 0, 0, 2, 3, 0}, batch.bytes);
  }

  @Test
  void partsThatDoNotFitAreRefused() {
    Batch vectors = new Batch(new Input.Vector(3), 2).resize(1);
    Batch bytes = new Batch(new Input.Bytes(3, 1, 1), 2).resize(1);
    Batch states = new Batch(new Input.OneHot(3), 2).resize(1);
    String tooLong = "an observation has 3 values, was given 3 from value 1 on";
    refused(tooLong, () -> vectors.setVectorPart(0, 1, FLOATS, 0, 3));
    refused(tooLong, () -> bytes.setBytesPart(0, 1, FLOATS, 0, 3));
    refused(tooLong, () -> vectors.clearPart(0, 1, 3));
    refused(tooLong, () -> bytes.clearPart(0, 1, 3));
    refused(
        "an observation has 3 values, was given 1 from value -1 on",
        () -> vectors.clearPart(0, -1, 1));
    refused(
        "an observation has 3 values, was given -1 from value 0 on",
        () -> vectors.clearPart(0, 0, -1));
    refused("row must be 0 to 0, was 1", () -> vectors.setVectorPart(1, 0, FLOATS, 0, 3));
    refused(
        "this batch takes OneHot[size=3], was given a vector or bytes",
        () -> states.clearPart(0, 0, 1));
    refused(
        "this batch takes Vector[size=3], was given bytes",
        () -> vectors.setBytesPart(0, 0, FLOATS, 0, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> vectors.setVectorPart(0, 0, FLOATS, 9, 3));
  }

  private static void refused(String sentence, Runnable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
