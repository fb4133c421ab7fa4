"""What the tables of rights have in common: statuses, and what the features add.

A feature that has any has a module ``tests/access.py`` with some of these: ``PAGES`` and
``OPERATIONS``, the rows of its pages and of its operations; ``IDS``, the numbers in their addresses,
and ``ids_of(owner)``, what these name; ``FORMS``, the rows of pages that answer GET too; ``OPEN``,
the names of pages for everybody; ``STAND_INS``, by its dotted name what stands in for something that
would ask the network; ``give_sign``, with which its role says that it runs.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest

from hooks.features import FOLDER, feature_names

OK, MADE, GONE, MOVED, FOUND, NO, AWAY, WRONG = 200, 201, 204, 301, 302, 403, 404, 422


def of_features(name: str) -> list[Any]:
    """Return what the features have under this name."""
    modules = [
        import_module(f"features.{feature}.tests.access")
        for feature in feature_names()
        if (FOLDER / feature / "tests" / "access.py").exists()
    ]
    return [getattr(each, name) for each in modules if hasattr(each, name)]


def by_section(lines: Iterable[str]) -> list[Any]:
    """Return the parameters of a test: the lines of each section, whose paths begin alike.

    What a line needs to exist costs more than to ask for it, so those of a section share it.
    """
    sections: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        sections[re.split(r"[/?]", line)[1]].append(line)
    return [pytest.param(each, id=section) for section, each in sections.items()]
