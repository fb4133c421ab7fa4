"""The vectors of documents: of the title and the lead, as whole numbers."""

from collections.abc import Sequence
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

from storage.documents.port import Document, Make, Vector
from storage.embedder.port import Embedder

LEAD_CHARACTERS = 300
"""So much of the text counts beside the title. On the news texts of ``benchmarks.embedders`` 1,000
characters take 2.4 times as long, and group reports hardly better (BCubed F1 83.6, 82.9 with 300).
"""
# A Chinese, Japanese or Korean character says as much as some three letters. Of articles made of
# six sentences of news in both languages, 72 % of the Chinese ones and their English ones are the
# nearest to each other with 300 characters of both, 98 % with 100 Chinese ones.
_WIDE = 3
_MAX_COMPONENT = 127
"""The largest int8."""


def vector_maker(embedder: Embedder) -> Make[Vector]:
    """Return what makes the vectors of documents."""

    def make(documents: Sequence[Document]) -> list[Vector]:
        rows = embedder.embed([text_of(each) for each in documents])
        return [vector_of(embedder.model, row) for row in rows]

    return make


def text_of(document: Document) -> str:
    """Return the text of a document that its vector stands for."""
    return f"{document.title}\n{lead_of(document.content)}"


def lead_of(text: str) -> str:
    """Return the beginning of a text that counts: as much in each script."""
    left = LEAD_CHARACTERS
    for at, character in enumerate(text):
        # What takes two columns (Unicode Standard Annex 11).
        left -= _WIDE if east_asian_width(character) in "WF" else 1
        if left < 0:
            return text[:at]
    return text


def vector_of(model: str, row: NDArray[np.float32]) -> Vector:
    """Return the vector of a row: the numbers in the steps that the largest of them allows."""
    steps = np.rint(row * (_MAX_COMPONENT / np.abs(row).max()))
    return Vector(model=model, values=steps.astype(np.int8).tobytes())


def directions(vectors: Sequence[Vector]) -> NDArray[np.float32]:
    """Return a row of length one for each vector."""
    rows = np.array([np.frombuffer(each.values, np.int8) for each in vectors], np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)
