"""Which articles were edited or taken down in a time, and what of their texts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from features.edits.weighing import beginning, weight_of, weight_of_text
from storage.documents.port import Document, DocumentVersion
from storage.documents.query import parse
from storage.documents.query_tree import And, Query
from webui.apps import stores, text_differences
from webui.search.differences import Piece
from webui.search.params import SearchParams
from webui.search.services import documents

MAX_COMPARED = 100
"""The most articles of a page: each costs two reads and a comparison, for which the user waits."""


@dataclass(frozen=True, kw_only=True)
class ArticleEdit:
    """An article that was edited or, if it is ``gone``, taken down.

    ``is_silent``: the page does not say that it was changed since its earlier text was read.
    """

    document: Document
    weight: int
    pieces: Sequence[Piece] = ()
    is_silent: bool = False
    is_gone: bool = False


@dataclass(frozen=True, kw_only=True)
class EditList:
    """Edits, those that weigh most first, of ``total`` articles."""

    edits: Sequence[ArticleEdit]
    total: int


def query_of(params: SearchParams) -> str:
    """Return the query for the articles that were edited or taken down in the time of a search,
    whose words can be read.
    """
    words = f"({params.text}) " if params.text else ""
    return f"{words}{_edited_in(params)}"


def _edited_in(params: SearchParams) -> str:
    changed, gone = _in_time(params, "changed"), _in_time(params, "gone")
    return f"kind:article (({changed}) OR ({gone}))"


def _in_time(params: SearchParams, name: str) -> str:
    until = f" {name}before:{params.before}" if params.before else ""
    return f"{name}after:{params.after}{until}"


def edits_in(params: SearchParams, start: datetime, end: datetime | None) -> EditList:
    """Return what was edited or taken down in the time of a search, which begins and ends so.

    Raises QueryError, Unavailable and Refused.
    """
    asked = replace(params, after="", before="", copies="each", sort="time")
    words = asked.request(facets=False)
    # Each is read by itself: no bracket of the words closes one of the rest.
    edited = parse(_edited_in(params), params.now())
    both = And((*words.query.conjuncts, *edited.conjuncts))
    request = replace(words, query=Query(root=both))
    ids = stores().documents().matching_ids(request, MAX_COMPARED)
    found = (stores().documents().get(each) for each in ids)
    edits = (_edit(each, start, end) for each in found if each)
    shown = sorted((each for each in edits if each.weight), key=lambda each: -each.weight)
    total = len(ids) if len(ids) < MAX_COMPARED else documents.count(request)
    return EditList(edits=shown, total=total)


def _edit(document: Document, start: datetime, end: datetime | None) -> ArticleEdit:
    if document.gone and document.gone >= start and (end is None or document.gone < end):
        weight = weight_of_text(f"{document.title}\n{document.content}")
        return ArticleEdit(document=document, weight=weight, is_gone=True)
    earlier = documents.versions(document)
    before = [each for each in earlier if each.seen < start] or list(earlier[:1])
    if not before:
        return ArticleEdit(document=document, weight=0)
    first = before[-1]
    after = [each for each in earlier if end is not None and start <= each.seen < end]
    # The text of today, unless that is of later.
    is_later = end is not None and document.changed is not None and document.changed >= end
    title, content = document.title, document.content
    if is_later and after:
        title, content = after[-1].title, after[-1].content
    if first.title == title:
        difference = text_differences().between(first.content, content)
    else:
        difference = text_differences().between(_whole(first), f"{title}\n\n{content}")
    return ArticleEdit(
        document=document,
        weight=weight_of(difference.pieces),
        pieces=beginning(difference.pieces),
        is_silent=document.modified is None or document.modified <= first.seen,
    )


def _whole(text: DocumentVersion) -> str:
    return f"{text.title}\n\n{text.content}"
