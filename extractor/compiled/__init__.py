"""Compiled twins of the slowest functions, built by ``setup.py`` with Cython where there is a C
compiler.

Each does what a Python function of the extractor does, bit for bit. Without a compiler these
Python functions run; they are the specification, and tests compare the two.
"""

try:
    from extractor.compiled import body, forest, links, threads, walk
except (ImportError, TypeError, ValueError):  # not built, or built for another version of lxml
    body = forest = links = threads = walk = None  # type: ignore[assignment]

IS_BUILT = walk is not None
"""True if compiled code runs."""
