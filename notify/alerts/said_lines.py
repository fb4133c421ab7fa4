"""What the reports of a story say, as the lines that a digest stores. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

MAX_STORIES_SAID = 5
"""So many stories of a digest have such lines, those on most sites: each is read and compared."""

SaidKind: TypeAlias = Literal["contradiction", "update", "agreement"]


_MAX_OF_EACH = 2
"""So many conflicts of a story are told, and so many lines that several sites tell: a digest is
read on a phone.
"""


@dataclass(frozen=True, kw_only=True)
class SaidLine:
    """What several reports tell with one sentence, or differently with one sentence for each value.

    ``sites`` are all that tell it, or the first of each value. ``documents`` are those of the
    ``texts``: erasing one of them takes out the line.
    """

    kind: SaidKind
    texts: tuple[str, ...]
    documents: tuple[str, ...]
    sites: tuple[str, ...]


def unpacked_said(values: Iterable[dict[str, Any]]) -> tuple[SaidLine, ...]:
    """Return lines from JSON."""
    return tuple(
        SaidLine(
            kind=each["kind"],
            texts=tuple(each["texts"]),
            documents=tuple(each["documents"]),
            sites=tuple(each["sites"]),
        )
        for each in values
    )


def first_said(lines: Iterable[SaidLine]) -> tuple[SaidLine, ...]:
    """Return the lines of a story that a digest tells."""
    told = list(lines)
    conflicts = [each for each in told if each.kind != "agreement"]
    agreements = [each for each in told if each.kind == "agreement"]
    return (*conflicts[:_MAX_OF_EACH], *agreements[:_MAX_OF_EACH])
