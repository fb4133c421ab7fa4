"""Cells of CSV files that no spreadsheet runs as a formula.

A spreadsheet may take semicolons or tabs for separators, as it does where commas are in numbers.
Then a cell begins after each of them in a text, and after each line end: a quotation mark counts
only at the beginning of a cell, and commas are not between cells.
"""

import re

# Where a cell begins, by any separator but a comma.
_BEGINNING = r"(?:\A|(?<=[;\t\r\n]))"
# The characters that begin a formula, half or full width; spreadsheets drop white space and
# quotation marks before them. Apostrophes are counted, so that exactly one is taken off again.
_FORMULA = r"(?=[ '\"]*[=+\-@＝＋－＠\t\r])"
_UNGUARDED = re.compile(_BEGINNING + _FORMULA)
_GUARDED = re.compile(_BEGINNING + "'" + _FORMULA)


def guarded(text: str) -> str:
    """Return a text with an apostrophe before each formula."""
    return _UNGUARDED.sub("'", text)


def unguarded(cell: str) -> str:
    """Return the text from which ``guarded`` made a cell."""
    return _GUARDED.sub("", cell)
