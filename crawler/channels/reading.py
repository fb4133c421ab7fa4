"""What workers do for the lists of a channel.

What is here is what they do for lists on the web. A feature that brings a channel overrides what is
different. A reading has no state: it is sent to the processes for parsers.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from crawler.channels.fetched_list import FetchedList
from crawler.errors import CrawlerError
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.turns import Turns
from extractor.results import Listing
from hooks.answers import Part
from scheduler.jobs import SourceSpec
from storage.outcomes import Outcome
from storage.seen.port import Validators
from storage.settings import Settings

if TYPE_CHECKING:
    from crawler.list_content import Candidate, ListContent
    from crawler.parsing import Parsers
    from crawler.stores import WorkerStores

Read = Callable[[FetchedList, SourceSpec], Listing]


class ListFetcher(Protocol):
    """Fetches lists that are not on the web."""

    async def fetch(
        self, url: str, *, source: SourceSpec, validators: Validators | None = None, rank: int = 0
    ) -> Fetched:
        """See ``crawler.fetcher.Fetcher.fetch``."""


class ChannelReading:
    """How the lists of a channel are read."""

    def __init__(self, read: Read) -> None:
        """``read`` reads a fetched list, in a process for parsers: it must be importable. What is
        wrong with the list is in ``problem`` of its result.
        """
        self.read = read

    def carries(self, url: str) -> bool:  # noqa: ARG002 for those who override it
        """Return whether a list has all of the page at this address, which is not on the web."""
        return False

    def fetcher(
        self,
        settings: Settings,  # noqa: ARG002
        turns: Turns,  # noqa: ARG002
        check_host: Callable[[str], Awaitable[str]],  # noqa: ARG002
    ) -> ListFetcher:
        """Return what fetches lists that are not on the web: asked once in a worker.

        ``check_host`` returns the address of a host to connect to, or raises FetchFailed.
        """
        raise FetchFailed(Outcome.BAD_PATTERN, "the lists of this channel are on the web")

    async def read_apart(
        self,
        parsers: "Parsers",  # noqa: ARG002
        page: FetchedList,  # noqa: ARG002
        source: SourceSpec,  # noqa: ARG002
        error: CrawlerError,
    ) -> "ListContent":
        """Read the parts of a list one by one, after reading all of it had an error that one part
        may be guilty of.
        """
        raise error

    async def with_own_addresses(
        self,
        stores: "WorkerStores",  # noqa: ARG002
        candidates: Sequence["Candidate"],
        owner: str,  # noqa: ARG002
        claim_seconds: int,  # noqa: ARG002
    ) -> list["Candidate"]:
        """Return the claimed links of a list, of which each page has an address that no other
        has.
        """
        return list(candidates)

    def version(self, url: str, validators: Validators, next_url: str) -> tuple[str, Validators]:  # noqa: ARG002
        """Return which version of which list is kept for the next visit, after a page of it was
        read.
        """
        return url, validators

    def recognised(self, page: FetchedList) -> Listing | None:  # noqa: ARG002
        """Return what a page holds that nobody has said the channel of; None if it is no list of
        this channel.
        """
        return None

    def shown(self, page: FetchedList, source: SourceSpec) -> Part | None:  # noqa: ARG002
        """Return what a trial shows of how a list is read, beside its links."""
        return None

    def why_not(self, url: str) -> str:  # noqa: ARG002
        """Return why a link of a list must not lead to an address, "" if it may."""
        return ""
