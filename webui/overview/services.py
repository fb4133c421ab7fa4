"""The data of the overview: volume, top words, newest documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.core.cache import cache

from storage.documents.port import Document, Filters, SearchRequest
from storage.documents.query_tree import Query
from webui.apps import stores
from webui.loading import Loaded, load
from webui.overview.top_words import TopWord, top_words_by_language
from webui.overview.volume import Daily, Volume, VolumeComparison, compare_volume, days_until, volume
from webui.search.services.documents import segmenter

WORDS_PER_DAY = 150
"""How many of the day's newest documents are read for the top words; half as many of each of the seven days before."""
_WORDS_BEFORE = WORDS_PER_DAY // 2
_WORDS_SHOWN = 30
_LATEST = 6
_WEEK = 7
# Counting is slow on large stores, and top words are slower. On a new store, cached numbers are soon wrong.
_COUNTS_SECONDS = 15
_WORDS_SECONDS = 180
_FEW_DOCUMENTS = 100


@dataclass(frozen=True, kw_only=True)
class DocumentCounts:
    """Published documents by day. ``sites``: how many sites published today."""

    channels: Volume
    sites: Volume
    change: VolumeComparison
    sites_today: int
    documents: int


@dataclass(frozen=True, kw_only=True)
class TopWords:
    """The top words, and from how many documents of the day; ``compared``: of the week before."""

    words: list[TopWord]
    documents: int
    compared: int


@dataclass(frozen=True, kw_only=True)
class Overview:
    """The parts of the page for the UTC day ``today``, all from one store."""

    today: date
    counts: Loaded[DocumentCounts]
    words: Loaded[TopWords]
    latest: Loaded[list[Document]]


def overview() -> Overview:
    """Read all parts, from the cache where possible."""
    today = datetime.now(UTC).date()
    counts = load(lambda: _counts(today))
    if counts.outage:
        return Overview(today=today, counts=counts, words=Loaded(), latest=Loaded())
    return Overview(today=today, counts=counts, words=load(lambda: _words(today)), latest=load(latest))


def latest() -> list[Document]:
    """Return the newest documents without their content."""
    return [document for document, _text in _newest(Filters(before=datetime.now(UTC).date()), _LATEST)]


def _counts(today: date) -> DocumentCounts:
    key = f"overview-counts-{today}"
    found: DocumentCounts | None = cache.get(key)
    if found is None:
        found = _count(today)
        cache.set(key, found, _COUNTS_SECONDS if found.documents > _FEW_DOCUMENTS else 1)
    return found


def _count(today: date) -> DocumentCounts:
    channels, sites = _daily(today, "channel"), _daily(today, "site")
    drawn = volume(channels, today)
    return DocumentCounts(
        channels=drawn,
        sites=volume(sites, today),
        change=compare_volume(drawn.totals),
        sites_today=len(sites.get(today, {})),
        documents=stores().documents().info().documents,
    )


def _daily(today: date, name: str) -> Daily:
    asked = SearchRequest(query=Query(), filters=Filters(after=days_until(today)[0], before=today))
    return stores().documents().daily_counts(asked, name)


def _words(today: date) -> TopWords:
    key = f"overview-words-{today}"
    found: TopWords | None = cache.get(key)
    if found is None:
        found = _find_words(today)
        cache.set(key, found, _WORDS_SECONDS if found.documents > _FEW_DOCUMENTS else _COUNTS_SECONDS)
    return found


def _find_words(today: date) -> TopWords:
    now = _texts([today], WORDS_PER_DAY)
    before = _texts([today - timedelta(days=back) for back in range(1, _WEEK + 1)], _WORDS_BEFORE)
    words = top_words_by_language(now, before, segmenter().split, _WORDS_SHOWN)
    return TopWords(words=words, documents=_number(now), compared=_number(before))


def _texts(days: Sequence[date], size: int) -> Mapping[str, Sequence[str]]:
    """Return the titles and beginnings of the newest documents of each day, by language."""
    found: dict[str, list[str]] = {}
    for day in days:
        for document, text in _newest(Filters(after=day, before=day), size):
            found.setdefault(document.lang, []).append(f"{document.title}\n{text}")
    return found


def _number(texts: Mapping[str, Sequence[str]]) -> int:
    return sum(map(len, texts.values()))


def _newest(filters: Filters, size: int) -> list[tuple[Document, str]]:
    asked = SearchRequest(query=Query(), filters=filters, sort="time", size=size, facets=False)
    hits = stores().documents().search(asked).hits
    return [(hit.document, "".join(snippet.text for snippet in hit.snippets)) for hit in hits]
