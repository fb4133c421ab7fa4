"""Find the links of a list that may become jobs: what a process for parsers does for a list job. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from extractor.results import Link, Listing
from scheduler.jobs import SourceSpec
from storage.keys import canonical_url, url_key

_LONGEST_URL = 2_000
_LONGEST_HINT = 500


@dataclass(frozen=True)
class Candidate:
    """A link with its canonical URL and key. ``place`` is its place among the new links of the visit."""

    link: Link
    url: str
    key: str
    place: int = 0


def read_candidates(page: FetchedList, source: SourceSpec) -> tuple[Listing, list[Candidate]]:
    """Read the list and its candidates; see ``read_list`` for the errors. For 50,000 links this takes seconds."""
    listing = read_list(page, source)
    return listing, list(_candidates(listing.links))


def is_web_address(url: str) -> bool:
    """Say whether a URL from a page can be fetched and kept."""
    if len(url) > _LONGEST_URL:
        return False
    try:
        return bool(canonical_url(url))
    except ValueError:
        return False


def hint(text: str) -> str:
    """Return a text from a page in a form that fits into a job: valid Unicode, limited length."""
    return text.encode("utf-8", "ignore").decode()[:_LONGEST_HINT]


def _candidates(links: Iterable[Link]) -> Iterable[Candidate]:
    """Return each canonical URL once, in page order; leave out what is not a web address."""
    known: set[str] = set()
    for link in links:
        if not is_web_address(link.url):
            continue
        url = canonical_url(link.url)
        key = url_key(url, hint(link.version))
        if key not in known:
            known.add(key)
            yield Candidate(link, url, key)
