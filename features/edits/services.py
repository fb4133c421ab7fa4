"""Which articles were edited or taken down in a time, and what of their texts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from features.edits.weighing import beginning, weight_between, weight_of_text
from storage.documents.port import Document, DocumentVersion
from storage.documents.query import parse
from storage.documents.query_tree import And, Query
from webui.apps import stores, text_differences
from webui.paging import Paging
from webui.search.differences import Piece, words_of
from webui.search.params import SearchParams
from webui.search.services import documents

MAX_COMPARED = 100
"""The most articles of a list: each costs two reads, for which the user waits."""
PAGE = 20
"""Rows of a page: the texts of each are compared word by word."""


@dataclass(frozen=True, kw_only=True)
class ArticleEdit:
    """An article that was edited or, if it is ``gone``, taken down.

    ``texts`` are the earlier and the later one. ``is_silent``: the page does not say that it was
    changed since its earlier text was read.
    """

    document: Document
    weight: int
    texts: tuple[str, str] = ("", "")
    pieces: Sequence[Piece] = ()
    is_silent: bool = False
    is_gone: bool = False


@dataclass(frozen=True, kw_only=True)
class EditList:
    """A page of edits, those that weigh most first, of ``total`` articles."""

    edits: Sequence[ArticleEdit]
    paging: Paging
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


def edits_in(params: SearchParams, start: datetime, end: datetime | None, number: int) -> EditList:
    """Return a page of what was edited or taken down in the time of a search, which begins and
    ends so.

    Raises QueryError, Unavailable and Refused.
    """
    asked = replace(params, after="", before="", copies="each", sort="time")
    words = asked.request(facets=False)
    # Each is read by itself: no bracket of the words closes one of the rest.
    edited = parse(_edited_in(params), params.now())
    both = And((*words.query.conjuncts, *edited.conjuncts))
    request = replace(words, query=Query(root=both))
    ids = stores().documents().matching_ids(request, MAX_COMPARED)
    documents_found = (stores().documents().get(each) for each in ids)
    found = [edit for each in documents_found if each and (edit := _edit(each, start, end))]
    found.sort(key=lambda each: -each.weight)
    paging = Paging.near(number, len(found), PAGE)
    shown = found[paging.skipped : paging.skipped + PAGE]
    if len(ids) < MAX_COMPARED:
        total = len(ids)
    else:
        total = documents.count(request)
    return EditList(edits=_compared(shown), paging=paging, total=total)


def _edit(document: Document, start: datetime, end: datetime | None) -> ArticleEdit | None:
    """Return how an article was edited, None if its words are as they were."""
    if document.gone and document.gone >= start and (end is None or document.gone < end):
        weight = weight_of_text(f"{document.title}\n{document.content}")
        return ArticleEdit(document=document, weight=weight, is_gone=True)
    earlier = documents.versions(document)
    before = [each for each in earlier if each.seen < start] or list(earlier[:1])
    if not before:
        return None
    first = before[-1]
    texts = _texts(first, _last_before(end, document, earlier, start))
    words = words_of(texts[0]), words_of(texts[1])
    if "".join(words[0]) == "".join(words[1]):
        return None
    return ArticleEdit(
        document=document,
        weight=weight_between(*words),
        texts=texts,
        is_silent=document.modified is None or document.modified <= first.seen,
    )


def _last_before(
    end: datetime | None, document: Document, earlier: Sequence[DocumentVersion], start: datetime
) -> Document | DocumentVersion:
    """Return the text of today, unless that is of later."""
    if end is None or document.changed is None or document.changed < end:
        return document
    after = [each for each in earlier if start <= each.seen < end]
    return after[-1] if after else document


def _texts(first: DocumentVersion, last: Document | DocumentVersion) -> tuple[str, str]:
    """Return two texts to compare, with their titles if these differ."""
    if first.title == last.title:
        return first.content, last.content
    return f"{first.title}\n\n{first.content}", f"{last.title}\n\n{last.content}"


def _compared(edits: Sequence[ArticleEdit]) -> list[ArticleEdit]:
    """Return the edits with what was cut and added, word by word."""
    texts = [each.texts for each in edits if not each.is_gone]
    differences = iter(text_differences().each_between(texts))
    return [
        each if each.is_gone else replace(each, pieces=beginning(next(differences).pieces))
        for each in edits
    ]
