"""Compare the title, author, day and image of a page with the gold; None if the gold is silent."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import unquote, urlsplit

from evaluation.measures.datetimes import printed_day
from evaluation.measures.names import author_names, names_in

_ALIKE = str.maketrans(
    {
        sign: plain
        for signs, plain in (("‘’‚‛′`´", "'"), ("“”„‟″«»", '"'), ("‐‑‒–—―−", "-"))
        for sign in signs
    }
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\ufeff")
)


def fold(text: str) -> str:
    """Normalise a text: quotes and dashes of one kind, no invisible characters, NFKC, case folded,
    single blanks.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_ALIKE)).casefold().translate(_ALIKE)
    return " ".join(plain.replace("''", '"').split())


def title_right(found: str, gold: str | None) -> bool | None:
    """Return whether a title is the gold's, letter by letter after ``fold``."""
    return None if gold is None else fold(found) == fold(gold)


def has_all(text: str, demanded: Sequence[str] | None) -> bool | None:
    """Return whether a text has all of these words, in their order, after ``fold``."""
    folded = fold(text)
    return None if demanded is None else all(fold(each) in folded for each in demanded)


def has_none(text: str, forbidden: Sequence[str] | None) -> bool | None:
    """Return whether a text has none of these words, in their order, after ``fold``."""
    folded = fold(text)
    return None if forbidden is None else not any(fold(each) in folded for each in forbidden)


def author_right(found: str, gold: str | None) -> bool | None:
    """Return whether both contain the same names in any order, or the same letters: golds may not
    separate names.

    Labels ("By") and titles do not make another name.
    """
    if gold is None:
        return None
    return author_names(found) == author_names(gold) or "".join(names_in(found)) == "".join(
        names_in(gold)
    )


def day_right(found: datetime | None, gold: str | None) -> bool | None:
    """Return whether the calendar day is correct; None also for a gold that is not a date.

    The gold's printed day counts. If the gold names a time and a zone, a time found is also
    compared in that zone. A time found in UTC or another zone is correct too if it prints the
    gold's day literally.
    """
    day = None if gold is None else printed_day(gold)
    if gold is None or day is None:
        return None
    if found is None:
        return False
    return day in {found.date(), *_in_zone_of(gold, found)}


def _in_zone_of(gold: str, found: datetime) -> list[object]:
    try:
        zone = datetime.fromisoformat(gold.strip()).tzinfo
    except ValueError:
        return []
    return [] if zone is None or found.tzinfo is None else [found.astimezone(zone).date()]


def image_right(found: str, gold: str | None) -> bool | None:
    """Return whether an image is the same file: the last part of the path is equal, whatever host,
    size and query.
    """
    return None if gold is None else bool(found) and _file(found) == _file(gold)


def _file(url: str) -> str:
    return unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2].casefold()
