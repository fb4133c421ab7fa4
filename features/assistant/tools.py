"""What an assistant can ask: documents, stories, hot topics, counts over time, states of sources.

Each call checks the token again.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, get_args

from django.http import QueryDict

from features.over_time import public as over_time
from features.over_time.public import MAX_QUERIES, Counted, OverTimeParams
from features.stories import public as stories
from features.stories.public import Order, StoryRow, said_in, said_out
from features.stories.public_topics import Topic, hot_topics
from hooks.answers import SearchTool
from storage.database.models import Source
from storage.database.people.rights import Right
from storage.database.people.tokens import token_of
from storage.documents.errors import QueryError
from storage.documents.port import ByDay, Document, Hit
from storage.documents.uses import forbidding
from storage.whole_numbers import MAX_WHOLE
from watch.sources.source_health import SourceHealth
from watch.sources.states import current_states
from webui.apps import stores
from webui.labels import query_problem
from webui.search.addresses import address_of_document
from webui.search.params import SearchParams
from webui.search.services import documents
from webui.sources.explanation import evidence, what_to_do
from webui.sources.services.table import find_sources
from webui.sources.table import TableParams

MAX_HITS = 50
"""The most documents, stories or sources in one answer: more would crowd out what an assistant is
asked about.
"""
MAX_CHARACTERS = 50_000
"""The most of a document's text in one answer: an assistant asks for the rest by its offset."""
_MAX_DAYS = 400
MAX_SHOWN = 80
"""Characters of a wrong value that an error repeats."""
_BY = ("site", "source", "channel", "lang", "kind")


class AskedWronglyError(Exception):
    """What the assistant reads about a call that cannot be answered."""


@dataclass(frozen=True)
class NewsTools:
    """The tools of one token. All raise AskedWronglyError, and errors of the stores."""

    token: str

    def search(
        self, query: str, filters: dict[str, str], sort: str, size: int, cursor: str
    ) -> dict[str, Any]:
        """Return one page of hits, copies once."""
        self._check()
        params = _params({**filters, "q": query, "sort": sort, "cursor": cursor})
        with _query_errors():
            asked = documents.request_of(params, size=_size(size), facets=False)
            page = documents.search(asked)
        return {
            "total": page.total,
            "hits": [_hit(hit) for hit in page.hits],
            "cursor": page.cursor,
        }

    def document(self, document_id: str, offset: int) -> dict[str, Any]:
        """Return a document with a part of its text."""
        self._check()
        found = stores().documents().get(document_id)
        if found is None:
            raise AskedWronglyError(f"There is no document {document_id[:MAX_SHOWN]}.")
        if withheld := _withheld(found):
            return {**_head(found), "text": "", "next_offset": None, "withheld": withheld}
        start = max(offset, 0)
        text = found.content[start : start + MAX_CHARACTERS]
        following = start + len(text)
        return {
            **_head(found),
            "text": text,
            "next_offset": following if following < len(found.content) else None,
            "confidence": found.confidence,
        }

    def list_stories(
        self, query: str, filters: dict[str, str], sort: str, size: int, skip: int
    ) -> dict[str, Any]:
        """Return stories that several sites report; of the last 24 hours, without dates."""
        self._check()
        order = _choice("sort", sort, get_args(Order))
        params = stories.in_time(_params({**filters, "q": query}))
        start = min(max(skip, 0), MAX_WHOLE)
        with _query_errors():
            found = stories.list_stories(params, order, start, _size(size))
        following = start + len(found.rows)
        return {
            "total": found.total,
            "stories": [_story_row(row) for row in found.rows],
            "next_skip": following if following < found.total else None,
        }

    def story(self, story_id: str) -> dict[str, Any]:
        """Return a story with its reports in order of time."""
        self._check()
        found = stories.read(story_id)
        if found is None:
            raise AskedWronglyError(f"There is no story {story_id[:MAX_SHOWN]}.")
        urls = _urls_of_story(found.head, len(found.members))
        reports = [
            {
                "id": each.pk,
                "title": each.title,
                "url": urls.get(each.pk),
                "page": address_of_document(each.pk),
                "lang": found.lang_of(each),
                "site": each.site,
                "kind": each.kind,
                "published": _stamp(each.published),
            }
            for each in found.members
        ]
        return {
            "id": found.head,
            "title": found.story.title,
            "lang": found.story.lang,
            "documents": found.documents,
            "languages": [
                {"lang": each.lang, "title": each.title, "documents": each.documents}
                for each in found.tellings
            ],
            "people": found.people,
            "organisations": found.organisations,
            "places": found.places,
            "key_terms": found.words,
            "reports": reports,
            "related": [{"id": each.pk, "title": each.title} for each in found.related],
        }

    def said(self, story_id: str, since: str) -> dict[str, Any]:
        """Return what the reports of a story agree on, contradict each other on, and more: of
        those reports whose pages do not withhold it.
        """
        self._check()
        found = stories.read(story_id)
        if found is None:
            raise AskedWronglyError(f"There is no story {story_id[:MAX_SHOWN]}.")
        said = said_out(said_in(found.tellings, _moment(since), _may_quote))
        return {"id": found.head, "title": found.story.title, **said.model_dump(mode="json")}

    def topics(self) -> dict[str, Any]:
        """Return the hot topics with the stories behind them, and when they were found."""
        self._check()
        found = hot_topics()
        if found is None:
            return {"topics": [], "found": None}
        return {"topics": [_topic(each) for each in found.topics], "found": _stamp(found.at)}

    def volume(self, query: str, filters: dict[str, str], by: str) -> dict[str, Any]:
        """Return how many matches were published on each day (UTC), by a field; the newest
        _MAX_DAYS days.
        """
        self._check()
        if by not in _BY:
            raise AskedWronglyError(
                f"{by} is not a field to count by. Choose one of {', '.join(_BY)}."
            )
        params = _params({**filters, "q": query})
        with _query_errors():
            request = documents.request_of(params, facets=False)
            days = stores().documents().aggregate(request, ByDay(by))
        newest: Sequence[date] = sorted(days)[-_MAX_DAYS:]
        return {"by": by, "days": {day.isoformat(): dict(days[day]) for day in newest}}

    def compare(self, queries: Sequence[str], filters: dict[str, str]) -> dict[str, Any]:
        """Return how many documents of each query were published in each period of a time."""
        self._check()
        texts = tuple(dict.fromkeys(text for text in map(str.strip, queries) if text))
        if not 1 <= len(texts) <= MAX_QUERIES:
            raise AskedWronglyError(f"Give between 1 and {MAX_QUERIES} different queries.")
        first = _params({**filters, "q": texts[0]})
        with _query_errors():
            found = over_time.count(OverTimeParams(search=first, others=texts[1:]))
        return {"periods": [], "counts": {}} if found is None else _counts(found, texts)

    def ask(self, tool: SearchTool, query: str, filters: dict[str, str]) -> dict[str, Any]:
        """Return what a tool of another feature finds out about a search, in documents whose pages
        do not withhold their text.
        """
        self._check()
        with _query_errors():
            return dict(tool.answer(_params({**filters, "q": query}), "assistants"))

    def sources(self, text: str, size: int, skip: int) -> dict[str, Any]:
        """Return sources by name with their states."""
        self._check(Right.VIEW_SOURCES)
        start = min(max(skip, 0), MAX_WHOLE)
        params = TableParams(text=text.strip())
        total, found = find_sources(params, enabled=None, skip=start, most=_size(size))
        states = current_states(found, stores())
        following = start + len(found)
        return {
            "total": total,
            "sources": [_source(each, states[each.pk]) for each in found],
            "next_skip": following if following < total else None,
        }

    def _check(self, right: Right = Right.SEARCH) -> None:
        found = token_of(self.token, datetime.now(UTC))
        if found is None:
            raise AskedWronglyError(
                "The token is wrong, has expired or was revoked. Create one on the page API."
            )
        if right.name not in found.scopes or not found.owner.has_perm(right):
            raise AskedWronglyError(
                f"The token does not have the right {right.name}, or its owner lost it. Create one "
                "with this right on the page API."
            )


@contextmanager
def _query_errors() -> Iterator[None]:
    """Raise what is wrong with a query as a sentence."""
    try:
        yield
    except QueryError as error:
        raise AskedWronglyError(query_problem(error)) from error


def _withheld(document: Document) -> tuple[str, ...]:
    """Return the rights signals for which an assistant gets no text of a document."""
    return forbidding(document.rights, "assistants", stores().settings.obey_rights)


def _may_quote(document: Document) -> bool:
    return not _withheld(document)


def _size(asked: int) -> int:
    return min(max(asked, 1), MAX_HITS)


def _choice(name: str, value: str, allowed: Sequence[str]) -> Any:
    """Return the value if it is allowed, the first one for none."""
    if value and value not in allowed:
        raise AskedWronglyError(f"{name} must be one of {', '.join(allowed)}.")
    return value or allowed[0]


def _urls_of_story(story_id: str, count: int) -> Mapping[str, str]:
    """Return the addresses of so many of its documents by id; a story keeps only titles."""
    asked = documents.request_of(_params({"q": f"story:{story_id}"}), size=max(count, 1))
    found = stores().documents().find_hits(replace(asked, sort="time", copies="each"))
    return {hit.document.id: hit.document.url for hit in found.hits}


def _params(values: dict[str, str]) -> SearchParams:
    query = QueryDict(mutable=True)
    for name, value in values.items():
        query.appendlist(name, value)
    params = SearchParams.read(query)
    if params.problems:
        raise AskedWronglyError(" ".join(map(str, params.problems)))
    return params


def _story_row(row: StoryRow) -> dict[str, Any]:
    return {
        "id": row.story.pk,
        "title": row.story.title,
        "lead": row.story.lead,
        "lang": row.story.lang,
        "languages": [telling.lang for telling, _documents in row.tellings],
        "documents": row.documents,
        "sites": row.sites,
        "first": _stamp(row.story.first),
        "last": _stamp(row.story.last),
    }


def _topic(topic: Topic) -> dict[str, Any]:
    return {
        "label": topic.label,
        "lang": topic.lang,
        "documents": topic.count,
        "hours": topic.hours,
        "usual": topic.usual,
        "is_new": topic.is_new,
        "sites": topic.sites,
        "other_terms": topic.others,
        "stories": [
            {"id": each.id, "title": each.title, "documents": each.documents, "sites": each.sites}
            for each in topic.stories
        ],
    }


def _counts(found: Counted, texts: Sequence[str]) -> dict[str, Any]:
    counts = [series.counts for series in found.series] if len(texts) > 1 else [found.totals]
    gaps = [
        {"start": _stamp(gap.start), "end": _stamp(gap.end), "source": gap.source or None}
        for gap in (*found.gaps.drawn, *found.gaps.sources)
    ]
    return {
        "unit": found.buckets.unit.name,
        "periods": [_stamp(start) for start, _end in found.buckets.spans()],
        "counts": {text: list(each) for text, each in zip(texts, counts, strict=True)},
        # Unknown is no empty list, which would say that all was collected.
        "without_collection": None if found.gaps.away else gaps,
    }


def _source(source: Source, state: SourceHealth) -> dict[str, Any]:
    return {
        "name": source.name,
        "url": source.address,
        "channel": source.channel,
        "state": state.health.value,
        "since": _stamp(state.since),
        "evidence": evidence(state),
        "what_to_do": what_to_do(state, source.channel),
        "last_visit": _stamp(source.last_visit),
        "last_success": _stamp(source.last_success),
        "last_document": _stamp(source.last_stored_at),
    }


def _head(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "title": document.title,
        "url": document.url,
        "page": address_of_document(document.id),
        "site": document.site,
        "kind": document.kind,
        "lang": document.lang,
        "author": document.author,
        "published": _stamp(document.published),
        "collected": _stamp(document.collected),
        "tags": list(document.tags),
    }


def _hit(hit: Hit) -> dict[str, Any]:
    found = {**_head(hit.document), "copies": hit.copies}
    if withheld := _withheld(hit.document):
        return {**found, "snippet": "", "withheld": withheld}
    return {**found, "snippet": " … ".join(each.text for each in hit.snippets)}


def _moment(text: str) -> datetime | None:
    """Return a time as an assistant writes it, in UTC without a zone; None for none."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise AskedWronglyError("Write since as 2026-11-21T08:00:00+00:00.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _stamp(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
