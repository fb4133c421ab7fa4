"""Compare two texts within limits. Sites write both, and one may be made to cost much."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from webui.limited_answers import Busy, LimitedAnswers
from webui.search.differences import TextDifference, difference, texts_apart

_CPU_SECONDS = 1.0
"""Four times what ``MAX_STEPS`` take: the limit is for what was not foreseen."""
_KEPT_BYTES = 8_000_000
"""Most memory that comparisons take: about a hundred of long articles."""
_PIECE_BYTES = 200
"""What a piece takes beside its text."""


_FAILED = TextDifference(pieces=(), is_apart=True)
_BUSY = TextDifference(pieces=(), is_apart=True, is_busy=True)


class TextDifferences:
    """The compared texts of a web process. Its threads share them."""

    def __init__(self) -> None:
        self._differences = LimitedAnswers(
            difference,
            failed=lambda failure: _BUSY if isinstance(failure, Busy) else _FAILED,
            size=_size,
            kept_bytes=_KEPT_BYTES,
            cpu_seconds=_CPU_SECONDS,
        )

    def between(self, first: str, second: str) -> TextDifference:
        """Return what a second text cut from the first and what it added, or both texts as they
        are if comparing them takes too long, or others are compared first.
        """
        return self.each_between([(first, second)])[0]

    def each_between(self, pairs: Sequence[tuple[str, str]]) -> list[TextDifference]:
        """Return the same of several pairs of texts, which takes one process for all."""
        keys = {f"{_digest(first)} {_digest(second)}": (first, second) for first, second in pairs}
        found = self._differences.answers(keys)
        by_pair = {pair: found[key] for key, pair in keys.items()}
        return [_apart_if_failed(by_pair[pair], *pair) for pair in pairs]


def _apart_if_failed(found: TextDifference, first: str, second: str) -> TextDifference:
    if found is _FAILED or found is _BUSY:
        return replace(texts_apart(first, second), is_busy=found.is_busy)
    return found


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _size(difference: TextDifference) -> int:
    return sum(
        (_PIECE_BYTES + 2 * len(each.text + each.end) for each in difference.pieces), _PIECE_BYTES
    )
