"""Clean archived pages within limits: each in a process of its own, one at a time, and once."""

from collections.abc import Callable
from functools import cache

from django.utils.translation import gettext_lazy as _

from crawler.errors import ProcessDied, TooCostly
from features.archive.as_collected import MAX_BYTES, cleaned
from features.archive.store.port import Answer
from webui.limited_answers import PATIENCE_SECONDS, Busy, Failure, LimitedAnswers

_CPU_SECONDS = 4.0
"""The most expensive pages that were found take a second for ``MAX_BYTES``."""
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
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._pages: LimitedAnswers[bytes | NotShown] = LimitedAnswers(
            clean,
            failed=_not_shown,
            size=_size,
            kept_bytes=_KEPT_BYTES,
            cpu_seconds=cpu_seconds,
            patience_seconds=patience_seconds,
        )

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
        page = self._pages.answer(place, answer)
        if isinstance(page, NotShown):
            # Raised itself, the kept one would hold every view's page in its traceback.
            raise NotShown(*page.args)
        return page


@cache
def collected_pages() -> CollectedPages:
    """Return the cleaned pages of this process."""
    return CollectedPages()


def _not_shown(failure: Failure) -> NotShown:
    if isinstance(failure, Busy):
        return NotShown(_("other pages are being prepared; try again in a few seconds"))
    if isinstance(failure, TooCostly):
        return NotShown(_("cleaning the page takes too much time or memory"))
    if isinstance(failure, ProcessDied):
        return NotShown(_("the page ended the process that cleans it"))
    # As text, because a sentence that is translated later would hold the error meanwhile.
    problem = {"problem": str(failure)}
    return NotShown(_("the page is not readable as HTML: %(problem)s") % problem)


def _size(page: bytes | NotShown) -> int:
    """Return the bytes of a page, and a small number for a reason, so that reasons have a bound."""
    return len(page) if isinstance(page, bytes) else 1_000
