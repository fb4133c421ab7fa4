"""Keep scripts for a while, so that each page of a site does not fetch them again at the site's
pace.
"""

import re
import time
from collections import OrderedDict
from dataclasses import replace

from crawler.fetcher import PartAnswer

_MAX_BYTES = 64 << 20
_MAX_SECONDS = 3_600.0
_USUAL_SECONDS = 600.0
_MAX_AGE = re.compile(r"max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)
_NEVER = re.compile(r"no-store|no-cache|private", re.IGNORECASE)


class ScriptCache:
    """Scripts by the site that uses them and their URL (RFC 9111, with the partition that browsers
    use).

    A site never gets what another site has fetched, so it cannot learn what was read before.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[float, PartAnswer]] = OrderedDict()
        self._bytes = 0

    def get(self, site: str, url: str) -> PartAnswer | None:
        """Return a script that is still fresh."""
        expires, answer = self._kept.get((site, url), (0.0, None))
        if answer is None or expires < time.monotonic():
            return None
        self._kept.move_to_end((site, url))
        return answer

    def put(self, site: str, url: str, answer: PartAnswer) -> None:
        """Keep a script if its server allows that; the scripts that were used least recently give
        way.
        """
        seconds = _fresh_seconds(answer)
        if answer.status != 200 or not seconds:
            return
        self._drop((site, url))
        # A cookie is for the page that was there first.
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        self._kept[site, url] = (time.monotonic() + seconds, replace(answer, headers=headers))
        self._bytes += len(answer.body)
        while self._bytes > _MAX_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: tuple[str, str]) -> None:
        _, dropped = self._kept.pop(key, (0.0, None))
        self._bytes -= len(dropped.body) if dropped else 0


def _fresh_seconds(answer: PartAnswer) -> float:
    """Return how long to keep an answer: as long as it says, an hour at most, ten minutes if it
    says nothing.
    """
    control = answer.headers.get("cache-control", "")
    if _NEVER.search(control):
        return 0.0
    stated = _MAX_AGE.search(control)
    if stated:
        return min(float(stated[1]), _MAX_SECONDS)
    return _USUAL_SECONDS
