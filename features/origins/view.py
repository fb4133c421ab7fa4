"""What is shown of a page: plain values, so that nothing of its markup can get through."""

from dataclasses import dataclass

FIELDS = ("title", "author", "day", "text")
"""The stored fields, in their order. Where marks overlap, the first counts: a byline may be a part
of the text.
"""


@dataclass(frozen=True, kw_only=True)
class Origin:
    """One place that says what is stored in a field.

    ``field`` is one of ``FIELDS``. ``source`` is a code of ``labels.SOURCES``, and
    ``detail`` is what the page calls it, or what it says there. ``anchor`` is the id of the marked
    part, "" if none is shown. ``is_also``: the field was taken from another place, which says the
    same. ``count`` and ``total`` are those of the posts of a thread, 0 for other pages.
    """

    field: str
    source: str
    detail: str = ""
    anchor: str = ""
    is_also: bool = False
    count: int = 0
    total: int = 0


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A part of a line. ``field`` is "" for what is left out."""

    text: str
    field: str = ""
    anchor: str = ""
    is_also: bool = False


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the page. ``kind`` is that of ``extractor.results.Paragraph``; ``post`` is the
    number of the post that begins here, 0 for none.
    """

    kind: str
    pieces: tuple[Piece, ...]
    post: int = 0


@dataclass(frozen=True, kw_only=True)
class Run:
    """Lines one after the other, ``total`` of them on the page. ``is_left``: all are left out, and
    they are too many to show at once.
    """

    lines: tuple[Line, ...]
    total: int
    is_left: bool = False


@dataclass(frozen=True, kw_only=True)
class View:
    """A page with its parts marked.

    ``taken`` and ``total`` count its lines. ``unsure`` of the taken ones have a text that the page
    shows more often than it is stored. ``missing`` counts what is stored and on no line.
    ``is_cut``: the page goes on.
    """

    origins: tuple[Origin, ...]
    runs: tuple[Run, ...]
    taken: int
    total: int
    unsure: int = 0
    missing: int = 0
    is_cut: bool = False
