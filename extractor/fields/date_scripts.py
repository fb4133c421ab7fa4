"""Dates of publication that only a page's scripts state, because a script writes them into the
page.

WeChat and many portals of China do so: ``var ct = "1723039260"``, ``"publishTime": "2024-08-07
22:01"``.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from extractor.page.dom import Element

_MAX_SCRIPT_LENGTH = 300_000
"""Longer scripts are programs, and cost more to search than they tell."""
_MAX_DATES = 10
"""Dates of a script that are read. The states of a page may hold thousands, of other articles."""
_NAMED = re.compile(
    r"(?<![\w$.])['\"]?(?:publish(?:ed)?_?(?:time|date|at)|pub_?(?:time|date)|ori_?create_?time|ct)['\"]?"
    r"\s{0,5}[=:]\s{0,5}['\"]?(?P<value>\d{10}(?:\d{3})?(?!\d)|(?:19|20)\d\d[-/]\d\d?[-/]\d\d?[^'\"<>]{0,20})",
    re.IGNORECASE,
)
"""A variable or key of that meaning, and its value: seconds or milliseconds since 1970, or a date.
"""


def script_dates(scripts: Iterable[Element]) -> Iterator[str]:
    """Yield the values, those with a time of day first.

    A day alone is often that of the same moment.
    """
    texts = (script.text or "" for script in scripts)
    short = (text for text in texts if len(text) <= _MAX_SCRIPT_LENGTH)
    matches = islice(chain.from_iterable(map(_NAMED.finditer, short)), _MAX_DATES)
    values = [match["value"] for match in matches]
    yield from sorted(values, key=lambda value: not value.isdigit() and ":" not in value)
