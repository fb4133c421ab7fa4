"""Search, read and export documents, and find similar ones."""

from collections.abc import Mapping
from typing import Annotated, Literal

from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from ninja import Path, Query, Router

from storage.database.people.rights import Right
from storage.database.searches.search import CHOICES, clean_choice, clean_text
from storage.documents.port import CopyMode, Document, Hit, SearchPage, Sort
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import (
    DocumentHead,
    DocumentOut,
    FacetOut,
    HitOut,
    MatchingPostOut,
    PageQuery,
    SearchOut,
    SearchQuery,
    VersionOut,
)
from webui.search.addresses import address_of_document
from webui.search.export_header import ExportHeader
from webui.search.exports import FORMS
from webui.search.params import SearchParams
from webui.search.services import documents as service
from webui.search.services.thread_posts import MatchingPost, MatchingPosts, posts_of
from webui.uses import note_export

router = Router(tags=["documents"])

DocumentId = Annotated[
    str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$", description="Id of a document.")
]


@router.get(
    "/documents",
    auth=right(Right.SEARCH),
    response=answers({200: SearchOut}),
    summary="Search documents",
)
def search(request: HttpRequest, asked: Query[PageQuery]) -> SearchOut:
    """Return one page of matching documents.

    For an invalid query, return 422 and what is wrong with it.
    """
    params = search_params(asked, sort=asked.sort or "", cursor=asked.cursor, copies=asked.copies)
    wanted = service.request_of(params, size=asked.size, facets=asked.facets)
    found = service.search(wanted)
    return _page(found, posts_of(wanted, found.hits))


@router.get(
    "/documents/{document_id}", auth=right(Right.SEARCH), response=answers({200: DocumentOut}, 404)
)
def document(request: HttpRequest, document_id: DocumentId) -> dict[str, object]:
    """Return a document with its full text."""
    return _fields(_found(document_id).document)


@router.get(
    "/documents/{document_id}/versions",
    auth=right(Right.SEARCH),
    response=answers({200: list[VersionOut]}, 404),
)
def versions(request: HttpRequest, document_id: DocumentId) -> list[VersionOut]:
    """Return the earlier texts of a document, oldest first: the first and the newest 20 of them."""
    return [VersionOut.from_orm(each) for each in service.versions(_found(document_id).document)]


@router.get(
    "/documents/{document_id}/similar",
    auth=right(Right.SEARCH),
    response=answers({200: list[DocumentHead]}, 404),
)
def similar(request: HttpRequest, document_id: DocumentId) -> list[DocumentHead]:
    """Return a few documents on the same subject, near copies first."""
    return [_head(each) for each in service.similar(_found(document_id))]


@router.get(
    "/export",
    auth=right(Right.EXPORT),
    response=answers({}),
    summary="Export all matches",
    openapi_extra={
        "responses": {
            200: {
                "description": "All matches, oldest first; every format states the query.",
                "content": {
                    "application/jsonl": {"schema": {"type": "string"}},
                    "text/csv": {"schema": {"type": "string"}},
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
                        "schema": {"type": "string", "format": "binary"}
                    },
                    "application/x-research-info-systems": {"schema": {"type": "string"}},
                    "application/x-bibtex": {"schema": {"type": "string"}},
                },
            }
        }
    },
)
def export(
    request: HttpRequest,
    asked: Query[SearchQuery],
    format: Literal["jsonl", "csv", "xlsx", "ris", "bib"] = "jsonl",
) -> HttpResponseBase:
    """Stream all matches in a format; JSON Lines has threads with their posts."""
    params = search_params(asked)
    asked_for = service.request_of(params)
    wanted = service.may_leave(asked_for)
    matches = service.count(wanted)
    media_type, write = FORMS[format]
    statement = ExportHeader(
        query=params.text,
        filters=params.filters(),
        exported=timezone.now(),
        matches=matches,
        reserved=service.count(asked_for) - matches,
    )
    note_export(request, statement.what(), format, statement.matches)
    return StreamingHttpResponse(write(statement, service.export(wanted)), content_type=media_type)


def search_params(
    asked: SearchQuery, sort: Sort | Literal[""] = "", cursor: str = "", copies: CopyMode = "each"
) -> SearchParams:
    """Return the request as parameters of the search page."""
    chosen = [
        (name, clean_choice(name, value))
        for name in CHOICES
        for value in getattr(asked, name)
        if value
    ]
    return SearchParams(
        text=clean_text(asked.q),
        chosen=tuple(chosen),
        after=asked.after or "",
        before=asked.before or "",
        zone=asked.zone,
        sort=sort,
        cursor=cursor,
        copies=copies,
        match=asked.match,
    )


def _page(found: SearchPage, posts: Mapping[str, MatchingPosts]) -> SearchOut:
    facets = {
        name: [FacetOut(value=value, count=count) for value, count in values]
        for name, values in found.facets.items()
    }
    hits = [_hit(hit, posts.get(hit.document.thread)) for hit in found.hits]
    return SearchOut.model_validate({**vars(found), "hits": hits, "facets": facets})


def _hit(hit: Hit, posts: MatchingPosts | None) -> HitOut:
    matching = [_matching_post(each) for each in posts.posts] if posts else []
    return HitOut.model_validate({**vars(hit), "document": _head(hit.document), "posts": matching})


def _matching_post(post: MatchingPost) -> MatchingPostOut:
    return MatchingPostOut(
        document=post.page.id,
        number=post.number,
        floor=post.page.posts[post.number - 1].floor,
        page=f"{address_of_document(post.page.id)}?post={post.number}#{post.anchor}",
    )


def _head(document: Document) -> DocumentHead:
    return DocumentHead.model_validate(_fields(document))


def _fields(document: Document) -> dict[str, object]:
    return {
        **vars(document),
        "date_known": document.date_known,
        "page": address_of_document(document.id),
    }


def _found(document_id: str) -> service.DocumentView:
    reading = service.read(document_id)
    if reading is None:
        raise Http404
    return reading
