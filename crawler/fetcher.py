"""The port through which jobs, previews and discovery fetch. It knows plain values and no network library.

``crawler.downloader`` holds the adapter. A test may pass any object with these methods.

No caller passes headers. A caller passes the source, and the adapter asks ``crawler.headers`` which of its headers
the URL may get, so that no caller can send a source's secrets to another site.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from crawler.robots import RobotsRules
from scheduler.jobs import SourceSpec
from storage.seen.port import Validators


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A response. ``url`` is where redirects ended; header names are in lower case; ``status`` is 2xx or 304.

    ``moved_to`` is where permanent redirects lead, "" if the first redirect is not permanent.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    moved_to: str = ""

    @property
    def validators(self) -> Validators:
        """The version of the page as the server names it."""
        return Validators(etag=self.headers.get("etag", ""), last_modified=self.headers.get("last-modified", ""))


class Fetcher(Protocol):
    """Fetches one URL at a time; many calls may be in flight. It does not retry.

    Every request, also one for robots.txt or after a redirect, waits for its host's turn: the slower of the source's
    pace and robots.txt's crawl delay.
    """

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,
        stay_on_host: bool = False,
    ) -> Fetched:
        """Fetch a page and follow its redirects.

        Args:
            url: An http or https URL.
            source: Whose page it is. Its headers go to its own site only, also after redirects, and its
                ``obey_robots`` says whether robots.txt of every host on the way may forbid the fetch. Without a
                source, the request carries no such headers, and robots.txt is obeyed.
            validators: What the last response said of its version; makes the request conditional (RFC 9110, 13.1).
            stay_on_host: Whether to stop at a redirect to another host.

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
        """Return the robots.txt rules for the URL's host; a request for them keeps the source's pace.

        Raises:
            TooEarly, NoRoom: As ``fetch``.
            FetchFailed: The host does not answer for now, so that nothing on it may be fetched (RFC 9309, 2.3.1.4).
        """
        ...

    def has_room(self) -> bool:
        """Say whether the process has memory for further bodies; a caller with other work should wait if not."""
        ...
