"""Convert a LightGBM model to the arrays that ``extractor.trees`` runs on, in a file of some
hundred kilobytes.

A threshold is rounded down to the next 32-bit number, which changes no answer for 32-bit features.
Leaves are rounded to 32 bits. The run time does not support categories and missing values, so they
are rejected here.
"""

import io
import zipfile
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

_MAX_INDEX = np.iinfo(np.uint16).max
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member of a file, so that the same model gives the same bytes."""


def save(booster: lightgbm.Booster, path: Path, start: int = 0, rounds: int | None = None) -> None:
    """Write the file, of all rounds of boosting or of ``rounds`` from ``start`` on.

    Raises:
        ValueError: The run time does not support the model.
    """
    write(path, arrays(booster, start, rounds))


def arrays(
    booster: lightgbm.Booster, start: int = 0, rounds: int | None = None
) -> dict[str, NDArray[Any]]:
    """Return the arrays of ``extractor.trees.Forest`` in the types of the file."""
    model = booster.dump_model(
        num_iteration=-1 if rounds is None else rounds, start_iteration=start
    )
    trees = [tree["tree_structure"] for tree in model["tree_info"]]
    asked = sorted({_question(node) for tree in trees for node in _inner(tree)})
    number = {question: index for index, question in enumerate(asked)}
    table = _Table(number)
    roots = [table.add_tree(tree) for tree in trees]
    if max(len(table.lefts), len(asked)) > _MAX_INDEX:
        raise ValueError(f"{len(table.lefts)} nodes and {len(asked)} questions do not fit 16 bits")
    return {
        "features": np.array([feature for feature, _ in asked], np.uint16),
        "thresholds": np.array([threshold for _, threshold in asked], np.float32),
        "lefts": np.array(table.lefts, np.uint16),
        "questions": np.array(table.questions, np.uint16),
        "values": np.array(table.values, np.float32),
        "roots": np.array(roots, np.uint16),
        "outputs": np.array(model["num_tree_per_iteration"], np.uint16),
        "depth": np.array(table.depth, np.uint16),
    }


def write(path: Path, members: dict[str, NDArray[Any]]) -> None:
    """Write an .npz file that depends only on its arrays (numpy's own writer stores the time)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, array in members.items():
            raw = io.BytesIO()
            np.lib.format.write_array(raw, array, allow_pickle=False)
            file.writestr(
                zipfile.ZipInfo(f"{name}.npy", _EPOCH), raw.getvalue(), zipfile.ZIP_DEFLATED
            )


def _inner(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the nodes of a tree with a question."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if "split_index" in node:
            found.append(node)
            waiting += [node["left_child"], node["right_child"]]
    return found


def _question(node: dict[str, Any]) -> tuple[int, float]:
    if node["decision_type"] != "<=" or node["missing_type"] != "None":
        raise ValueError(
            "the run time does not support this kind of split: "
            f"{node['decision_type']}, missing values {node['missing_type']}"
        )
    exact = float(node["threshold"])
    rounded = np.float32(exact)
    down = rounded if float(rounded) <= exact else np.nextafter(rounded, np.float32(-np.inf))
    return int(node["split_feature"]), float(down)


class _Table:
    """The nodes of all trees, level by level, siblings side by side."""

    def __init__(self, number: dict[tuple[int, float], int]) -> None:
        self._number = number
        self.lefts: list[int] = []
        self.questions: list[int] = []
        self.values: list[float] = []
        self.depth = 0

    def add_tree(self, tree: dict[str, Any]) -> int:
        """Add a tree and return the index of its root."""
        root = self._reserve(1)
        level, depth = [(root, tree)], -1
        while level:
            depth += 1
            level = [below for place, node in level for below in self._fill(place, node)]
        self.depth = max(self.depth, depth)
        return root

    def _fill(self, index: int, node: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
        if "split_index" not in node:
            self.values[index] = float(node["leaf_value"])
            return []
        left = self._reserve(2)
        self.lefts[index] = left
        self.questions[index] = self._number[_question(node)]
        return [(left, node["left_child"]), (left + 1, node["right_child"])]

    def _reserve(self, count: int) -> int:
        """Reserve ``count`` leaves, each pointing to itself, and return the index of the first."""
        start = len(self.lefts)
        self.lefts += range(start, start + count)
        self.questions += [len(self._number)] * count
        self.values += [0.0] * count
        return start
