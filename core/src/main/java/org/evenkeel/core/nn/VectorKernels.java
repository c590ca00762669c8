package org.evenkeel.core.nn;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector kernels, on the Vector API at the machine's preferred width.
///
/// **The tile.** A product is divided into tiles of 8 rows by two vectors of columns. The 16 sums of a tile stay in
/// registers while `i` advances: one step loads two vectors of `b` and broadcasts one value of `a` for each of the 8
/// rows directly from memory, 16 fused multiply-adds for 10 loads. Lanes are columns, never steps of the sum, so each
/// output is the same chain of operations as in the scalar kernels. With 256-bit vectors there are only 16 registers,
/// hence 4 rows. Remaining rows go through tiles of four rows and of one, remaining columns through a padded copy
/// ([#partOfAVector]).
///
/// **Why it is written out.** A helper method that the compiler does not inline boxes every vector (measured: 9.5
/// instead of 115 GFLOP/s), so loads, sums and stores are written one by one. The eight row offsets are separate
/// arguments because the compiler then leaves them in the caller's stack frame and adds them from memory. Kept in a
/// table or computed here, they fill the general registers, and C2 moves array addresses into vector registers
/// (`UseFPUForSpilling`) and back at every step. Even the order of the arguments matters: with `runAt` first the kernel
/// loses a tenth of its speed to that, with `runAt` after the offsets a fifth. With `-XX:-UseFPUForSpilling`, which the
/// launcher sets, it loses nothing (docs/performance.md has the numbers and the command).
///
/// **Why there are no masked loads.** C1 inlines all of the Vector API and gives up on a method with a dozen masked
/// accesses ("out of virtual registers"). The method then stays in the slowest compiled tier forever, with every vector
/// an object (measured: 20 times slower, megabytes per step).
final class VectorKernels implements Kernels {
  /// Computes the remaining elements, which are too few to fill a vector.
  private static final ScalarKernels SCALAR = new ScalarKernels();

  static final VectorSpecies<Float> FLOATS = species(vectorBits());
  private static final int LANES = FLOATS.length();

  /// Whether tiles have 8 rows instead of 4: their 16 sums need more than the 16 registers of 256-bit machines.
  private static final boolean TALL_TILES = LANES != 8;

  /// Returns the requested vector width, 0 for the machine's own. It is read here and not in [KernelChoice], because
  /// initializing that class initializes this one, and the reverse must not happen.
  private static int vectorBits() {
    String bits = System.getProperty("evenkeel.vectorBits", "0");
    return switch (bits) {
      case "0", "128", "256", "512" -> Integer.parseInt(bits);
      default -> {
        System.getLogger(KernelChoice.class.getName())
            .log(
                System.Logger.Level.WARNING,
                "-Devenkeel.vectorBits must be 128, 256 or 512, was "
                    + bits
                    + "; using the machine's own width.");
        yield 0;
      }
    };
  }

  private static VectorSpecies<Float> species(int bits) {
    return switch (bits) {
      case 128 -> FloatVector.SPECIES_128;
      case 256 -> FloatVector.SPECIES_256;
      case 512 -> FloatVector.SPECIES_512;
      default ->
          FloatVector.SPECIES_PREFERRED.length() > 16
              ? FloatVector.SPECIES_512
              : FloatVector.SPECIES_PREFERRED;
    };
  }

  @Override
  public void product(Product p) {
    int lane = 0;
    for (; lane + 2 * LANES <= p.width; lane += 2 * LANES) {
      twoVectors(p, lane);
    }
    for (; lane + LANES <= p.width; lane += LANES) {
      oneVector(p, lane);
    }
    if (lane < p.width) {
      partOfAVector(p, lane);
    }
  }

  private static void twoVectors(Product p, int lane) {
    int[] rows = p.rows;
    int at = p.aAt;
    int done = 0;
    for (; TALL_TILES && done + 8 <= p.rowCount; done += 8) {
      int r = p.firstRow + done;
      tile8x2(
          p.runAt,
          p.a,
          at + rows[r],
          at + rows[r + 1],
          at + rows[r + 2],
          at + rows[r + 3],
          at + rows[r + 4],
          at + rows[r + 5],
          at + rows[r + 6],
          at + rows[r + 7],
          p.runs,
          p.length,
          p.step,
          p.b,
          p.bAt + lane,
          p.bStep,
          p.start,
          p.startAt + done * p.startStep + lane,
          p.startStep,
          p.floor,
          p.c,
          p.cAt + done * p.cStep + lane,
          p.cStep);
    }
    for (; done + 4 <= p.rowCount; done += 4) {
      int r = p.firstRow + done;
      tile4x2(
          p.runAt,
          p.a,
          at + rows[r],
          at + rows[r + 1],
          at + rows[r + 2],
          at + rows[r + 3],
          p.runs,
          p.length,
          p.step,
          p.b,
          p.bAt + lane,
          p.bStep,
          p.start,
          p.startAt + done * p.startStep + lane,
          p.startStep,
          p.floor,
          p.c,
          p.cAt + done * p.cStep + lane,
          p.cStep);
    }
    for (; done < p.rowCount; done++) {
      int r = p.firstRow + done;
      tile1x2(
          p.runAt,
          p.a,
          at + rows[r],
          p.runs,
          p.length,
          p.step,
          p.b,
          p.bAt + lane,
          p.bStep,
          p.start,
          p.startAt + done * p.startStep + lane,
          p.floor,
          p.c,
          p.cAt + done * p.cStep + lane);
    }
  }

  private static void oneVector(Product p, int lane) {
    int[] rows = p.rows;
    int at = p.aAt;
    int done = 0;
    for (; done + 8 <= p.rowCount; done += 8) {
      int r = p.firstRow + done;
      tile8x1(
          p.runAt,
          p.a,
          at + rows[r],
          at + rows[r + 1],
          at + rows[r + 2],
          at + rows[r + 3],
          at + rows[r + 4],
          at + rows[r + 5],
          at + rows[r + 6],
          at + rows[r + 7],
          p.runs,
          p.length,
          p.step,
          p.b,
          p.bAt + lane,
          p.bStep,
          p.start,
          p.startAt + done * p.startStep + lane,
          p.startStep,
          p.floor,
          p.c,
          p.cAt + done * p.cStep + lane,
          p.cStep);
    }
    for (; done < p.rowCount; done++) {
      int r = p.firstRow + done;
      tile1x1(
          p.runAt,
          p.a,
          at + rows[r],
          p.runs,
          p.length,
          p.step,
          p.b,
          p.bAt + lane,
          p.bStep,
          p.start,
          p.startAt + done * p.startStep + lane,
          p.floor,
          p.c,
          p.cAt + done * p.cStep + lane);
    }
  }

  /// Computes the last columns if they are fewer than a vector (the values of a few actions). A stretch of `b` is
  /// copied to a buffer where a vector can be read at each row, and results go through a separate tile. The other lanes
  /// are computed and dropped. Contiguous rows are copied as one piece, and their other lanes are the rows that follow.
  private static void partOfAVector(Product p, int lane) {
    int lanes = p.width - lane;
    int steps = p.runs * p.length;
    if (steps == 0) {
      partOfAVector(p, lane, lanes, 0, 0, 0);
    }
    int done = 0;
    for (int run = 0; run < p.runs; run++) {
      for (int from = 0; from < p.length; from += Product.STRETCH) {
        int length = Math.min(Product.STRETCH, p.length - from);
        if (p.bStep == lanes) {
          System.arraycopy(p.b, p.bAt + done * lanes + lane, p.stretch, 0, length * lanes);
        } else {
          for (int i = 0; i < length; i++) {
            System.arraycopy(p.b, p.bAt + (done + i) * p.bStep + lane, p.stretch, i * LANES, lanes);
          }
        }
        partOfAVector(p, lane, lanes, done, length, p.runAt[run] + from * p.step);
        done += length;
      }
    }
  }

  private static void partOfAVector(
      Product p, int lane, int lanes, int done, int length, int walked) {
    int[] rows = p.rows;
    int at = p.aAt + walked;
    boolean first = done == 0;
    boolean last = done + length == p.runs * p.length;
    float floor = last ? p.floor : Float.NEGATIVE_INFINITY;
    for (int r = 0; r < p.rowCount; r += 8) {
      int count = Math.min(8, p.rowCount - r);
      int startStep = startTile(p, lane, lanes, r, count, first);
      int row = p.firstRow + r;
      int end = row + count - 1;
      tile8x1(
          Product.ONE_RUN,
          p.a,
          at + rows[row],
          at + rows[Math.min(end, row + 1)],
          at + rows[Math.min(end, row + 2)],
          at + rows[Math.min(end, row + 3)],
          at + rows[Math.min(end, row + 4)],
          at + rows[Math.min(end, row + 5)],
          at + rows[Math.min(end, row + 6)],
          at + rows[Math.min(end, row + 7)],
          1,
          length,
          p.step,
          p.stretch,
          0,
          p.bStep == lanes ? lanes : LANES,
          p.tile,
          0,
          startStep,
          floor,
          p.tile,
          0,
          p.cStep == lanes ? lanes : LANES);
      if (p.cStep == lanes) {
        System.arraycopy(p.tile, 0, p.c, p.cAt + r * lanes + lane, count * lanes);
      } else {
        for (int i = 0; i < count; i++) {
          System.arraycopy(p.tile, i * LANES, p.c, p.cAt + (r + i) * p.cStep + lane, lanes);
        }
      }
    }
  }

  /// Copies the start values of up to 8 rows to the tile and returns their stride there.
  private static int startTile(Product p, int lane, int lanes, int r, int count, boolean first) {
    float[] from = first ? p.start : p.c;
    int step = first ? p.startStep : p.cStep;
    int at = (first ? p.startAt : p.cAt) + r * step + lane;
    if (step == 0) {
      System.arraycopy(from, at, p.tile, 0, lanes);
      return 0;
    }
    if (step == lanes) {
      System.arraycopy(from, at, p.tile, 0, count * lanes);
      return lanes;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(from, at + i * step, p.tile, i * LANES, lanes);
    }
    return LANES;
  }

  private static void tile8x2(
      int[] runAt,
      float[] a,
      int a0,
      int a1,
      int a2,
      int a3,
      int a4,
      int a5,
      int a6,
      int a7,
      int runs,
      int length,
      int step,
      float[] b,
      int bAt,
      int bStep,
      float[] start,
      int startAt,
      int startStep,
      float floor,
      float[] c,
      int cAt,
      int cStep) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, start, startAt);
    FloatVector y0 = FloatVector.fromArray(FLOATS, start, startAt + LANES);
    FloatVector x1 = FloatVector.fromArray(FLOATS, start, startAt + startStep);
    FloatVector y1 = FloatVector.fromArray(FLOATS, start, startAt + startStep + LANES);
    FloatVector x2 = FloatVector.fromArray(FLOATS, start, startAt + 2 * startStep);
    FloatVector y2 = FloatVector.fromArray(FLOATS, start, startAt + 2 * startStep + LANES);
    FloatVector x3 = FloatVector.fromArray(FLOATS, start, startAt + 3 * startStep);
    FloatVector y3 = FloatVector.fromArray(FLOATS, start, startAt + 3 * startStep + LANES);
    FloatVector x4 = FloatVector.fromArray(FLOATS, start, startAt + 4 * startStep);
    FloatVector y4 = FloatVector.fromArray(FLOATS, start, startAt + 4 * startStep + LANES);
    FloatVector x5 = FloatVector.fromArray(FLOATS, start, startAt + 5 * startStep);
    FloatVector y5 = FloatVector.fromArray(FLOATS, start, startAt + 5 * startStep + LANES);
    FloatVector x6 = FloatVector.fromArray(FLOATS, start, startAt + 6 * startStep);
    FloatVector y6 = FloatVector.fromArray(FLOATS, start, startAt + 6 * startStep + LANES);
    FloatVector x7 = FloatVector.fromArray(FLOATS, start, startAt + 7 * startStep);
    FloatVector y7 = FloatVector.fromArray(FLOATS, start, startAt + 7 * startStep + LANES);
    for (int run = 0; run < runs; run++) {
      int i = runAt[run];
      for (int j = 0; j < length; j++) {
        FloatVector u = FloatVector.fromArray(FLOATS, b, bAt);
        FloatVector w = FloatVector.fromArray(FLOATS, b, bAt + LANES);
        FloatVector t = FloatVector.broadcast(FLOATS, a[a0 + i]);
        x0 = t.fma(u, x0);
        y0 = t.fma(w, y0);
        t = FloatVector.broadcast(FLOATS, a[a1 + i]);
        x1 = t.fma(u, x1);
        y1 = t.fma(w, y1);
        t = FloatVector.broadcast(FLOATS, a[a2 + i]);
        x2 = t.fma(u, x2);
        y2 = t.fma(w, y2);
        t = FloatVector.broadcast(FLOATS, a[a3 + i]);
        x3 = t.fma(u, x3);
        y3 = t.fma(w, y3);
        t = FloatVector.broadcast(FLOATS, a[a4 + i]);
        x4 = t.fma(u, x4);
        y4 = t.fma(w, y4);
        t = FloatVector.broadcast(FLOATS, a[a5 + i]);
        x5 = t.fma(u, x5);
        y5 = t.fma(w, y5);
        t = FloatVector.broadcast(FLOATS, a[a6 + i]);
        x6 = t.fma(u, x6);
        y6 = t.fma(w, y6);
        t = FloatVector.broadcast(FLOATS, a[a7 + i]);
        x7 = t.fma(u, x7);
        y7 = t.fma(w, y7);
        bAt += bStep;
        i += step;
      }
    }
    FloatVector f = FloatVector.broadcast(FLOATS, floor);
    x0.blend(f, x0.compare(VectorOperators.LT, f)).intoArray(c, cAt);
    y0.blend(f, y0.compare(VectorOperators.LT, f)).intoArray(c, cAt + LANES);
    x1.blend(f, x1.compare(VectorOperators.LT, f)).intoArray(c, cAt + cStep);
    y1.blend(f, y1.compare(VectorOperators.LT, f)).intoArray(c, cAt + cStep + LANES);
    x2.blend(f, x2.compare(VectorOperators.LT, f)).intoArray(c, cAt + 2 * cStep);
    y2.blend(f, y2.compare(VectorOperators.LT, f)).intoArray(c, cAt + 2 * cStep + LANES);
    x3.blend(f, x3.compare(VectorOperators.LT, f)).intoArray(c, cAt + 3 * cStep);
    y3.blend(f, y3.compare(VectorOperators.LT, f)).intoArray(c, cAt + 3 * cStep + LANES);
    x4.blend(f, x4.compare(VectorOperators.LT, f)).intoArray(c, cAt + 4 * cStep);
    y4.blend(f, y4.compare(VectorOperators.LT, f)).intoArray(c, cAt + 4 * cStep + LANES);
    x5.blend(f, x5.compare(VectorOperators.LT, f)).intoArray(c, cAt + 5 * cStep);
    y5.blend(f, y5.compare(VectorOperators.LT, f)).intoArray(c, cAt + 5 * cStep + LANES);
    x6.blend(f, x6.compare(VectorOperators.LT, f)).intoArray(c, cAt + 6 * cStep);
    y6.blend(f, y6.compare(VectorOperators.LT, f)).intoArray(c, cAt + 6 * cStep + LANES);
    x7.blend(f, x7.compare(VectorOperators.LT, f)).intoArray(c, cAt + 7 * cStep);
    y7.blend(f, y7.compare(VectorOperators.LT, f)).intoArray(c, cAt + 7 * cStep + LANES);
  }

  private static void tile4x2(
      int[] runAt,
      float[] a,
      int a0,
      int a1,
      int a2,
      int a3,
      int runs,
      int length,
      int step,
      float[] b,
      int bAt,
      int bStep,
      float[] start,
      int startAt,
      int startStep,
      float floor,
      float[] c,
      int cAt,
      int cStep) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, start, startAt);
    FloatVector y0 = FloatVector.fromArray(FLOATS, start, startAt + LANES);
    FloatVector x1 = FloatVector.fromArray(FLOATS, start, startAt + startStep);
    FloatVector y1 = FloatVector.fromArray(FLOATS, start, startAt + startStep + LANES);
    FloatVector x2 = FloatVector.fromArray(FLOATS, start, startAt + 2 * startStep);
    FloatVector y2 = FloatVector.fromArray(FLOATS, start, startAt + 2 * startStep + LANES);
    FloatVector x3 = FloatVector.fromArray(FLOATS, start, startAt + 3 * startStep);
    FloatVector y3 = FloatVector.fromArray(FLOATS, start, startAt + 3 * startStep + LANES);
    for (int run = 0; run < runs; run++) {
      int i = runAt[run];
      for (int j = 0; j < length; j++) {
        FloatVector u = FloatVector.fromArray(FLOATS, b, bAt);
        FloatVector w = FloatVector.fromArray(FLOATS, b, bAt + LANES);
        FloatVector t = FloatVector.broadcast(FLOATS, a[a0 + i]);
        x0 = t.fma(u, x0);
        y0 = t.fma(w, y0);
        t = FloatVector.broadcast(FLOATS, a[a1 + i]);
        x1 = t.fma(u, x1);
        y1 = t.fma(w, y1);
        t = FloatVector.broadcast(FLOATS, a[a2 + i]);
        x2 = t.fma(u, x2);
        y2 = t.fma(w, y2);
        t = FloatVector.broadcast(FLOATS, a[a3 + i]);
        x3 = t.fma(u, x3);
        y3 = t.fma(w, y3);
        bAt += bStep;
        i += step;
      }
    }
    FloatVector f = FloatVector.broadcast(FLOATS, floor);
    x0.blend(f, x0.compare(VectorOperators.LT, f)).intoArray(c, cAt);
    y0.blend(f, y0.compare(VectorOperators.LT, f)).intoArray(c, cAt + LANES);
    x1.blend(f, x1.compare(VectorOperators.LT, f)).intoArray(c, cAt + cStep);
    y1.blend(f, y1.compare(VectorOperators.LT, f)).intoArray(c, cAt + cStep + LANES);
    x2.blend(f, x2.compare(VectorOperators.LT, f)).intoArray(c, cAt + 2 * cStep);
    y2.blend(f, y2.compare(VectorOperators.LT, f)).intoArray(c, cAt + 2 * cStep + LANES);
    x3.blend(f, x3.compare(VectorOperators.LT, f)).intoArray(c, cAt + 3 * cStep);
    y3.blend(f, y3.compare(VectorOperators.LT, f)).intoArray(c, cAt + 3 * cStep + LANES);
  }

  private static void tile1x2(
      int[] runAt,
      float[] a,
      int a0,
      int runs,
      int length,
      int step,
      float[] b,
      int bAt,
      int bStep,
      float[] start,
      int startAt,
      float floor,
      float[] c,
      int cAt) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, start, startAt);
    FloatVector y0 = FloatVector.fromArray(FLOATS, start, startAt + LANES);
    for (int run = 0; run < runs; run++) {
      int i = runAt[run];
      for (int j = 0; j < length; j++) {
        FloatVector u = FloatVector.fromArray(FLOATS, b, bAt);
        FloatVector w = FloatVector.fromArray(FLOATS, b, bAt + LANES);
        FloatVector t = FloatVector.broadcast(FLOATS, a[a0 + i]);
        x0 = t.fma(u, x0);
        y0 = t.fma(w, y0);
        bAt += bStep;
        i += step;
      }
    }
    FloatVector f = FloatVector.broadcast(FLOATS, floor);
    x0.blend(f, x0.compare(VectorOperators.LT, f)).intoArray(c, cAt);
    y0.blend(f, y0.compare(VectorOperators.LT, f)).intoArray(c, cAt + LANES);
  }

  private static void tile8x1(
      int[] runAt,
      float[] a,
      int a0,
      int a1,
      int a2,
      int a3,
      int a4,
      int a5,
      int a6,
      int a7,
      int runs,
      int length,
      int step,
      float[] b,
      int bAt,
      int bStep,
      float[] start,
      int startAt,
      int startStep,
      float floor,
      float[] c,
      int cAt,
      int cStep) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, start, startAt);
    FloatVector x1 = FloatVector.fromArray(FLOATS, start, startAt + startStep);
    FloatVector x2 = FloatVector.fromArray(FLOATS, start, startAt + 2 * startStep);
    FloatVector x3 = FloatVector.fromArray(FLOATS, start, startAt + 3 * startStep);
    FloatVector x4 = FloatVector.fromArray(FLOATS, start, startAt + 4 * startStep);
    FloatVector x5 = FloatVector.fromArray(FLOATS, start, startAt + 5 * startStep);
    FloatVector x6 = FloatVector.fromArray(FLOATS, start, startAt + 6 * startStep);
    FloatVector x7 = FloatVector.fromArray(FLOATS, start, startAt + 7 * startStep);
    for (int run = 0; run < runs; run++) {
      int i = runAt[run];
      for (int j = 0; j < length; j++) {
        FloatVector u = FloatVector.fromArray(FLOATS, b, bAt);
        FloatVector t = FloatVector.broadcast(FLOATS, a[a0 + i]);
        x0 = t.fma(u, x0);
        t = FloatVector.broadcast(FLOATS, a[a1 + i]);
        x1 = t.fma(u, x1);
        t = FloatVector.broadcast(FLOATS, a[a2 + i]);
        x2 = t.fma(u, x2);
        t = FloatVector.broadcast(FLOATS, a[a3 + i]);
        x3 = t.fma(u, x3);
        t = FloatVector.broadcast(FLOATS, a[a4 + i]);
        x4 = t.fma(u, x4);
        t = FloatVector.broadcast(FLOATS, a[a5 + i]);
        x5 = t.fma(u, x5);
        t = FloatVector.broadcast(FLOATS, a[a6 + i]);
        x6 = t.fma(u, x6);
        t = FloatVector.broadcast(FLOATS, a[a7 + i]);
        x7 = t.fma(u, x7);
        bAt += bStep;
        i += step;
      }
    }
    FloatVector f = FloatVector.broadcast(FLOATS, floor);
    x0.blend(f, x0.compare(VectorOperators.LT, f)).intoArray(c, cAt);
    x1.blend(f, x1.compare(VectorOperators.LT, f)).intoArray(c, cAt + cStep);
    x2.blend(f, x2.compare(VectorOperators.LT, f)).intoArray(c, cAt + 2 * cStep);
    x3.blend(f, x3.compare(VectorOperators.LT, f)).intoArray(c, cAt + 3 * cStep);
    x4.blend(f, x4.compare(VectorOperators.LT, f)).intoArray(c, cAt + 4 * cStep);
    x5.blend(f, x5.compare(VectorOperators.LT, f)).intoArray(c, cAt + 5 * cStep);
    x6.blend(f, x6.compare(VectorOperators.LT, f)).intoArray(c, cAt + 6 * cStep);
    x7.blend(f, x7.compare(VectorOperators.LT, f)).intoArray(c, cAt + 7 * cStep);
  }

  private static void tile1x1(
      int[] runAt,
      float[] a,
      int a0,
      int runs,
      int length,
      int step,
      float[] b,
      int bAt,
      int bStep,
      float[] start,
      int startAt,
      float floor,
      float[] c,
      int cAt) {
    FloatVector x0 = FloatVector.fromArray(FLOATS, start, startAt);
    for (int run = 0; run < runs; run++) {
      int i = runAt[run];
      for (int j = 0; j < length; j++) {
        FloatVector u = FloatVector.fromArray(FLOATS, b, bAt);
        FloatVector t = FloatVector.broadcast(FLOATS, a[a0 + i]);
        x0 = t.fma(u, x0);
        bAt += bStep;
        i += step;
      }
    }
    FloatVector f = FloatVector.broadcast(FLOATS, floor);
    x0.blend(f, x0.compare(VectorOperators.LT, f)).intoArray(c, cAt);
  }

  @Override
  public void sumRows(
      SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt) {
    int lane = 0;
    for (; lane + LANES <= width; lane += LANES) {
      sumVectors(rows, w, wAt + lane, width, edge, y, yAt + lane, lane);
    }
    for (; lane < width; lane++) {
      for (int r = 0; r < rows.count; r++) {
        float sum = edge.bias[edge.biasAt + lane];
        int list = rows.from + r * rows.step;
        for (int j = rows.starts[list]; j < rows.starts[list + 1]; j++) {
          sum += w[wAt + rows.indices[j] * width + lane];
        }
        y[yAt + r * edge.yStep + lane] = sum < edge.floor ? edge.floor : sum;
      }
    }
  }

  private static void sumVectors(
      SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt, int lane) {
    int[] starts = rows.starts;
    int[] indices = rows.indices;
    int from = rows.from;
    int count = rows.count;
    int lists = rows.step;
    int step = edge.yStep;
    FloatVector bias = FloatVector.fromArray(FLOATS, edge.bias, edge.biasAt + lane);
    FloatVector floor = FloatVector.broadcast(FLOATS, edge.floor);
    for (int r = 0; r < count; r++) {
      FloatVector sum = bias;
      int end = starts[from + r * lists + 1];
      for (int j = starts[from + r * lists]; j < end; j++) {
        sum = sum.add(FloatVector.fromArray(FLOATS, w, wAt + indices[j] * width));
      }
      sum.blend(floor, sum.compare(VectorOperators.LT, floor)).intoArray(y, yAt + r * step);
    }
  }

  @Override
  public void addToRows(
      SparseRows rows, float[] g, int gAt, int gStep, int width, float[] w, int wAt) {
    int lane = 0;
    for (; lane + LANES <= width; lane += LANES) {
      addVectors(rows, g, gAt + lane, gStep, w, wAt + lane, width);
    }
    for (; lane < width; lane++) {
      for (int r = 0; r < rows.count; r++) {
        float gradient = g[gAt + r * gStep + lane];
        int list = rows.from + r * rows.step;
        for (int j = rows.starts[list]; j < rows.starts[list + 1]; j++) {
          w[wAt + rows.indices[j] * width + lane] += gradient;
        }
      }
    }
  }

  private static void addVectors(
      SparseRows rows, float[] g, int gAt, int gStep, float[] w, int wAt, int width) {
    int[] starts = rows.starts;
    int[] indices = rows.indices;
    int from = rows.from;
    int count = rows.count;
    int lists = rows.step;
    for (int r = 0; r < count; r++) {
      FloatVector gradient = FloatVector.fromArray(FLOATS, g, gAt + r * gStep);
      int end = starts[from + r * lists + 1];
      for (int j = starts[from + r * lists]; j < end; j++) {
        int at = wAt + indices[j] * width;
        FloatVector.fromArray(FLOATS, w, at).add(gradient).intoArray(w, at);
      }
    }
  }

  @Override
  public void scatterRows(
      float[] g, int gStep, int width, int[] rows, int count, float[] c, int cAt) {
    // Rows in the outer loop: if patches overlap, an element must receive its sums in the order of
    // the rows.
    for (int r = 0; r < count; r++) {
      int at = cAt + rows[r];
      int from = r * gStep;
      int lane = 0;
      for (; lane + LANES <= width; lane += LANES) {
        FloatVector sum = FloatVector.fromArray(FLOATS, c, at + lane);
        sum.add(FloatVector.fromArray(FLOATS, g, from + lane)).intoArray(c, at + lane);
      }
      for (; lane < width; lane++) {
        c[at + lane] += g[from + lane];
      }
    }
  }

  @Override
  public void keepPositive(float[] x, int xAt, float[] g, int gAt, int count) {
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      VectorMask<Float> positive =
          FloatVector.fromArray(FLOATS, x, xAt + i).compare(VectorOperators.GT, 0f);
      FloatVector.zero(FLOATS)
          .blend(FloatVector.fromArray(FLOATS, g, gAt + i), positive)
          .intoArray(g, gAt + i);
    }
    for (; i < count; i++) {
      if (!(x[xAt + i] > 0)) {
        g[gAt + i] = 0;
      }
    }
  }

  @Override
  public void adam(AdamStep s, float[] w, float[] g, float[] m, float[] v, int from, int to) {
    SCALAR.adam(s, w, g, m, v, VectorAdam.step(s, w, g, m, v, from, to), to);
  }

  @Override
  public String description() {
    return "vector " + FLOATS.vectorBitSize() + " bit";
  }
}
