package org.evenkeel.core.nn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.core.internal.AtomicFile;

/// An immutable set of named tensors with string metadata, read from and written to files of the
/// [safetensors](https://github.com/huggingface/safetensors) format.
///
/// A file consists of the header's length (8 bytes, little-endian), the header (JSON, padded with spaces), and the
/// data. The tensors tile the data: no holes, no overlaps, nothing after the last one.
///
/// - Files come from outside, so the reader trusts nothing: every fault is an [IOException] with a message of one
///   sentence, and every length is compared with the size of the file before it is used. It is deliberately stricter
///   than the safetensors library: unknown fields, duplicate names, `null` for metadata and whitespace before the
///   header's brace are rejected.
/// - The writer's output depends only on the contents, in the safetensors library's order: types from the last to the
///   first [Type], then names, then metadata keys, both by their UTF-8 bytes.
/// - The data of a set that was read are views of one buffer of the file's size. A file larger than 2 GiB is rejected.
public final class SafeTensors {
  /// The element types, in the safetensors library's order, in which wider types come later, starting with bytes. Since
  /// tensors are written from the last type to the first, every tensor in a file is aligned to its type.
  public enum Type {
    BOOL(8),
    F4(4),
    F6_E2M3(6),
    F6_E3M2(6),
    U8(8),
    I8(8),
    F8_E5M2(8),
    F8_E4M3(8),
    F8_E8M0(8),
    F8_E4M3FNUZ(8),
    F8_E5M2FNUZ(8),
    I16(16),
    U16(16),
    F16(16),
    BF16(16),
    I32(32),
    U32(32),
    F32(32),
    C64(64),
    F64(64),
    I64(64),
    U64(64);

    private final int bits;

    Type(int bits) {
      this.bits = bits;
    }

    /// Returns the size of one element in bits, since some types are smaller than a byte.
    public int bits() {
      return bits;
    }

    /// Returns the size in bytes of a tensor of this type and shape.
    ///
    /// @throws IllegalArgumentException if a dimension is negative, the size overflows, or it is
    ///     not a whole number of bytes
    public long bytes(List<Long> shape) {
      long total = bits;
      for (long dimension : shape) {
        if (dimension < 0) {
          throw refused(shape, "has the negative dimension " + dimension);
        }
        try {
          total = Math.multiplyExact(total, dimension);
        } catch (ArithmeticException e) {
          throw refused(shape, "is too large for any file");
        }
      }
      if (total % 8 != 0) {
        throw refused(shape, "is not a whole number of bytes");
      }
      return total / 8;
    }

    private IllegalArgumentException refused(List<Long> shape, String why) {
      String text = SafeTensorsHeader.shortened(shape.toString());
      return new IllegalArgumentException("shape " + text + " of " + this + " " + why);
    }
  }

  /// A tensor: its elements in row-major order, little-endian.
  ///
  /// @param shape the dimensions, slowest first; empty for a scalar
  /// @param data exactly the tensor's bytes, from position to limit; a read-only view that shares the given buffer's
  ///     memory, which must not change afterwards
  public record Tensor(Type type, List<Long> shape, ByteBuffer data) {
    public Tensor {
      shape = List.copyOf(shape);
      data = data.slice().asReadOnlyBuffer();
      long needed = type.bytes(shape);
      if (needed != data.remaining()) {
        throw new IllegalArgumentException(
            "shape %s of %s needs %d bytes, but %d were given"
                .formatted(shape, type, needed, data.remaining()));
      }
    }

    /// Returns an F32 tensor with a copy of `values`.
    public static Tensor of(float[] values, long... shape) {
      List<Long> dimensions = Arrays.stream(shape).boxed().toList();
      long needed = Type.F32.bytes(dimensions);
      if (needed != 4L * values.length) {
        throw new IllegalArgumentException(
            "shape %s needs %d values, but %d were given"
                .formatted(dimensions, needed / 4, values.length));
      }
      if (needed > MAX_BYTES) {
        throw new IllegalArgumentException(
            "shape %s of F32 needs %d bytes, but at most %d fit in a tensor"
                .formatted(dimensions, needed, MAX_BYTES));
      }
      ByteBuffer data = littleEndian(ByteBuffer.allocate((int) needed));
      data.asFloatBuffer().put(values);
      return new Tensor(Type.F32, dimensions, data);
    }

    /// Returns a new view of the tensor's bytes; moving its position does not affect this tensor.
    @Override
    public ByteBuffer data() {
      return littleEndian(data.duplicate());
    }

    /// Returns the values as a new array: F32 bit for bit, F16 and BF16 exactly, F64 rounded to nearest.
    ///
    /// @throws UnsupportedOperationException for any other type
    public float[] floats() {
      ByteBuffer bytes = data();
      Floats floats =
          switch (type) {
            case F32 -> bytes::getFloat;
            case F64 -> () -> (float) bytes.getDouble();
            case F16 -> () -> Float.float16ToFloat(bytes.getShort());
            case BF16 -> () -> Float.intBitsToFloat(bytes.getShort() << 16);
            default ->
                throw new UnsupportedOperationException(
                    "only tensors of F32, F64, F16 or BF16 can be read as floats, but this one is "
                        + type);
          };
      float[] values = new float[bytes.remaining() / (type.bits / 8)];
      for (int i = 0; i < values.length; i++) {
        values[i] = floats.next();
      }
      return values;
    }

    private interface Floats {
      float next();
    }
  }

  /// Collects metadata and tensors; the order of the calls does not matter.
  public static final class Builder {
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    private Builder() {}

    /// Adds one key and value.
    ///
    /// @throws IllegalArgumentException if the key was given before, or if UTF-8 cannot represent the key or the value
    ///     (half of a surrogate pair)
    public Builder metadata(String key, String value) {
      checkText("metadata key", key);
      checkText("metadata value", value);
      if (metadata.putIfAbsent(key, value) != null) {
        throw new IllegalArgumentException("metadata key " + quoted(key) + " was given twice");
      }
      return this;
    }

    /// Adds one tensor.
    ///
    /// @throws IllegalArgumentException if the name was given before, is the reserved name `__metadata__`, or if UTF-8
    ///     cannot represent it (half of a surrogate pair)
    public Builder tensor(String name, Tensor tensor) {
      checkText("tensor name", name);
      if (name.equals(SafeTensorsHeader.METADATA)) {
        throw new IllegalArgumentException("a tensor cannot have the reserved name " + name);
      }
      if (tensors.putIfAbsent(name, Objects.requireNonNull(tensor)) != null) {
        throw new IllegalArgumentException("tensor " + quoted(name) + " was given twice");
      }
      return this;
    }

    public SafeTensors build() {
      return new SafeTensors(metadata, tensors);
    }

    private static void checkText(String what, String text) {
      if (!UTF_8.newEncoder().canEncode(text)) {
        throw new IllegalArgumentException(
            what
                + " "
                + quoted(text)
                + " has half of a surrogate pair, which UTF-8 cannot represent");
      }
    }
  }

  /// The largest header in bytes, the safetensors library's own limit.
  private static final int MAX_HEADER_BYTES = 100_000_000;

  /// The length of the longest array that every JVM can allocate.
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /// The order of strings by their UTF-8 bytes, as in Rust; Java's own order differs above U+FFFF.
  private static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private static final Comparator<Map.Entry<String, Tensor>> FILE_ORDER =
      Comparator.comparing((Map.Entry<String, Tensor> entry) -> entry.getValue().type())
          .reversed()
          .thenComparing(Map.Entry::getKey, BY_UTF8);

  private final Map<String, String> metadata;
  private final Map<String, Tensor> tensors;

  private SafeTensors(Map<String, String> metadata, Map<String, Tensor> tensors) {
    Map<String, String> sortedMetadata = new TreeMap<>(BY_UTF8);
    sortedMetadata.putAll(metadata);
    Map<String, Tensor> sortedTensors = new LinkedHashMap<>();
    tensors.entrySet().stream()
        .sorted(FILE_ORDER)
        .forEachOrdered(entry -> sortedTensors.put(entry.getKey(), entry.getValue()));
    this.metadata = Collections.unmodifiableMap(sortedMetadata);
    this.tensors = Collections.unmodifiableMap(sortedTensors);
  }

  public static Builder builder() {
    return new Builder();
  }

  /// Reads a file.
  ///
  /// @throws IOException if the file cannot be read or does not have this format; the message explains why
  public static SafeTensors read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString(), null, "file does not exist");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": is not a regular file");
    }
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new IOException(
          "%s: has %d bytes, but at most %d can be read".formatted(file, size, MAX_BYTES));
    }
    return parse(ByteBuffer.wrap(Files.readAllBytes(file)), file.toString());
  }

  /// Parses the bytes of a file, from the buffer's position to its limit, neither of which changes. The tensors are
  /// views of the buffer, which must not change afterwards.
  ///
  /// @param source the name of the file in messages
  /// @throws IOException if the bytes do not have this format; the message explains why
  public static SafeTensors parse(ByteBuffer bytes, String source) throws IOException {
    ByteBuffer file = littleEndian(bytes.slice());
    int size = file.remaining();
    if (size < Long.BYTES) {
      throw new IOException(
          "%s: must have 8 bytes for the header's length, but has %d".formatted(source, size));
    }
    long headerSize = file.getLong();
    if (Long.compareUnsigned(headerSize, MAX_HEADER_BYTES) > 0) {
      throw new IOException(
          "%s: is not a safetensors file: its header would have %s bytes, but at most %d are allowed"
              .formatted(source, Long.toUnsignedString(headerSize), MAX_HEADER_BYTES));
    }
    if (headerSize > file.remaining()) {
      throw new IOException(
          "%s: is not a safetensors file, or is cut short: its header has %d bytes, but only %d bytes follow its length"
              .formatted(source, headerSize, file.remaining()));
    }
    String text;
    try {
      text = UTF_8.newDecoder().decode(file.slice(Long.BYTES, (int) headerSize)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException(source + ": has a header that is not UTF-8", e);
    }
    SafeTensorsHeader header = SafeTensorsHeader.parse(text, source);
    int dataStart = Long.BYTES + (int) headerSize;
    header.checkLayout(size - dataStart, source);
    Map<String, Tensor> tensors = LinkedHashMap.newLinkedHashMap(header.entries().size());
    for (Map.Entry<String, SafeTensorsHeader.Entry> named : header.entries().entrySet()) {
      SafeTensorsHeader.Entry entry = named.getValue();
      // The layout was checked against the size of the buffer, so both numbers fit in an int.
      int start = dataStart + (int) entry.begin();
      ByteBuffer data = file.slice(start, (int) (entry.end() - entry.begin()));
      tensors.put(named.getKey(), new Tensor(entry.type(), entry.shape(), data));
    }
    return new SafeTensors(header.metadata(), tensors);
  }

  /// Returns the names of the tensors, in the order in which they are written.
  public Set<String> names() {
    return tensors.keySet();
  }

  /// Returns the tensor of this name.
  ///
  /// @throws IllegalArgumentException if there is none; the message suggests the nearest names
  public Tensor tensor(String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new IllegalArgumentException(
          "there is no tensor " + quoted(name) + SafeTensorsHeader.nearest(name, names()));
    }
    return tensor;
  }

  /// Returns the metadata, sorted by key.
  public Map<String, String> metadata() {
    return metadata;
  }

  /// Writes a new file next to `file`, syncs it, and renames it to `file` atomically: after any failure `file` is
  /// either completely old or completely new.
  public void write(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new NoSuchFileException(file.toString(), null, "its directory does not exist");
    }
    byte[] header = paddedHeader(file);
    AtomicFile.writeShared(
        file,
        out -> {
          ByteBuffer length = littleEndian(ByteBuffer.allocate(Long.BYTES));
          out.write(length.putLong(header.length).array());
          out.write(header);
          for (Tensor tensor : tensors.values()) {
            Channels.newChannel(out).write(tensor.data());
          }
        });
  }

  private byte[] paddedHeader(Path file) throws IOException {
    Map<String, SafeTensorsHeader.Entry> entries = new LinkedHashMap<>();
    long end = 0;
    for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
      Tensor tensor = named.getValue();
      long begin = end;
      end += tensor.data.remaining();
      entries.put(
          named.getKey(), new SafeTensorsHeader.Entry(tensor.type, tensor.shape, begin, end));
    }
    byte[] text = new SafeTensorsHeader(metadata, entries).text().getBytes(UTF_8);
    byte[] padded = Arrays.copyOf(text, Math.ceilDiv(text.length, 8) * 8);
    Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    if (padded.length > MAX_HEADER_BYTES) {
      throw new IOException(
          "%s: would have a header of %d bytes, but at most %d are allowed"
              .formatted(file, padded.length, MAX_HEADER_BYTES));
    }
    return padded;
  }

  private static ByteBuffer littleEndian(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String quoted(String text) {
    return SafeTensorsHeader.quoted(text);
  }
}
