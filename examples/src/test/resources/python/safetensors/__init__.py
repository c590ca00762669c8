"""A reader of safetensors files with the interface of the package, for machines without it."""
import json
import struct


class safe_open:
    def __init__(self, file, framework):
        assert framework == "pt", framework
        with open(file, "rb") as opened:
            data = opened.read()
        (size,) = struct.unpack("<Q", data[:8])
        self._header = json.loads(data[8 : 8 + size])
        self._metadata = self._header.pop("__metadata__")
        self._data = data[8 + size :]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def metadata(self):
        return self._metadata

    def keys(self):
        return list(self._header)

    def get_tensor(self, name):
        from torch import tensor

        entry = self._header[name]
        assert entry["dtype"] == "F32", entry
        start, end = entry["data_offsets"]
        values = list(struct.unpack(f"<{(end - start) // 4}f", self._data[start:end]))
        for extent in reversed(entry["shape"][1:]):
            values = [values[i : i + extent] for i in range(0, len(values), extent)]
        return tensor(values)
