"""What an assistant can ask: search, a document, a story, volume by day.

Each call checks the token again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.http import QueryDict

from storage.database.people.rights import Right
from storage.database.people.tokens import token_of
from storage.documents.errors import QueryError
from storage.documents.port import Document, Hit
from webui.apps import stores
from webui.labels import query_problem
from webui.search.params import SearchParams
from webui.search.services import documents
from webui.stories.services import read as read_story

MAX_HITS = 50
MAX_CHARACTERS = 50_000
"""The most of a document's text in one answer: an assistant asks for the rest by its offset."""
_MAX_DAYS = 400
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
        try:
            asked = documents.request_of(params, size=min(max(size, 1), MAX_HITS), facets=False)
            page = documents.search(asked)
        except QueryError as error:
            raise AskedWronglyError(query_problem(error)) from error
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
            raise AskedWronglyError(f"There is no document {document_id}.")
        start = max(offset, 0)
        text = found.content[start : start + MAX_CHARACTERS]
        following = start + len(text)
        return {
            **_head(found),
            "text": text,
            "next_offset": following if following < len(found.content) else None,
            "confidence": found.confidence,
        }

    def story(self, story_id: str) -> dict[str, Any]:
        """Return a story with its reports in order of time."""
        self._check()
        found = read_story(story_id)
        if found is None:
            raise AskedWronglyError(f"There is no story {story_id}.")
        reports = [
            {
                "id": each.pk,
                "title": each.title,
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
            "names": found.names,
            "places": found.places,
            "key_terms": found.words,
            "reports": reports,
            "related": [{"id": each.pk, "title": each.title} for each in found.related],
        }

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
        try:
            days = stores().documents().daily_counts(documents.request_of(params, facets=False), by)
        except QueryError as error:
            raise AskedWronglyError(query_problem(error)) from error
        newest: Sequence[date] = sorted(days)[-_MAX_DAYS:]
        return {"by": by, "days": {day.isoformat(): dict(days[day]) for day in newest}}

    def _check(self) -> None:
        found = token_of(self.token, datetime.now(UTC))
        if found is None:
            raise AskedWronglyError(
                "The token is wrong, has expired or was revoked. Create one on the page API."
            )
        if Right.SEARCH.name not in found.scopes or not found.owner.has_perm(Right.SEARCH):
            raise AskedWronglyError(
                "The token may not search. Create one with this right on the page API."
            )


def _params(values: dict[str, str]) -> SearchParams:
    query = QueryDict(mutable=True)
    for name, value in values.items():
        query.appendlist(name, value)
    params = SearchParams.read(query)
    if params.problems:
        raise AskedWronglyError(" ".join(map(str, params.problems)))
    return params


def _head(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "title": document.title,
        "url": document.url,
        "site": document.site,
        "kind": document.kind,
        "lang": document.lang,
        "author": document.author,
        "published": _stamp(document.published),
        "collected": _stamp(document.collected),
        "tags": list(document.tags),
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        **_head(hit.document),
        "snippet": " … ".join(each.text for each in hit.snippets),
        "copies": hit.copies,
    }


def _stamp(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
