"""Keep between visits how far a list was read, and in which version."""

from crawler.channels.registry import reading_of
from crawler.fetcher import Fetched
from crawler.list_limits import most_pages, reads_to_end
from crawler.list_names import list_name, validators_name
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob
from storage.seen.port import Validators

UNREAD_SECONDS = 7 * 86_400
"""How long it is known where the next visit of a list goes on."""
_PLACE_SECONDS = 30 * 86_400
"""How long it is known, after a visit, how far a list that is read to its end was read. Without it
the whole list is read again; a week's outage must not cost that.
"""


class ListProgress:
    """Knows the page at which a list is read on, and the version that was read."""

    def __init__(self, ports: WorkerStores, claim_seconds: int) -> None:
        self._ports = ports
        self._claim_seconds = claim_seconds

    async def unread_page(self, job: ListJob) -> int:
        """Return the number of the page that an earlier visit could not read, 0 without one.

        A list that is read to its end is read from its last version on until that is done.
        """
        if reads_to_end(job) or most_pages(job) == 1:
            return 0
        return await self._ports.get_unread_page(list_name(job))

    async def note_unread_page(self, job: ListJob) -> None:
        """Record that a later page was not read, so that the next visits read on to it, with or
        without new links.
        """
        if job.page > 1 and not reads_to_end(job):
            await self._ports.put_unread_page(list_name(job), job.page, UNREAD_SECONDS)

    async def note_read(self, job: ListJob) -> None:
        """Record that the page is read now that an earlier visit could not read."""
        await self._ports.drop_unread_page(list_name(job), job.page)

    async def validators(self, job: ListJob, unread: int) -> Validators | None:
        """Return the version for a conditional request.

        There is none if a later page is to be read: "not modified" would end the visit before it.
        """
        if unread > job.page:
            return None
        [validators] = await self._ports.get_validators([validators_name(job.source, job.url)])
        return validators

    async def keep_version(self, job: ListJob, fetched: Fetched, next_url: str = "") -> None:
        """Keep the version of a list that gave links, so that a later "not modified" is good news
        too.

        Keep none for a sitemap index, which stays the same while its parts change.
        """
        reading = reading_of(job.source.channel)
        url, validators = reading.version(job.url, fetched.validators, next_url)
        if not (validators.etag or validators.last_modified):
            return
        # Otherwise no longer than a claim: the page of a lost job is then found again, even if
        # the list has not changed.
        seconds = _PLACE_SECONDS if reads_to_end(job) else self._claim_seconds
        await self._ports.put_validators({validators_name(job.source, url): validators}, seconds)
