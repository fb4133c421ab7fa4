"""Keyword lists that several search sources share."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet, Window
from django.db.models.functions import RowNumber

from storage.database.models import KeywordList, Source
from storage.database.sources import keyword_lists
from watch.loading import Loaded, load
from webui.apps import stores
from webui.sources.keyword_yield import KeywordYield, yields

_WEEK = 7 * 86400
_NAMED = 20
"""Thousands of sources may use a list."""


@dataclass(frozen=True, kw_only=True)
class KeywordTable:
    """The counts of each keyword since the beginning of the day ``since`` (UTC), that of a week.

    ``has_asked``: a keyword that was not asked was not searched for. Older programs did not count
    what they asked.
    """

    rows: Loaded[list[KeywordYield]]
    since: date
    has_asked: bool = True


@dataclass(frozen=True, kw_only=True)
class ListUse:
    """The first sources by name that use a list, as ids and names, and how many ``more`` do."""

    sources: Sequence[tuple[int, str]]
    more: int


def all_lists() -> list[KeywordList]:
    """Return the lists by name."""
    return list(KeywordList.objects.order_by("name"))


def lists_with_sources() -> list[KeywordList]:
    """Return the lists by name, each with all sources that use it, of which only names are read."""
    names = Prefetch("sources", Source.objects.only("name").order_by())
    return list(KeywordList.objects.prefetch_related(names).order_by("name"))


def uses_of(lists: Iterable[KeywordList]) -> list[ListUse]:
    """Return which sources use each of these lists."""
    uses: QuerySet[Any, Any] = Source.keyword_lists.through.objects.all()
    turn = Window(
        RowNumber(), partition_by=F("keywordlist"), order_by=(F("source__name"), F("source"))
    )
    first = uses.annotate(turn=turn).filter(turn__lte=_NAMED).order_by("turn")
    named: dict[int, list[tuple[int, str]]] = {}
    numbers = dict(uses.values_list("keywordlist").annotate(number=Count("*")))
    for list_id, source_id, name in first.values_list("keywordlist", "source", "source__name"):
        named.setdefault(list_id, []).append((source_id, name))
    known = [(named.get(words.pk, []), numbers.get(words.pk, 0)) for words in lists]
    return [ListUse(sources=sources, more=number - len(sources)) for sources, number in known]


def get_list(list_id: int) -> KeywordList | None:
    """Return the list, or None."""
    return KeywordList.objects.filter(pk=list_id).first()


def save(name: str, keywords: Sequence[str], who: str, list_id: int | None) -> KeywordList:
    """Add a list, or change the one with this id. Raises Invalid and NotFound."""
    return keyword_lists.save_keyword_list(name, keywords, who, list_id)


def delete(list_id: int, who: str) -> None:
    """Delete a list. Raises NotFound, and Invalid if a source would be left without keywords."""
    keyword_lists.delete_keyword_list(list_id, who)


def list_table(words: KeywordList) -> KeywordTable:
    """Return the counts of a list's keywords in all sources that use it."""
    source_ids = list(words.sources.values_list("pk", flat=True))
    return table_of(words.keywords, source_ids)


def keyword_table(source: Source) -> KeywordTable:
    """Return the counts of a search source's keywords, including those of its lists."""
    return table_of(source.record().keywords, [source.pk])


def table_of(keywords: Iterable[str], source_ids: Sequence[int]) -> KeywordTable:
    """Return the counts of keywords in these sources together."""
    now = time.time()
    # Two full weeks and the current one.
    since = (now // _WEEK - 2) * _WEEK
    start = datetime.fromtimestamp(since, UTC)
    counted = load(
        lambda: stores().counters().keyword_counts(source_ids, since, now) if source_ids else {}
    )
    rows: Loaded[list[KeywordYield]] = Loaded(outage=counted.outage)
    has_asked = True
    if counted.value is not None:
        rows = Loaded(value=yields(keywords, counted.value.values()))
        every = [counts for found in counted.value.values() for counts in found.values()]
        has_asked = any(each.asked for each in every) or not _were_visited(source_ids, start)
    return KeywordTable(rows=rows, since=start.date(), has_asked=has_asked)


def _were_visited(source_ids: Sequence[int], since: datetime) -> bool:
    return Source.objects.filter(pk__in=source_ids, last_visit__gte=since).exists()
