"""Put right what is wrong with a source, as the operator accepts it.

Every change can be undone in its history.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from features.discovery.repairs import (
    Repair,
    ShadowRun,
    TakenLink,
    covered,
    proposed,
    repair_of,
    repaired,
)
from features.discovery.services import look
from storage.database.models import Source
from storage.database.port import SourceRecord
from storage.database.sources.source_config import SourceConfig
from storage.documents.port import Filters, SearchRequest
from storage.documents.query_tree import Query
from storage.keys import canonical_url, url_key, urls_before
from watch.loading import load
from webui.apps import stores
from webui.sources.services import sources

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, DiscoveryStep, Proposal

_MAX_PROPOSALS = 4
_STORED = 50
_MAX_LINKS = 200


def look_again(user_id: str, source: Source) -> "Iterator[DiscoveryStep | DiscoveryResult]":
    """Look up the source's address again, and the front page of its site if that gives no proposal.

    Yield the progress, then the result. Raises TooManyVisits at the start.
    """
    from crawler.discovery.values import DiscoveryResult

    front = urlunsplit(urlsplit(source.address)._replace(path="/", query="", fragment=""))
    addresses = tuple(dict.fromkeys((source.address, front)))
    for address in addresses:
        for message in look(user_id, (address,)):
            if not isinstance(message, DiscoveryResult):
                yield message
            # The result of the first address is kept back while another one may give more.
            elif message.proposals or address == addresses[-1]:
                yield message
                return


def repairs(source: Source, proposals: "Sequence[Proposal]") -> list[Repair]:
    """Return the proposals that would change the source and take links, each with its shadow
    run.
    """
    config, stored = source.config(), _latest_documents(source)
    before = _before(config, proposals)
    found = [
        repair_of(config, proposal, _shadow(config, proposal, stored, before))
        for proposal in proposals
    ]
    return [each for each in found if each.differences and each.shadow.links][:_MAX_PROPOSALS]


def accept(source: Source, channel: str, address: str, patterns: Sequence[str], who: str) -> Source:
    """Change the source as an accepted proposal says. Raises Invalid, NotFound."""
    return sources.change(
        source.pk, repaired(source.config(), channel, address, patterns), who, action="repair"
    )


def _shadow(
    config: SourceConfig, proposal: "Proposal", stored: Sequence[TakenLink], before: int | None
) -> ShadowRun:
    changed = proposed(config, proposal)
    links = _links(changed, proposal)[:_MAX_LINKS]
    known = _known([url for url, _ in links], changed.former_hosts)
    listed = {url for url, _ in links}
    return ShadowRun(
        links=[TakenLink(url=url, title=title, known=url in known) for url, title in links],
        before=before,
        examples=stored,
        covered=covered([page.url for page in stored], changed, listed),
    )


def _links(config: SourceConfig, proposal: "Proposal") -> list[tuple[str, str]]:
    """Return the canonical URLs and titles of the links that this source takes from the proposed
    list.
    """
    from crawler.preview import read_fetched_list

    links = proposal.preview.links
    if proposal.preview.fetched is not None:
        links = read_fetched_list(_record(config), proposal.preview.fetched).links or links
    found: dict[str, str] = {}
    for link in links:
        try:
            found.setdefault(canonical_url(link.url), link.title)
        except ValueError:
            continue
    return list(found.items())


def _before(config: SourceConfig, proposals: "Sequence[Proposal]") -> int | None:
    """Return how many links the unchanged source takes from its own list, None if the look-up did
    not keep it.
    """
    from crawler.preview import read_fetched_list

    kept = (each.preview.fetched for each in proposals if each.address == config.address)
    page = next(filter(None, kept), None)
    if page:
        return read_fetched_list(_record(config), page).matched_total
    return None


def _record(config: SourceConfig) -> SourceRecord:
    return sources.full_record(config)


def _known(urls: Sequence[str], former: Sequence[str]) -> set[str]:
    """Return the URLs whose pages were handled, under their present host or a former one; none
    during an outage.
    """
    candidates = {url: [url, *urls_before(url, former)] for url in urls}
    keys = [url_key(each) for group in candidates.values() for each in group]
    answers = iter(load(lambda: stores().seen().contains(keys)).value or [False] * len(keys))
    return {url for url, group in candidates.items() if any(list(islice(answers, len(group))))}


def _latest_documents(source: Source) -> list[TakenLink]:
    """Return the source's latest documents; none during an outage."""
    request = SearchRequest(
        query=Query(), filters=Filters(source=(source.name,)), sort="collected", size=_STORED
    )
    hits = load(lambda: stores().documents().find_hits(request).hits).value or ()
    pages = [hit.document for hit in hits]
    return [TakenLink(url=page.canonical_url, title=page.title, known=True) for page in pages]
