"""What workers do for the mails of a folder: how it differs from a list on the web."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.errors import CrawlerError
from crawler.list_content import Candidate, ListContent
from crawler.list_links import job_text
from crawler.parsing import Parsers
from crawler.stores import WorkerStores
from crawler.turns import Turns
from features.newsletters import lists
from features.newsletters.addresses import (
    address_of_folder,
    address_of_issue,
    is_mail,
    read_folder,
)
from features.newsletters.mailboxes.fetcher import MailboxFetcher
from features.newsletters.mails.acting import address_acts
from features.newsletters.mails_apart import read_mails_apart
from scheduler.jobs import SourceSpec
from storage.keys import host_of, url_key
from storage.seen.port import Validators
from storage.settings import Settings


class NewsletterReading(ChannelReading):
    """How the mails of a folder are read."""

    def __init__(self) -> None:
        super().__init__(lists.read)

    def carries(self, url: str) -> bool:
        """Return whether the address is that of a mail."""
        return is_mail(url)

    def fetcher(
        self, settings: Settings, turns: Turns, check_host: Callable[[str], Awaitable[str]]
    ) -> MailboxFetcher:
        """Return what reads folders by IMAP."""
        return MailboxFetcher(settings, turns, check_host)

    async def read_apart(
        self,
        parsers: Parsers,
        page: FetchedList,
        source: SourceSpec,
        error: CrawlerError,  # noqa: ARG002 one mail has caused it
    ) -> ListContent:
        """Read mail by mail."""
        return await read_mails_apart(parsers, page, source, self)

    def version(self, url: str, validators: Validators, next_url: str) -> tuple[str, Validators]:
        """Return the version of the folder. It says how far it is read: if this visit ends here,
        the next one goes on.
        """
        left = read_folder(next_url).place if next_url else ""
        is_part = bool(left and validators.etag)
        return address_of_folder(url), replace(validators, etag=left) if is_part else validators

    async def with_own_addresses(
        self,
        stores: WorkerStores,
        candidates: Sequence[Candidate],
        owner: str,
        claim_seconds: int,
    ) -> list[Candidate]:
        """Return the candidates; a mail that bears the Message-ID of another one has an address of
        its own.

        The key of a mail tells it from others with its Message-ID. The address with the Message-ID
        alone is that of the first one: whoever stores it commits the key of this address too.

        Letters that were stored when this address alone told them apart are committed, not stored
        again.
        """
        mails = [each for each in candidates if is_mail(each.url) and each.link.version]
        if not mails:
            return list(candidates)
        keys = [url_key(each.url) for each in mails]
        granted = await stores.claim(keys, owner, claim_seconds)
        is_first = {each.key: is_ours for each, is_ours in zip(mails, granted, strict=True)}
        stored = {
            each.key for each in mails if not is_first[each.key] and await _is_stored(stores, each)
        }
        # They came before the addresses of mails had anything beside the Message-ID.
        if stored:
            await stores.commit(list(stored))
        return [
            _as_mail(each, is_first=is_first[each.key]) if each.key in is_first else each
            for each in candidates
            if each.key not in stored
        ]

    def why_not(self, url: str) -> str:
        """Return why nobody may follow a link of a mail for its reader."""
        if not address_acts(url):
            return ""
        # Without the address, which may hold a number of the reader.
        return f"a link of a mail leads to {host_of(url)}, where it would act for the reader"


async def _is_stored(stores: WorkerStores, mail: Candidate) -> bool:
    """Return whether the letter that is stored under the Message-ID of a mail is this one."""
    document = await stores.document(url_key(mail.url))
    link = mail.link
    return (
        document is not None
        and document.title == job_text(link.title)
        and document.published == link.published
    )


def _as_mail(candidate: Candidate, *, is_first: bool) -> Candidate:
    """Return a mail under its Message-ID, or under an address of its own."""
    link = candidate.link
    url = candidate.url if is_first else address_of_issue(candidate.url, link.version)
    return replace(candidate, link=replace(link, url=url, version=""), url=url)
