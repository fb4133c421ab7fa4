"""A page that shows how far a long operation is, while it runs.

The page is sent piece by piece, so there is no task on the server that could outlive its reader,
and no script is needed. Closing the page ends the operation after the part that it is in.
"""

import logging
from collections.abc import Callable, Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation

logger = logging.getLogger(__name__)

_STEPS = "<!-- steps -->"
_RESULT = "<!-- result -->"


def progress_page(
    request: HttpRequest,
    done: Iterator[int],
    total: int,
    back: str,
    said: Callable[[int], str],
) -> StreamingHttpResponse:
    """Return the page.

    Args:
        request: The request.
        done: Does the operation; yields after each part how many things it did.
        total: How many things there are to do.
        back: The address of the page to go back to.
        said: Returns what was done, for a number of things.
    """
    page = render_to_string("monitor/progress.html", {"total": total, "back": back}, request)
    response = StreamingHttpResponse(_pieces(page, done, total, said))
    # A reverse proxy that buffers the response would hide the progress.
    response["X-Accel-Buffering"] = "no"
    return response


def _pieces(
    page: str, done: Iterator[int], total: int, said: Callable[[int], str]
) -> Iterator[str]:
    # The middleware that chose language and zone has finished before the first piece is asked for.
    language, zone = translation.get_language(), timezone.get_current_timezone()
    head, _, rest = page.partition(_STEPS)
    middle, _, tail = rest.partition(_RESULT)

    def shown(name: str, **context: object) -> str:
        with translation.override(language), timezone.override(zone):
            return render_to_string(f"monitor/{name}.html", context)

    def sentence(count: int) -> str:
        with translation.override(language), timezone.override(zone):
            return said(count)

    yield head
    count, is_broken = 0, False
    try:
        for part in done:
            count += part
            yield shown("progress_step", count=count, total=total)
    except Exception:  # half of the page has been sent: end it properly instead of cutting it off
        logger.exception("a long operation was interrupted")
        is_broken = True
    yield middle
    yield shown("progress_result", text=sentence(count), is_broken=is_broken)
    yield tail
