"""The port *embedder*: a text to a vector of length one."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]

MAX_TEXTS = 32
"""So many texts are embedded at once. Larger batches are hardly faster, and take more memory."""
MAX_CHARACTERS = 2_000
"""Of a longer text only the beginning counts: what is longer costs time, and adds little."""


class Embedder(Protocol):
    """Makes vectors of texts. It is thread-safe.

    Raises ``storage.errors.Unavailable`` if a server does not answer, ``Refused`` if it refuses or
    if its answer is unusable.
    """

    @property
    def model(self) -> str:
        """The name of what makes the vectors; only vectors of one model can be compared."""

    @property
    def floor(self) -> float:
        """The least cosine at which a document means what a query asks."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text, of length one.

        A text without any word has a vector too, which says nothing.
        """
