package org.evenkeel.core.nn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.evenkeel.core.nn.SafeTensors.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SafeTensorsTest {
  private static final String FLOATS = "\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]";

  private final Path directory;

  SafeTensorsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  // The oracle: a file that the Python library wrote, and what it says about it.

  @Test
  void readsTheOracleAsTheLibraryDescribesIt() throws IOException {
    SafeTensors sample = parse(resource("sample.safetensors"));
    assertEquals(
        Map.of(
            "format", "pt", "algorithm", "averaged-dqn", "k", "10", "note", "a \"quoted\" word, é"),
        sample.metadata());
    assertEquals(List.of("algorithm", "format", "k", "note"), keys(sample.metadata()));
    List<String> names =
        List.of(
            "steps", "double", "conv.bias", "conv.weight", "empty", "scalar", "special", "bytes");
    assertEquals(names, List.copyOf(sample.names()));
    String oracle = new String(resource("sample.safetensors.json"), UTF_8).replaceAll("\\s", "");
    for (String name : names) {
      Tensor tensor = sample.tensor(name);
      String shape = tensor.shape().toString().replace(" ", "");
      String start =
          "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"values\":["
              .formatted(name, tensor.type(), shape);
      int at = oracle.indexOf(start);
      assertTrue(at >= 0, start);
      String values =
          oracle.substring(at + start.length(), oracle.indexOf(']', at + start.length()));
      assertEquals(values.replace("\"", ""), String.join(",", values(tensor)), name);
    }
  }

  /// The values as the oracle prints them: those of Python's `repr`, floats widened to double.
  private static List<String> values(Tensor tensor) {
    ByteBuffer data = tensor.data();
    Stream<Object> values =
        switch (tensor.type()) {
          case F32 -> Stream.generate(() -> (double) data.getFloat());
          case F64 -> Stream.generate(data::getDouble);
          case I64 -> Stream.generate(data::getLong);
          case U8 -> Stream.generate(data::get);
          default -> throw new AssertionError(tensor.type());
        };
    return values
        .limit(data.remaining() * 8L / tensor.type().bits())
        .map(SafeTensorsTest::python)
        .toList();
  }

  private static String python(Object value) {
    String text = value.toString().replace("Infinity", "inf");
    // Java writes 1.0E-45 where Python writes 1e-45, and turns to exponents earlier.
    return value instanceof Double number && Double.isFinite(number) && text.contains("E")
        ? text.replace(".0E", "E").replaceAll("E(\\d)", "e+$1").replace('E', 'e')
        : text;
  }

  @Test
  void writesTheOracleBackWithOnlyItsMetadataSorted() throws IOException {
    byte[] original = resource("sample.safetensors");
    String expected =
        latin(original)
            .replace(
                "{\"format\":\"pt\",\"algorithm\":\"averaged-dqn\",",
                "{\"algorithm\":\"averaged-dqn\",\"format\":\"pt\",");
    assertEquals(expected, latin(written(parse(original))));
  }

  // Round trips.

  @ParameterizedTest
  @EnumSource
  void everyTypeSurvivesARoundTripBitForBit(SafeTensors.Type type) throws IOException {
    byte[] data = new byte[24 * type.bits() / 8];
    new SplittableRandom(1).nextBytes(data);
    Tensor tensor = new Tensor(type, List.of(2L, 3L, 4L), ByteBuffer.wrap(data));
    SafeTensors copy = parse(written(SafeTensors.builder().tensor("t", tensor).build()));
    assertEquals(tensor, copy.tensor("t"));
    assertEquals(ByteOrder.LITTLE_ENDIAN, copy.tensor("t").data().order());
  }

  @Test
  void nanPayloadsInfinitiesAndSignedZerosAreKept() throws IOException {
    int[] bits = {0x7f800001, 0xffc12345, 0x7fc00000, 0x7f800000, 0xff800000, 0x80000000, 1};
    ByteBuffer data = ByteBuffer.allocate(4 * bits.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asIntBuffer().put(bits);
    Tensor tensor = new Tensor(SafeTensors.Type.F32, List.of((long) bits.length), data);
    Tensor copy = parse(written(SafeTensors.builder().tensor("t", tensor).build())).tensor("t");
    int[] read = new int[bits.length];
    copy.data().asIntBuffer().get(read);
    assertArrayEquals(bits, read);
    float[] floats = copy.floats();
    Arrays.setAll(read, i -> Float.floatToRawIntBits(floats[i]));
    assertArrayEquals(bits, read);
    Tensor again = Tensor.of(floats, floats.length);
    assertEquals(tensor, again);
  }

  @Test
  void awkwardNamesAndMetadataSurvive() throws IOException {
    String awkward = "\"\\/\b\f\n\r\t\u0000\u001f\u007f é \uffff \ud83d\ude00 ' {}[],:";
    SafeTensors set =
        SafeTensors.builder()
            .metadata(awkward, awkward)
            .metadata("", "")
            .tensor(awkward, Tensor.of(new float[] {1}, 1))
            .tensor("", Tensor.of(new float[] {2}))
            .build();
    SafeTensors copy = parse(written(set));
    assertEquals(set.metadata(), copy.metadata());
    assertEquals(List.copyOf(set.names()), List.copyOf(copy.names()));
    assertEquals(set.tensor(awkward), copy.tensor(awkward));
    assertEquals(List.of(), copy.tensor("").shape());
  }

  @Test
  void theBytesDoNotDependOnTheOrderOfTheCalls() throws IOException {
    Tensor tensor = Tensor.of(new float[] {1, 2}, 2);
    Tensor bytes = new Tensor(SafeTensors.Type.U8, List.of(1L), ByteBuffer.allocate(1));
    Tensor longs = new Tensor(SafeTensors.Type.I64, List.of(1L), ByteBuffer.allocate(8));
    String beyond = "\ud83d\ude00";
    SafeTensors.Builder one = SafeTensors.builder().metadata("b", "2").metadata("a", "1");
    one.tensor("a", bytes).tensor(beyond, tensor).tensor("\uffff", tensor).tensor("z", longs);
    SafeTensors.Builder two = SafeTensors.builder().metadata("a", "1").metadata("b", "2");
    two.tensor("z", longs).tensor("\uffff", tensor).tensor(beyond, tensor).tensor("a", bytes);
    assertArrayEquals(written(one.build()), written(two.build()));
    assertEquals(List.of("z", "\uffff", beyond, "a"), List.copyOf(one.build().names()));
  }

  @Test
  void anEmptySetIsTheLibrarysSixteenBytes() throws IOException {
    byte[] bytes = written(SafeTensors.builder().build());
    assertEquals("\b\0\0\0\0\0\0\0{}      ", latin(bytes));
    assertEquals(0, parse(bytes).names().size());
  }

  @Test
  void theDataOfAWrittenFileAreAligned() throws IOException {
    for (int length = 1; length <= 9; length++) {
      byte[] bytes =
          written(
              SafeTensors.builder().tensor("n".repeat(length), Tensor.of(new float[1], 1)).build());
      assertEquals(4, bytes.length % 8, "a name of length " + length);
    }
  }

  // Reading.

  @Test
  void floatsOfHalfTheBitsAreExactAndDoublesAreRounded() {
    assertArrayEquals(
        new float[] {1f, -2f, 65504f, 0x1p-24f, Float.POSITIVE_INFINITY},
        shorts(SafeTensors.Type.F16, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00).floats());
    assertArrayEquals(
        new float[] {1f, -3.140625f, Float.NEGATIVE_INFINITY},
        shorts(SafeTensors.Type.BF16, 0x3f80, 0xc049, 0xff80).floats());
    ByteBuffer doubles = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    doubles.putDouble(0.1).putDouble(1e300).flip();
    assertArrayEquals(
        new float[] {0.1f, Float.POSITIVE_INFINITY},
        new Tensor(SafeTensors.Type.F64, List.of(2L), doubles).floats());
  }

  @Test
  void offsetsCountAndNotTheOrderOfNames() throws IOException {
    String header =
        """
        {"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]},
         "none":{"dtype":"F32","shape":[0],"data_offsets":[2,2]},
         "a":{"data_offsets":[0,2],"shape":[ 2 ],"dtype":"\\u0055\\u0038"}}
        \t\
        """;
    SafeTensors set = parse(file(header, 7, 8, 9));
    assertEquals(9, set.tensor("b").data().get());
    assertEquals(ByteBuffer.wrap(new byte[] {7, 8}), set.tensor("a").data());
  }

  @Test
  void parsingTakesTheBytesBetweenPositionAndLimitAndMovesNeither() throws IOException {
    byte[] sample = resource("sample.safetensors");
    ByteBuffer buffer = ByteBuffer.allocateDirect(sample.length + 7);
    buffer.position(3).put(sample).flip().position(3);
    SafeTensors set = SafeTensors.parse(buffer, "buffer");
    assertEquals(1.5f, set.tensor("scalar").floats()[0]);
    assertEquals(3, buffer.position());
  }

  @Test
  void theViewsOfATensorAreReadOnlyAndIndependent() {
    Tensor tensor = Tensor.of(new float[] {1, 2}, 2);
    assertEquals(1f, tensor.data().getFloat());
    assertEquals(1f, tensor.data().getFloat());
    assertThrows(ReadOnlyBufferException.class, () -> tensor.data().putFloat(0));
    float[] values = {3};
    Tensor copy = Tensor.of(values, 1);
    values[0] = 4;
    assertArrayEquals(new float[] {3}, copy.floats());
  }

  // Refusals.

  static Stream<Arguments> malformedFiles() {
    return Stream.of(
        malformed(new byte[0], "must have 8 bytes for the header's length, but has 0"),
        malformed(new byte[7], "must have 8 bytes for the header's length, but has 7"),
        malformed(
            length(3),
            "is not a safetensors file, or is cut short: its header has 3 bytes, but only 0 bytes follow its length"),
        malformed(
            length(100_000_001),
            "is not a safetensors file: its header would have 100000001 bytes, but at most 100000000 are allowed"),
        malformed(
            length(-1),
            "is not a safetensors file: its header would have 18446744073709551615 bytes, but at most 100000000 are allowed"),
        malformed("", "the header must have '{' at character 0, but ends"),
        malformed(" {}", "the header must have '{' at character 0, but has ' '"),
        malformed("[]", "the header must have '{' at character 0, but has '['"),
        malformed("{", "the header must have a string at character 1, but ends"),
        malformed("{}x", "the header must have nothing at character 2, but has 'x'"),
        malformed("{}\0", "the header must have nothing at character 2, but has '\\u0000'"),
        malformed("{a", "the header must have a string at character 1, but has 'a'"),
        malformed("{\"a", "the header must have the end of a string at character 3, but ends"),
        malformed("{\"a\" 1}", "the header must have ':' at character 5, but has '1'"),
        malformed("{\"a\":1}", "the header must have '{' at character 5, but has '1'"),
        malformed("{\"a\":null}", "the header must have '{' at character 5, but has 'n'"),
        malformed(
            "{\"a\":" + "[".repeat(100_000),
            "the header must have '{' at character 5, but has '['"),
        malformed(
            "{\"a\":".repeat(100_000),
            "tensor 'a' may have dtype, shape and data_offsets, but has 'a'"),
        malformed(
            "{\"a\":{\"shape\":[[",
            "the header must have a whole number at character 15, but has '['"),
        malformed(
            "{\"a\":{" + FLOATS + "},}",
            "the header must have a string at character 55, but has '}'"),
        malformed(
            "{\"a\":{" + FLOATS + "}", "the header must have ',' or '}' at character 54, but ends"),
        malformed(latinFile("{\"\u00ff\":{}}"), "has a header that is not UTF-8"),
        malformed(latinFile("{\"\u00ed\u00a0\u0080\":{}}"), "has a header that is not UTF-8"),
        malformed(
            "{\"\\x\":{}}",
            "the header must have one of \"\\/bfnrtu after a backslash at character 3, but has 'x'"),
        malformed(
            "{\"\\",
            "the header must have one of \"\\/bfnrtu after a backslash at character 3, but ends"),
        malformed(
            "{\"\\u12g4\":{}}",
            "the header must have 4 hexadecimal digits after \\u at character 6, but has 'g'"),
        malformed(
            "{\"\\u1",
            "the header must have 4 hexadecimal digits after \\u at character 5, but ends"),
        malformed(
            "{\"\\u١١١١\":{}}",
            "the header must have 4 hexadecimal digits after \\u at character 4, but has '١'"),
        malformed("{\"\\ud800\":{}}", "the string at character 2 has half of a surrogate pair"),
        malformed(
            "{\"\\ude00\\ud83d\":{}}", "the string at character 2 has half of a surrogate pair"),
        malformed(
            "{\"a\nb\":{}}",
            "the header must have a string without control characters at character 3, but has"
                + " '\\u000a'"),
        malformed(
            "{\"a\":{" + FLOATS + "},\"\\u0061\":{" + FLOATS + "}}", "the header has 'a' twice"),
        malformed("{\"a\":{\"shape\":[],\"shape\":[]}}", "tensor 'a' has 'shape' twice"),
        malformed("{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}}", "__metadata__ has 'k' twice"),
        malformed(
            "{\"__metadata__\":{},\"__metadata__\":{}}", "the header has '__metadata__' twice"),
        malformed(
            "{\"__metadata__\":{\"k\":10}}",
            "the header must have a string at character 21, but has '1'"),
        malformed(
            "{\"__metadata__\":\"k\"}", "the header must have '{' at character 16, but has '\"'"),
        malformed("{\"a\":{}}", "tensor 'a' must have dtype, shape and data_offsets, but has none"),
        malformed(
            "{\"a\":{\"shape\":[],\"dtype\":\"F32\"}}",
            "tensor 'a' must have dtype, shape and data_offsets, but has only shape, dtype"),
        malformed(
            "{\"a\":{" + FLOATS + ",\"strides\":[1]}}",
            "tensor 'a' may have dtype, shape and data_offsets, but has 'strides'"),
        malformed(
            tensor("f32", "3", "0,12"),
            "dtype of tensor 'a' must be one of "
                + Arrays.toString(SafeTensors.Type.values())
                + ", but is 'f32'"),
        malformed(
            tensor("F32", "-3", "0,12"),
            "shape of tensor 'a' must be whole numbers, 0 or more, without leading zeros, but has"
                + " -3"),
        malformed(
            tensor("F32", "3.0", "0,12"),
            "shape of tensor 'a' must be whole numbers, 0 or more, without leading zeros, but has"
                + " 3.0"),
        malformed(
            tensor("F32", "03", "0,12"),
            "shape of tensor 'a' must be whole numbers, 0 or more, without leading zeros, but has"
                + " 03"),
        malformed(
            tensor("F32", "3", "0,1.2e1"),
            "data_offsets of tensor 'a' must be whole numbers, 0 or more, without leading zeros,"
                + " but has 1.2e1"),
        malformed(
            tensor("F32", "9223372036854775808", "0,12"),
            "shape of tensor 'a' must be at most 2^63 - 1, but has 9223372036854775808"),
        malformed(
            tensor("F32", "9".repeat(90), "0,12"),
            "shape of tensor 'a' must be at most 2^63 - 1, but has " + "9".repeat(60) + "..."),
        malformed(
            tensor("F32", "3", "12"),
            "data_offsets of tensor 'a' must be 2 numbers, but there are 1"),
        malformed(
            tensor("F32", "3", "0,8,12"),
            "data_offsets of tensor 'a' must be 2 numbers, but there are 3"),
        malformed(
            tensor("F32", "4294967296,4294967296", "0,12"),
            "tensor 'a' has offsets [0, 12], but shape [4294967296, 4294967296] of F32 is too large"
                + " for any file"),
        malformed(
            tensor("F4", "3", "0,2"),
            "tensor 'a' has offsets [0, 2], but shape [3] of F4 is not a whole number of bytes"),
        malformed(
            tensor("F32", "3,4", "0,40"),
            "tensor 'a' has offsets [0, 40], but shape [3, 4] of F32 needs 48 bytes"),
        malformed(
            tensor("F32", "3", "12,0"),
            "tensor 'a' has offsets [12, 0], which end before they begin"),
        malformed(
            tensor("U8", "13", "0,13"),
            "tensor 'a' has offsets [0, 13], but the file has only 12 bytes of data"),
        malformed(
            tensor("U8", "1", "9223372036854775806,9223372036854775807"),
            "tensor 'a' has offsets [9223372036854775806, 9223372036854775807], but the file has"
                + " only 12 bytes of data"),
        malformed(
            tensor("U8", "8", "4,12"),
            "tensor 'a' begins at byte 4 of the data, but bytes 0 to 4 belong to no tensor"),
        malformed(
            two("0,4", "8,12"),
            "tensor 'b' begins at byte 8 of the data, but bytes 4 to 8 belong to no tensor"),
        malformed(
            two("2,6", "0,4"),
            "tensor 'a' begins at byte 2 of the data, but tensor 'b' ends only at byte 4"),
        malformed(
            two("0,4", "0,4"),
            "tensor 'b' begins at byte 0 of the data, but tensor 'a' ends only at byte 4"),
        malformed(two("0,4", "4,8"), "has 12 bytes of data, but the tensors end at byte 8"),
        malformed("{}", "has 12 bytes of data, but the tensors end at byte 0"),
        malformed(
            "{\"" + "n".repeat(99) + "\":{}}",
            "tensor '"
                + "n".repeat(60)
                + "...' must have dtype, shape and data_offsets, but has none"));
  }

  @ParameterizedTest
  @MethodSource("malformedFiles")
  void aMalformedFileIsRefusedInASentence(byte[] bytes, String sentence) {
    assertMessage(IOException.class, "x.safetensors: " + sentence, () -> parse(bytes));
  }

  /// Chance finds what no list names; a flip inside the data is no error at all.
  @Test
  void damageNeverCausesAnythingButAnIoException() throws IOException {
    byte[] sample = resource("sample.safetensors");
    SplittableRandom random = new SplittableRandom(20_240_607);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = damaged(sample, random);
      try {
        SafeTensors set = parse(damaged);
        for (String name : set.names()) {
          assertTrue(set.tensor(name).data().remaining() <= damaged.length);
        }
      } catch (IOException e) {
        refused++;
        String message = Objects.requireNonNull(e.getMessage());
        assertTrue(message.startsWith("x.safetensors: "), message);
        assertTrue(message.length() < 400 && !message.contains("\n"), message);
      }
    }
    assertTrue(refused > 10_000, "only " + refused + " were refused");
  }

  /// Flips, copies or swaps in bytes that mean something in JSON, or cuts the end off.
  private static byte[] damaged(byte[] sample, SplittableRandom random) {
    byte[] bytes = sample.clone();
    byte[] tokens = "{}[]\",:\\u0123456789-.eE \n".getBytes(UTF_8);
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = tokens[random.nextInt(tokens.length)];
        case 2 -> bytes[random.nextInt(8)] = (byte) random.nextInt(256);
        case 3 -> bytes[at] = bytes[random.nextInt(bytes.length)];
        default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
      }
      if (bytes.length < 8) {
        return bytes;
      }
    }
    return bytes;
  }

  @Test
  void everyTruncationIsRefused() throws IOException {
    byte[] sample = resource("sample.safetensors");
    for (int length = 0; length < sample.length; length++) {
      byte[] truncated = Arrays.copyOf(sample, length);
      assertThrows(IOException.class, () -> parse(truncated), "of length " + length);
    }
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws IOException {
    Path none = directory.resolve("none");
    assertMessage(
        NoSuchFileException.class, none + ": file does not exist", () -> SafeTensors.read(none));
    assertMessage(
        IOException.class,
        directory + ": is not a regular file",
        () -> SafeTensors.read(directory));
    Path empty = Files.createFile(directory.resolve("empty"));
    assertMessage(
        IOException.class,
        empty + ": must have 8 bytes for the header's length, but has 0",
        () -> SafeTensors.read(empty));
  }

  @Test
  void anUnknownNameIsAnsweredWithNamesThatExist() {
    SafeTensors.Builder builder = SafeTensors.builder();
    SafeTensors none = builder.build();
    assertMessage(
        IllegalArgumentException.class,
        "there is no tensor 'fc': there are no tensors",
        () -> none.tensor("fc"));
    for (String name : List.of("conv.bias", "conv.weight", "fc.bias", "fc.weight")) {
      builder.tensor(name, Tensor.of(new float[1], 1));
    }
    SafeTensors set = builder.build();
    assertMessage(
        IllegalArgumentException.class,
        "there is no tensor 'fc.wieght': did you mean 'fc.weight'?",
        () -> set.tensor("fc.wieght"));
    assertMessage(
        IllegalArgumentException.class,
        "there is no tensor 'value'; there are 'conv.bias', 'conv.weight', 'fc.bias', 'fc.weight'",
        () -> set.tensor("value"));
  }

  @Test
  void namesFromAFileAreShownShortAndOnOneLine() {
    SafeTensors.Builder builder = SafeTensors.builder();
    for (int i = 0; i < 10; i++) {
      builder.tensor(i + "\n" + "x".repeat(500), Tensor.of(new float[1], 1));
    }
    String x = "x".repeat(58) + "...'";
    var e = assertThrows(IllegalArgumentException.class, () -> builder.build().tensor("fc"));
    assertTrue(e.getMessage().startsWith("there is no tensor 'fc'; there are '0\\u000a" + x));
    assertTrue(e.getMessage().endsWith(", '7\\u000a" + x + " and 2 more"), e.getMessage());
    String mistyped = "1\n" + "x".repeat(499) + "y";
    assertMessage(
        IllegalArgumentException.class,
        "there is no tensor '1\\u000a"
            + x
            + ": did you mean '1\\u000a"
            + x
            + " or '0\\u000a"
            + x
            + "?",
        () -> builder.build().tensor(mistyped));
  }

  @Test
  void aTensorThatDoesNotFitItsShapeIsRefused() {
    ByteBuffer data = ByteBuffer.allocate(12);
    SafeTensors.Type type = SafeTensors.Type.F32;
    assertMessage(
        IllegalArgumentException.class,
        "shape [2, 2] of F32 needs 16 bytes, but 12 were given",
        () -> new Tensor(type, List.of(2L, 2L), data));
    assertMessage(
        IllegalArgumentException.class,
        "shape [-3] of F32 has the negative dimension -3",
        () -> new Tensor(type, List.of(-3L), data));
    assertMessage(
        IllegalArgumentException.class,
        "shape [2, 2] needs 4 values, but 3 were given",
        () -> Tensor.of(new float[3], 2, 2));
    assertMessage(
        UnsupportedOperationException.class,
        "only tensors of F32, F64, F16 or BF16 can be read as floats, but this one is I32",
        () -> new Tensor(SafeTensors.Type.I32, List.of(3L), data).floats());
  }

  @Test
  void theBuilderRefusesWhatTheFormatCannotHold() {
    Tensor tensor = Tensor.of(new float[1], 1);
    SafeTensors.Builder builder = SafeTensors.builder().tensor("a", tensor).metadata("k", "1");
    assertMessage(
        IllegalArgumentException.class,
        "tensor 'a' was given twice",
        () -> builder.tensor("a", tensor));
    assertMessage(
        IllegalArgumentException.class,
        "metadata key 'k' was given twice",
        () -> builder.metadata("k", "2"));
    assertMessage(
        IllegalArgumentException.class,
        "a tensor cannot have the reserved name __metadata__",
        () -> builder.tensor("__metadata__", tensor));
    assertMessage(
        IllegalArgumentException.class,
        "metadata value '\\ud800' has half of a surrogate pair, which UTF-8 cannot represent",
        () -> builder.metadata("l", "\ud800"));
    assertEquals(Map.of("k", "1"), builder.build().metadata());
  }

  // Writing.

  @Test
  void aWriteReplacesTheFileAndNotItsContents() throws IOException {
    Path file = directory.resolve("policy.safetensors");
    Path old = directory.resolve("old");
    Files.writeString(file, "old");
    Files.createLink(old, file);
    SafeTensors.builder().build().write(file);
    assertEquals("old", Files.readString(old));
    assertEquals(0, SafeTensors.read(file).names().size());
    assertEquals(List.of("old", "policy.safetensors"), listed());
  }

  @Test
  void aFailedWriteLeavesWhatWasThereAndNothingElse() throws IOException {
    Path taken = Files.createDirectory(directory.resolve("taken"));
    Path inside = Files.writeString(taken.resolve("inside"), "old");
    SafeTensors set = SafeTensors.builder().build();
    assertThrows(IOException.class, () -> set.write(taken));
    assertEquals("old", Files.readString(inside));
    assertEquals(List.of("taken"), listed());
    Path nowhere = directory.resolve("nowhere").resolve("file");
    assertMessage(
        NoSuchFileException.class,
        nowhere + ": its directory does not exist",
        () -> set.write(nowhere));
  }

  @Test
  void tensorsLongerThanAChunkAreWrittenWhole() throws IOException {
    float[] values = new float[700_001];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    SafeTensors set = SafeTensors.builder().tensor("t", Tensor.of(values, values.length)).build();
    assertArrayEquals(values, parse(written(set)).tensor("t").floats());
  }

  private List<String> listed() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private byte[] written(SafeTensors set) throws IOException {
    Path file = directory.resolve("written.safetensors");
    set.write(file);
    return Files.readAllBytes(file);
  }

  private static SafeTensors parse(byte[] bytes) throws IOException {
    return SafeTensors.parse(ByteBuffer.wrap(bytes), "x.safetensors");
  }

  private static <E extends Exception> void assertMessage(
      Class<E> type, String message, Executable executable) {
    assertEquals(message, assertThrows(type, executable).getMessage());
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = SafeTensorsTest.class.getResourceAsStream("formats/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private static Arguments malformed(byte[] bytes, String sentence) {
    return arguments(bytes, sentence);
  }

  private static Arguments malformed(String header, String sentence) {
    return arguments(file(header, new int[12]), sentence);
  }

  private static String tensor(String type, String shape, String offsets) {
    return "{\"a\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%s]}}"
        .formatted(type, shape, offsets);
  }

  private static String two(String a, String b) {
    String tensor = "\"%s\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[%s]}";
    return "{" + tensor.formatted("a", a) + "," + tensor.formatted("b", b) + "}";
  }

  private static byte[] file(String header, int... data) {
    return joined(header.getBytes(UTF_8), data);
  }

  private static byte[] latinFile(String header) {
    return joined(header.getBytes(ISO_8859_1));
  }

  private static byte[] joined(byte[] header, int... data) {
    ByteBuffer file = ByteBuffer.allocate(8 + header.length + data.length);
    file.put(length(header.length)).put(header);
    for (int value : data) {
      file.put((byte) value);
    }
    return file.array();
  }

  private static byte[] length(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static Tensor shorts(SafeTensors.Type type, int... values) {
    ByteBuffer data = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      data.putShort((short) value);
    }
    return new Tensor(type, List.of((long) values.length), data.flip());
  }

  private static List<String> keys(Map<String, String> map) {
    return List.copyOf(map.keySet());
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }
}
