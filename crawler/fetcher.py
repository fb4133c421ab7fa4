"""The port through which jobs, previews and discovery fetch.

It knows plain values and no network library.

``crawler.downloader`` holds the adapter. A test may pass any object with these methods.

No caller passes headers. A caller passes the source, and the adapter asks ``crawler.headers`` which
of its headers the URL may get, so that no caller can send a source's secrets to another site.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from crawler.failures import FetchFailed
from crawler.redirects import Redirect
from crawler.robots import RobotsRules
from scheduler.jobs import SourceSpec
from storage.seen.port import Validators


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A response.

    ``url`` is where redirects ended; header names are in lower case; ``status`` is 2xx or 304.

    ``moved_to`` is where permanent redirects lead, "" if the first redirect is not permanent.
    ``missing`` is why a script of the page did not get what it asked for, None if it got all, or if
    another visit would not get it either. ``note`` is what was wrong with the response, "" if
    nothing. ``address`` is the network address that it came from, "" through a proxy. ``picture``
    is what a browser showed of the page, as JPEG; b"" without one. ``redirects`` led to ``url``, in
    their order.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    moved_to: str = ""
    missing: FetchFailed | None = None
    note: str = ""
    address: str = ""
    picture: bytes = field(default=b"", repr=False)
    redirects: tuple[Redirect, ...] = ()

    @property
    def validators(self) -> Validators:
        """The version of the page as the server names it."""
        return Validators(
            etag=self.headers.get("etag", ""), last_modified=self.headers.get("last-modified", "")
        )


@dataclass(frozen=True, kw_only=True)
class PagePart:
    """A request of a page that a browser reads, such as one for a script.

    Header names are in lower case.

    ``page_address`` is the network address that the page came from, "" through a proxy. Unless that
    is private, the request goes to no private address, even if the settings allow it.
    ``stay_on_host``: stop at a redirect to another host.
    """

    url: str
    page_address: str
    headers: Mapping[str, str]
    method: str = "GET"
    body: bytes = b""
    stay_on_host: bool = False


@dataclass(frozen=True, kw_only=True)
class PartAnswer:
    """The response to a ``PagePart``, whatever its status.

    ``url`` is where redirects ended; header names in lower case.

    Several headers of one name are joined with a line feed.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes


class Fetcher(Protocol):
    """Fetches one URL at a time; many calls may be in flight. It does not retry.

    Every request, also one for robots.txt or after a redirect, waits for its host's turn: the
    slower of the source's pace and robots.txt's crawl delay.
    """

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,
        stay_on_host: bool = False,
        rank: int = 0,
    ) -> Fetched:
        """Fetch a page and follow its redirects.

        Args:
            url: An http or https URL.
            source: Whose page it is. Its headers go to its own site only, also after redirects, and
                its ``obey_robots`` says whether robots.txt of every host on the way may forbid the
                fetch. Without a source, the request carries no such headers, and robots.txt is
                obeyed.
            validators: What the last response said of its version; makes the request conditional
                (RFC 9110, 13.1).
            stay_on_host: Whether to stop at a redirect to another host.
            rank: Its rank among those that wait for a host's turn; see ``Pace.acquire``.

        Returns:
            A response with status 2xx, or 304 without a body.

        Raises:
            FetchFailed: The fetch gave no page. The failure names the outcome.
            TooEarly: The turn of a host comes later than this process waits.
            NoRoom: The process holds too many bytes of other bodies, or looks too many names up.
            CrossHostRedirect: ``stay_on_host`` is set and the page is on another host.
        """
        ...

    async def robots_rules(self, url: str, *, source: SourceSpec | None = None) -> RobotsRules:
        """Return the robots.txt rules for the URL's host; a request for them keeps the source's
        pace.

        Raises:
            TooEarly, NoRoom: As ``fetch``.
            FetchFailed: The host does not answer for now, so that nothing on it may be fetched (RFC
                9309, 2.3.1.4).
        """
        ...

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:
        """Return a fetched page as a browser shows it; None if this fetcher has no browser, or it
        shows nothing.
        """
        ...

    def has_room(self) -> bool:
        """Return whether the process has memory for further bodies; a caller with other work should
        wait if not.
        """
        ...


class PartFetcher(Fetcher, Protocol):
    """A fetcher that also fetches for a browser, under the same rules: addresses, pace, robots.txt,
    limits.
    """

    async def fetch_part(
        self, part: PagePart, *, source: SourceSpec | None, wait_seconds: float
    ) -> PartAnswer:
        """Fetch what a page asks for, with the cookies of ``part`` only.

        Args:
            part: The request. The source's headers replace its own, on the source's site only.
            source: Whose page it is.
            wait_seconds: How long to wait for the turns of hosts.

        Raises:
            FetchFailed: No response. The failure names the outcome.
            TooEarly, NoRoom, CrossHostRedirect: As ``fetch``.
        """
        ...
