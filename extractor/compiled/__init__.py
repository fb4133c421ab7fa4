"""Compiled twins of the slowest functions, built by ``setup.py`` with Cython where there is a C
compiler.

Each does what a Python function of the extractor does, bit for bit. Without a compiler these
Python functions run; they are the specification, and tests compare the two.
"""

try:
    from extractor.compiled import (
        alignment,
        characters,
        features,
        finder,
        forest,
        kind,
        links,
        marks,
        outline,
        records,
        search,
        tags,
        texts,
        view,
        walk,
    )
except (ImportError, TypeError, ValueError):  # not built, or built for another version of lxml
    alignment = characters = features = finder = forest = kind = links = None  # type: ignore[assignment]
    marks = outline = records = search = tags = texts = view = walk = None  # type: ignore[assignment]

IS_BUILT = walk is not None
"""Whether compiled code runs."""
