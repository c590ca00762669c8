package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Bulk;

/// Writes batches to checkpoints and reads them back. The batch must have the same form and capacity when it is read.
final class SavedData {
  private SavedData() {}

  static void write(Batch batch, DataOutput out) throws IOException {
    out.writeInt(batch.size());
    switch (batch.form()) {
      case Form.Vector _ -> Bulk.write(out, batch.floats());
      case Form.OneHot _ -> Bulk.write(out, batch.indices(), batch.indices().length);
      case Form.BitPlanes _ -> Bulk.write(out, batch.bits());
      case Form.Bytes _ -> Bulk.write(out, batch.bytes());
    }
  }

  static void read(DataInput in, Batch batch) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > batch.capacity()) {
      throw new IOException("a batch must have 0 to " + batch.capacity() + " rows, was " + size);
    }
    batch.resize(size);
    switch (batch.form()) {
      case Form.Vector _ -> Bulk.read(in, batch.floats());
      case Form.OneHot oneHot -> {
        Bulk.read(in, batch.indices(), batch.indices().length);
        for (int index : batch.indices()) {
          if (index < 0 || index >= oneHot.size()) {
            throw new IOException("state must be 0 to " + (oneHot.size() - 1) + ", was " + index);
          }
        }
      }
      case Form.BitPlanes _ -> Bulk.read(in, batch.bits());
      case Form.Bytes _ -> Bulk.read(in, batch.bytes());
    }
  }
}
