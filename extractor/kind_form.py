"""Tell pages of figures and entries of dictionaries from articles, by the form of their text.

Forecasts and quotes are short cells of figures with a paragraph beside them. An entry of a
dictionary has the word itself as its headline and at the end of its address.
"""

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from extractor.languages.tables import alternatives
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.results import Paragraph

_MAX_PARAGRAPHS = 500
"""Paragraphs that are counted: bounds what a whole book costs."""
_MAX_CELL_LENGTH = 200
"""Most characters of a paragraph that may be a row of figures."""
_CELLS = " | "
"""What is between the cells of a row in the text of an article."""
# Fewest rows of figures, or figures if each row has four or more, as in a timetable.
_MIN_ROWS = 8
_MIN_FIGURES = 16
_WIDE = 4
# Least share of paragraphs of figures, and most share of the text in running paragraphs, of a page
# of figures.
_FIGURES = 0.3
_PROSE = 0.65
_RUNNING = 80
"""Least size of a running paragraph, in bytes of UTF-8."""
_LETTERS_PER_DIGIT = 2
"""Most letters for each digit of a row of figures: names of quantities and units."""
_TERM = re.compile(alternatives("kinds.dictionary"), re.IGNORECASE)
_MAX_TITLE_LENGTH = 200
"""Characters of a title that are read: bounds what a broken element costs."""
_MAX_TERM_LENGTH = 40
"""Most characters of a term of a dictionary."""
_MAX_WORDS = 2
"""Most words of a term. Titles of articles have more."""
_AFTER_TERM = re.compile(r"(?:[_-]?\d{1,3})?(?:\.\w{2,5})?$")
"""The number of a homograph and the ending of a file, after the word in the address."""


def is_figures(paragraphs: Sequence[Paragraph]) -> bool:
    """Return whether a text consists mostly of figures and labels, such as a forecast, a quote or a
    table of results.
    """
    read = paragraphs[:_MAX_PARAGRAPHS]
    rows = [figures for one in read if one.kind != "heading" and (figures := _figures(one.text))]
    are_many = len(rows) >= _MIN_ROWS or (sum(rows) >= _MIN_FIGURES and min(rows) >= _WIDE)
    if not are_many or len(rows) < _FIGURES * len(read):
        return False
    sizes = [len(one.text.encode("utf-8", "replace")) for one in read]
    return sum(size for size in sizes if size >= _RUNNING) <= _PROSE * sum(sizes)


def _figures(text: str) -> int:
    """Return how many figures a row has, if most of its cells are figures, else 0."""
    cells = text[: _MAX_CELL_LENGTH + 1].split(_CELLS)
    figures = sum(map(_is_figure, cells))
    if 2 * figures > len(cells) and len(text) <= _MAX_CELL_LENGTH:
        return figures
    return 0


def _is_figure(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    return digits >= 2 and sum(map(str.isalpha, text)) <= _LETTERS_PER_DIGIT * digits


def is_term(page: Page) -> bool:
    """Return whether a page explains a word: its address ends with it, and its title names a
    dictionary after it.
    """
    title = page.metadata.title[:_MAX_TITLE_LENGTH]
    found = _TERM.search(title)
    if found is None:
        return False
    path = unquote(urlsplit(page.url).path).rstrip("/")
    term = _AFTER_TERM.sub("", path.rpartition("/")[2])
    words = re.split(r"[\s_-]+", term)
    if not 0 < dense_length(term) <= _MAX_TERM_LENGTH or len(words) > _MAX_WORDS:
        return False
    heading = next(page.body.iter("h1"), None)
    if heading is None:
        shown = ""
    else:
        shown = "".join(map(str, heading.itertext()))[:_MAX_TITLE_LENGTH]
    named = " ".join(words).casefold()
    return named == " ".join(shown.split()).casefold() and title[
        : found.start()
    ].casefold().startswith(named)
