"""The filter's layers as memory-mapped files: a header page and the bits.

A writer must hold the folder's lock (a transaction on the database beside the files). A killed
process loses nothing that it wrote, because the pages belong to the kernel. At worst some bits of
an unfinished key stay set, and a layer counts keys that it does not have; this costs a little
accuracy, but never gives a false negative.
"""

import mmap
import os
import struct
from pathlib import Path
from typing import Self

from storage.errors import Refused
from storage.seen.bloom import BloomLayer, bases, next_layer, positions

_HEADER = struct.Struct("<8sQQQd")
_MAGIC = b"NLBLOOM1"
_HEADER_BYTES = 4096
# One aligned word in the header: one instruction writes it, so it is never half written.
_ITEMS_WORD = 8


class LayerFile:
    """One mapped layer."""

    def __init__(self, path: Path) -> None:
        """Map an existing file. Raises Refused if it is not a complete layer."""
        with path.open("r+b") as file:
            head = file.read(_HEADER.size)
            size = os.fstat(file.fileno()).st_size
            magic, capacity, bits, hashes, error_rate = _HEADER.unpack(
                head.ljust(_HEADER.size, b"\0")
            )
            if magic != _MAGIC or size != _file_size(bits):
                raise Refused(
                    str(path),
                    "it is damaged or not a layer of the filter; restore it, or remove the folder",
                )
            self._map = mmap.mmap(file.fileno(), size)
        self.layer = BloomLayer(capacity=capacity, error_rate=error_rate, bits=bits, hashes=hashes)
        self._words = memoryview(self._map)[:_HEADER_BYTES].cast("Q")

    @classmethod
    def create(cls, path: Path, layer: BloomLayer) -> Self:
        """Create the file completely or not at all, and map it.

        Reserve its blocks, so that a full disk fails now.
        """
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, _file_size(layer.bits))
            file.write(
                _HEADER.pack(_MAGIC, layer.capacity, layer.bits, layer.hashes, layer.error_rate)
            )
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
        return cls(path)

    @property
    def items(self) -> int:
        """The number of keys."""
        return self._words[_ITEMS_WORD]

    def holds(self, base_hashes: tuple[int, int, int]) -> bool:
        """Return whether all bits of a key are set."""
        bits = self._map
        return all(
            bits[_HEADER_BYTES + (place >> 3)] & (1 << (place & 7))
            for place in positions(base_hashes, self.layer.bits, self.layer.hashes)
        )

    def add(self, base_hashes: tuple[int, int, int]) -> None:
        """Count a key, then set its bits: a process killed in between leaves a count too high, not
        too low.
        """
        self._words[_ITEMS_WORD] += 1
        for place in positions(base_hashes, self.layer.bits, self.layer.hashes):
            self._map[_HEADER_BYTES + (place >> 3)] |= 1 << (place & 7)

    def close(self) -> None:
        """Unmap the file; the kernel writes the bits."""
        self._words.release()
        self._map.close()


class LayerFolder:
    """All layers of one filter. Every method needs the folder's lock."""

    def __init__(self, folder: Path, capacity: int, error_rate: float) -> None:
        self._folder = folder
        self._capacity = capacity
        self._error_rate = error_rate
        self.files: list[LayerFile] = []

    def refresh(self) -> None:
        """Map the layers that other processes have added. Call it each time you take the lock."""
        while (path := self._path(len(self.files))).exists():
            self.files.append(LayerFile(path))

    def holds(self, key: str) -> bool:
        """Return whether the key was added, or collides with added keys."""
        base_hashes = bases(key)
        return any(file.holds(base_hashes) for file in self.files)

    def add(self, key: str) -> None:
        """Add the key if it is missing; create the next layer if the last one is full."""
        if self.holds(key):
            return
        if not self.files or self.files[-1].items >= self.files[-1].layer.capacity:
            layer = next_layer(
                [file.layer for file in self.files], self._capacity, self._error_rate
            )
            self.files.append(LayerFile.create(self._path(len(self.files)), layer))
        self.files[-1].add(bases(key))

    def close(self) -> None:
        """Unmap all files."""
        while self.files:
            self.files.pop().close()

    def _path(self, number: int) -> Path:
        return self._folder / f"layer-{number:03}.bloom"


def _file_size(bits: int) -> int:
    return _HEADER_BYTES + -(-bits // 8)
