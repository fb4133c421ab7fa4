"""The vectors of documents in SQLite: in blocks, compared one after the other.

A block has the vectors of 256 numbers in a row, each in its place; a place without a vector is 0. A
search reads only blocks in which matches are, and keeps nothing in memory.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from storage.documents.port import Vector
from storage.documents.sqlite_columns import Integers

_BLOCK = 256
# Less than any cosine.
_NEVER = -2.0
_MODEL = "SELECT model FROM vector_model"
_BLOCKS = "SELECT block, vectors FROM vector_block WHERE block IN (SELECT value FROM json_each(?))"
_KEEP_BLOCK = "INSERT OR REPLACE INTO vector_block VALUES (?, ?)"


def keep_vectors(db: sqlite3.Connection, _model: str, vectors: Mapping[int, Vector]) -> None:
    """Keep the vectors of documents, which are given by number."""
    blocks: dict[int, NDArray[np.int8]] = {}
    for number, vector in vectors.items():
        block, place = divmod(number, _BLOCK)
        if block not in blocks:
            blocks[block] = _block(db, block, len(vector.values))
        blocks[block][place] = np.frombuffer(vector.values, np.int8)
    db.executemany(_KEEP_BLOCK, [(number, block.tobytes()) for number, block in blocks.items()])


def read(db: sqlite3.Connection, model: str, numbers: Mapping[int, str]) -> dict[str, Vector]:
    """Return the vectors of documents, whose ids are given by number, by id."""
    if _model(db) != model:
        return {}
    blocks = dict(_blocks(db, {number // _BLOCK for number in numbers}))
    found = {
        name: blocks[number // _BLOCK][number % _BLOCK]
        for number, name in numbers.items()
        if number // _BLOCK in blocks
    }
    return {
        name: Vector(model=model, values=row.tobytes()) for name, row in found.items() if row.any()
    }


def nearest(
    db: sqlite3.Connection, vector: Vector, numbers: Integers, count: int
) -> list[tuple[int, float]]:
    """Return the numbers of the nearest of these documents, with the cosine, the nearest first."""
    if _model(db) != vector.model or not len(numbers):
        return []
    asked = np.frombuffer(vector.values, np.int8).astype(np.float32)
    asked /= np.linalg.norm(asked)
    size = int(numbers[-1]) // _BLOCK + 1
    products = np.zeros((size, _BLOCK), np.float32)
    # Places without a vector, and numbers of no block, are never near.
    squares = np.zeros((size, _BLOCK), np.float32)
    # Half a megabyte that stays near the processor: to convert more at once takes eight times as
    # long.
    rows = np.empty((_BLOCK, len(asked)), np.float32)
    for block, values in _blocks(db, np.unique(numbers // _BLOCK).tolist()):
        np.copyto(rows, values)
        np.dot(rows, asked, out=products[block])
        np.einsum("ij,ij->i", rows, rows, out=squares[block])
    lengths = np.sqrt(squares)
    likeness = np.where(lengths > 0, products / np.maximum(lengths, 1), _NEVER)
    found = likeness.reshape(-1)[numbers]
    if len(found) > count:
        best = np.argpartition(-found, count)[:count]
    else:
        best = np.arange(len(found))
    ranked = sorted((-float(found[at]), int(numbers[at])) for at in best if found[at] > _NEVER)
    return [(number, -negative) for negative, number in ranked]


def blank(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Drop the vectors of documents that are to be removed."""
    by_block: dict[int, list[int]] = {}
    for each in numbers:
        by_block.setdefault(each // _BLOCK, []).append(each % _BLOCK)
    for number, values in list(_blocks(db, by_block)):
        block = values.copy()
        block[by_block[number]] = 0
        db.execute(_KEEP_BLOCK, (number, block.tobytes()))


def forget(db: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Drop the blocks of removed documents that have no other document."""
    for block in {number // _BLOCK for number in numbers}:
        left = "SELECT 1 FROM entry WHERE number BETWEEN ? AND ?"
        first = block * _BLOCK
        if db.execute(left, (first, first + _BLOCK - 1)).fetchone() is None:
            db.execute("DELETE FROM vector_block WHERE block = ?", (block,))


def _model(db: sqlite3.Connection) -> str | None:
    found = db.execute(_MODEL).fetchone()
    if found is None:
        return None
    return str(found[0])


def _block(db: sqlite3.Connection, number: int, dimensions: int) -> NDArray[np.int8]:
    for _number, block in _blocks(db, [number]):
        return block.copy()
    return np.zeros((_BLOCK, dimensions), np.int8)


def _blocks(db: sqlite3.Connection, wanted: Any) -> Iterator[tuple[int, NDArray[np.int8]]]:
    for number, values in db.execute(_BLOCKS, (json.dumps(sorted(wanted)),)):
        yield number, np.frombuffer(values, np.int8).reshape(_BLOCK, -1)
