"""Record what a list shows, for those who look at its source and not at its pages."""

from datetime import datetime

from crawler.list_content import ListContent
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob
from storage.channels import traits_of
from storage.findings.signs import HubOffer
from storage.keys import url_key
from storage.traces.steps import MAX_OF_A_LIST, Shown

# The newest come first. Sixteen digits tell the links of one site apart.
_LINKS_COMPARED = 64
_LINK_DIGITS = 16


async def record_signs(
    ports: WorkerStores, job: ListJob, content: ListContent, collected: datetime
) -> None:
    """Record the hub of a feed, the newest links, and what a trace says of the list."""
    at = collected.timestamp()
    if job.source.channel == "feed" and job.page == 1:
        hub = content.hub
        # None is recorded too: a feed that names its hub no more is not subscribed to any more.
        if hub:
            offer = HubOffer(url=job.url, hub=hub.address, topic=hub.topic)
        else:
            offer = None
        await ports.record_hub(job.source.id, offer)
    if traits_of(job.source.channel).shows_newest and content.candidates:
        # So that a site's feed and list page can be compared.
        newest = content.candidates[:_LINKS_COMPARED]
        links = [candidate.key[:_LINK_DIGITS] for candidate in newest]
        await ports.record_links(job.source.id, links, at)
    if job.page == 1:
        # A trace says which lists show a known page again.
        traced = content.candidates[:MAX_OF_A_LIST]
        keys = tuple(url_key(candidate.url) for candidate in traced)
        ports.traces.add_shown(Shown(source_id=job.source.id, list_url=job.url, at=at, keys=keys))
