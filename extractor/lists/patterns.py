"""Regular expressions of sources, matched against links within a time limit.

A pattern is searched for in the absolute URL, in the URL as the page writes it, and in the path
with its query. A pattern that begins with ``http`` or ``/`` must match at the start of one of these
three; any other may match anywhere. The end is never anchored: write ``$`` to forbid more after the
match.
"""

import time
from collections.abc import Callable, Iterable, Sequence

import regex

from extractor.errors import UnusablePattern
from extractor.results import Link

_ANCHORED = ("http", "/", "\\/")
_MAX_PATTERN_LENGTH = 1000
"""Longer patterns are unreadable, and several short ones do the same."""
_MAX_URL_LENGTH = 2048
"""Longest address that is matched. No article has a longer one, and a quadratic pattern stays
harmless.
"""
_MAX_REPEATS = 100_000
"""Bounds the memory of a compiled pattern."""
_PAGE_SECONDS = 1.0
"""Time for all links of a page. Patterns of users may take exponential time."""
_CHECK_SECONDS = 0.25
"""Time for the check of a pattern in a form, which somebody waits for."""
_REPEAT = regex.compile(r"\{(?:\d*,)?(\d+)\}|\{(\d+),\}")
_REPEATED_REPEAT = regex.compile(r"(?<!\\)\((?:\?:)?(?:\\.|\[[^\]]*\]|[^\\()\[|])[+*]\)[+*]")
"""A repetition of only a repetition, such as (a+)+: never useful, and the classic pattern that
never ends.
"""
_LITERAL_START = regex.compile(r"(?:[\w:/\-]|\\[./?\-])*")
_WORD = regex.compile(r"[^\W_]+")
_PUMPS = ("a", "0", "a0", "-", "/", ".", "a/", "0/", "a-", "中")


class Patterns:
    """The patterns of a source for one page. They share ``budget_seconds`` of processor time."""

    def __init__(self, patterns: Sequence[str], budget_seconds: float = _PAGE_SECONDS) -> None:
        """Compile the patterns.

        Raises:
            UnusablePattern: A pattern is not a regular expression. Names the first such pattern.
        """
        self._compiled = [(pattern, _finder(pattern)) for pattern in patterns]
        self._left_seconds = budget_seconds

    def __bool__(self) -> bool:
        return bool(self._compiled)

    def matched(self, url: str, href: str = "") -> str | None:
        """Return what the first matching pattern matches of an absolute URL, written ``href`` in
        the page, or None.

        Raises:
            UnusablePattern: The time for the page is used up.
        """
        if len(url) > _MAX_URL_LENGTH:
            return None
        forms = dict.fromkeys((url, href or url, _path(url)))
        for pattern, find in self._compiled:
            started = time.thread_time()
            for form in forms:
                try:
                    found = find(form, timeout=max(self._left_seconds, 0.001))
                except TimeoutError as error:
                    raise _too_slow(pattern) from error
                if found:
                    return str(found.group())
            self._left_seconds -= time.thread_time() - started
            if self._left_seconds <= 0:
                raise _too_slow(pattern)
        return None

    def fitting(self, links: Iterable[Link]) -> tuple[Link, ...]:
        """Return the links that a pattern matches, or all of them if there are no patterns."""
        if not self:
            return tuple(links)
        return tuple(link for link in links if self.matched(link.url) is not None)


def check_pattern(pattern: str) -> None:
    """Check a pattern before it is saved.

    Raises:
        UnusablePattern: The pattern is invalid, or slow on addresses made to slow it down.
    """
    patterns = Patterns((pattern,), _CHECK_SECONDS)
    start = _LITERAL_START.match(pattern)
    prefix = start.group().replace("\\", "") if start else ""
    for pump in (*_PUMPS, *_WORD.findall(pattern)):
        patterns.matched(f"http://{pump * 60}!")
        patterns.matched(f"{prefix}{pump * 60}!")


def _finder(pattern: str) -> Callable[..., regex.Match[str] | None]:
    if not pattern.strip():
        raise UnusablePattern(
            pattern, "it is empty", "remove it: without patterns, Newsloom chooses the links"
        )
    if len(pattern) > _MAX_PATTERN_LENGTH:
        raise UnusablePattern(
            pattern[:80],
            f"it is longer than {_MAX_PATTERN_LENGTH} characters",
            "split it into several",
        )
    if _REPEATED_REPEAT.search(pattern):
        raise _too_slow(pattern)
    repeats = 1
    for counts in _REPEAT.findall(pattern):
        repeats *= max(1, int(counts[0] or counts[1]))
    if repeats > _MAX_REPEATS:
        raise UnusablePattern(
            pattern, "its {counts} multiply to more than 100,000", "write + or smaller counts"
        )
    try:
        compiled = regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError, ValueError) as error:
        raise UnusablePattern(
            pattern, f"it is not a valid regular expression ({error})", "correct it"
        ) from error
    if pattern.startswith(_ANCHORED):
        return compiled.match
    return compiled.search


def _path(url: str) -> str:
    start = url.find("/", url.find("://") + 3)
    return url[start:] if start > 0 else "/"


def _too_slow(pattern: str) -> UnusablePattern:
    return UnusablePattern(
        pattern,
        "it takes too long, as patterns do that repeat a repetition",
        "write it without + or * inside + or *",
    )
