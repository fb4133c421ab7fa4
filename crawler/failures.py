"""Why a fetch gave no page, as an outcome; which statuses count as one."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Self

from crawler.redirects import Redirect
from storage.outcomes import Outcome

_MAX_RETRY_AFTER_SECONDS = 86_400.0
_DEFAULT_RETRY_AFTER_SECONDS = 60.0


_MAY_CHANGE_SOON = (408, 425)
"""Statuses 4xx that do not refuse the page: the server was too slow or too early (RFC 9110, 15.5.9;
RFC 8470).
"""


class FetchFailed(Exception):
    """A fetch that gave no page.

    ``retry_after_seconds`` is the least delay that the server asked for, ``status`` its HTTP
    status, 0 without one.
    """

    def __init__(
        self, outcome: Outcome, detail: str, retry_after_seconds: float = 0.0, status: int = 0
    ) -> None:
        self.outcome = outcome
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds
        self.status = status
        super().__init__(f"{outcome}: {detail}")

    @property
    def is_refusal(self) -> bool:
        """Return whether the server refuses the page, so that it would refuse it again soon."""
        if self.outcome is Outcome.HTTP_4XX:
            return self.status not in _MAY_CHANGE_SOON
        return self.outcome is Outcome.CHALLENGE


class NoRoom(FetchFailed):
    """The process has no memory or thread left for this fetch, whatever the site does; it may
    succeed in a moment.
    """

    @classmethod
    def for_body(cls) -> Self:
        """Return the failure of a body that was dropped because the process holds too many
        bytes.
        """
        return cls(
            Outcome.TRUNCATED,
            "other large pages take all the memory for bodies; try again in a minute",
        )

    @classmethod
    def for_look_up(cls) -> Self:
        """Return the failure of a name that is not looked up because the process runs too many
        look-ups.
        """
        return cls(
            Outcome.CONNECT,
            "other host names take all the room for look-ups; try again in a minute",
        )


class TooEarly(FetchFailed):
    """The turn of a host comes in ``wait_seconds``, later than the fetch may wait.

    No request was sent for it.

    ``url`` is the address to ask then: that of the fetch, or where ``redirects`` lead; "" if a
    connection took so long that the turn was lost.
    """

    def __init__(self, host: str, wait_seconds: float) -> None:
        self.wait_seconds = wait_seconds
        self.url = ""
        self.redirects: tuple[Redirect, ...] = ()
        super().__init__(
            Outcome.NOT_YET,
            f"all requests to {host} keep its pace, and the next may be sent in "
            f"{wait_seconds:.0f} seconds",
        )


class CrossHostRedirect(Exception):
    """The page is on another host, at ``url``; no request was sent there yet.

    ``permanent``: it has moved for good. ``redirects`` led there, in their order.
    """

    def __init__(
        self, url: str, *, permanent: bool = False, redirects: tuple[Redirect, ...] = ()
    ) -> None:
        self.url = url
        self.redirects = redirects
        self.permanent = permanent
        super().__init__(url)


def check_status(
    status: int,
    retry_after: str,
    now: float,
    *,
    challenged: bool = False,
    is_conditional: bool = True,
) -> None:
    """Raise FetchFailed unless the status (RFC 9110, 15) brings a page or says that it has not
    changed.

    Args:
        status: The HTTP status.
        retry_after: The Retry-After header, "" without one.
        now: Unix time, from which a date in Retry-After counts.
        challenged: Whether the response is a robot check.
        is_conditional: Whether the request asked for what has changed.
    """
    if 200 <= status < 300 or (status == 304 and is_conditional):
        return
    if status == 304:
        # There is no version that has not changed; a server says so by mistake, often for a while.
        raise FetchFailed(Outcome.HTTP_5XX, "HTTP 304", status=status)
    if status in (404, 410):
        raise FetchFailed(Outcome.GONE, f"HTTP {status}", status=status)
    if status == 407:
        raise FetchFailed(
            Outcome.CONNECT, "the proxy asks for another user or password (HTTP 407)", status=status
        )
    if challenged:
        wait = _seconds(retry_after, now) if retry_after else 0.0
        raise FetchFailed(Outcome.CHALLENGE, f"HTTP {status}, a robot check", wait, status)
    if status == 429 or (status == 503 and retry_after):
        wait = _seconds(retry_after, now)
        until = datetime.fromtimestamp(now + wait, UTC)
        raise FetchFailed(
            Outcome.THROTTLED,
            f"HTTP {status}, the site asks to wait until {until:%Y-%m-%d %H:%M} UTC",
            wait,
            status,
        )
    if 300 <= status < 400:
        # The fetcher follows every redirect it can; this one names no address, or one that is not
        # http(s).
        raise FetchFailed(Outcome.REDIRECT_LOOP, f"HTTP {status} leads nowhere")
    # RFC 9110, 15: treat a status outside 100 to 599 as 5xx.
    outcome = Outcome.HTTP_4XX if 100 <= status < 500 else Outcome.HTTP_5XX
    raise FetchFailed(outcome, f"HTTP {status}", status=status)


def _seconds(retry_after: str, now: float) -> float:
    """Read Retry-After, seconds or a date (RFC 9110, 10.2.3), up to a day; a minute if it is
    neither.
    """
    given = retry_after.strip()
    if given.isascii() and given.isdigit():
        return min(float(given), _MAX_RETRY_AFTER_SECONDS)
    try:
        wait = parsedate_to_datetime(given).timestamp() - now
    except (ValueError, OverflowError):
        return _DEFAULT_RETRY_AFTER_SECONDS
    return min(max(wait, 0.0), _MAX_RETRY_AFTER_SECONDS)
