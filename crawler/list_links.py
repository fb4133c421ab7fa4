"""Find the links of a list that may become jobs: what a process for parsers does for a list job.

Pure.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.channels.registry import read_list
from crawler.list_content import Candidate, ListContent
from crawler.sites import domain_of_url
from extractor.results import Link
from scheduler.jobs import SourceSpec
from storage.keys import MAX_URL_LENGTH, canonical_address, fetchable_url, is_web_url, url_key

_MAX_HINT_LENGTH = 500


def read_content(page: FetchedList, source: SourceSpec, reading: ChannelReading) -> ListContent:
    """Read the list; see ``read_list`` for the errors. For 50,000 links this takes seconds."""
    listing = read_list(page, source, reading)
    site = domain_of_url(page.url)
    own = [child for child in listing.children if domain_of_url(child.url) == site]
    return ListContent(
        candidates=list(_candidates(listing.links, source, reading)),
        children=[
            replace(child, url=fetchable_url(child.url))
            for child in own
            if is_web_address(child.url)
        ],
        foreign_children=len(listing.children) - len(own),
        next_url=listing.next_url,
        problem=listing.problem,
        hub=listing.hub,
        note=listing.note,
    )


def is_web_address(url: str) -> bool:
    """Return whether a URL from a page can be fetched and kept."""
    return len(url) <= MAX_URL_LENGTH and is_web_url(url)


def job_text(text: str) -> str:
    """Return a text from a page in a form that fits into a job: valid Unicode, limited length."""
    return text.encode("utf-8", "ignore").decode()[:_MAX_HINT_LENGTH]


def _candidates(
    links: Sequence[Link], source: SourceSpec, reading: ChannelReading
) -> Iterable[Candidate]:
    """Return each canonical URL once, in page order; leave out what is neither a web address nor a
    page that the list carries.
    """
    known: set[str] = set()
    names = Counter(link.entry for link in links)
    for link in links:
        if not (is_web_address(link.url) or reading.carries(link.url)):
            continue
        url = canonical_address(link.url)
        key = url_key(url, job_text(link.version))
        if key not in known:
            known.add(key)
            is_name = names[link.entry] == 1 and link.entry not in ("", link.url)
            if is_name:
                entry = url_key(job_text(link.entry), f"entry of {source.id}")
            else:
                entry = ""
            yield Candidate(link, url, key, entry=entry)
