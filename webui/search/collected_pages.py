"""Clean archived pages within limits: each in a process of its own, one at a time, and once."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from crawler.errors import ProcessDied, TooCostly
from crawler.isolation import share_with_visits
from crawler.limited_process import LimitedProcess
from extractor.errors import ExtractionError
from storage.archive.port import Answer
from webui.search.as_collected import MAX_BYTES, cleaned

_CPU_SECONDS = 4.0
"""The most expensive pages that were found take a second for ``MAX_BYTES``."""
_PATIENCE_SECONDS = 2.0
"""How long a view waits while another page is cleaned. It occupies a thread of the web server."""
_KEPT_BYTES = 16_000_000
"""Most bytes of cleaned pages in memory. Escapes make a page up to five times as large."""


class NotShown(Exception):
    """The page cannot be shown; the reason is a sentence for people, in the reader's language."""


class CollectedPages:
    """The cleaned pages of a web process. Its threads share it.

    Args:
        clean: Makes safe HTML of an answer; importable.
        cpu_seconds: CPU time that one page may take.
        patience_seconds: How long a view waits for its turn.
    """

    def __init__(
        self,
        clean: Callable[[Answer], bytes] = cleaned,
        *,
        cpu_seconds: float = _CPU_SECONDS,
        patience_seconds: float = _PATIENCE_SECONDS,
    ) -> None:
        self._clean = clean
        self._cpu_seconds = cpu_seconds
        self._patience_seconds = patience_seconds
        self._turn = threading.Lock()
        self._kept: OrderedDict[str, bytes | NotShown] = OrderedDict()

    def shown(self, place: str, answer: Answer) -> bytes:
        """Return the page at a place of the archive as safe HTML.

        A page that costs too much is not tried again while its reason is kept.

        Raises:
            NotShown: It is too large, unreadable or too expensive, or other pages come first.
        """
        if len(answer.body) > MAX_BYTES:
            raise NotShown(
                _("the page has %(bytes)s bytes; pages of more than %(most)s are not shown")
                % {"bytes": f"{len(answer.body):,}", "most": f"{MAX_BYTES:,}"}
            )
        page = self._kept.get(place) or self._clean_once(place, answer)
        if isinstance(page, NotShown):
            # Raised itself, the kept one would hold every view's page in its traceback.
            raise NotShown(*page.args)
        return page

    def _clean_once(self, place: str, answer: Answer) -> bytes | NotShown:
        if not self._turn.acquire(timeout=self._patience_seconds):
            return NotShown(_("other pages are being prepared; try again in a few seconds"))
        try:
            if place not in self._kept:
                self._keep(place, self._cleaned(answer))
            return self._kept[place]
        finally:
            self._turn.release()

    def _cleaned(self, answer: Answer) -> bytes | NotShown:
        share_with_visits()
        process = LimitedProcess()
        try:
            return asyncio.run(process.call(self._cpu_seconds, self._clean, answer))
        except TooCostly:
            return NotShown(_("cleaning the page takes too much time or memory"))
        except ProcessDied:
            return NotShown(_("the page ended the process that cleans it"))
        except ExtractionError as error:
            # As text, because a sentence that is translated later would hold the error meanwhile.
            problem = {"problem": str(error)}
            return NotShown(_("the page is not readable as HTML: %(problem)s") % problem)
        finally:
            process.close()

    def _keep(self, place: str, page: bytes | NotShown) -> None:
        """Keep the page, and drop the oldest ones beyond the limit."""
        self._kept[place] = page
        while len(self._kept) > 1 and sum(map(_size, self._kept.values())) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def _size(page: bytes | NotShown) -> int:
    """Return the bytes of a page, and a small number for a reason, so that reasons have a bound."""
    return len(page) if isinstance(page, bytes) else 1_000
