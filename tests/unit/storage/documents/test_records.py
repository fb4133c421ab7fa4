"""A new field of a document cannot be forgotten by what lists its fields."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, get_type_hints

from storage.documents.port import (
    CRAWL_FIELDS,
    TEXT_FIELDS,
    Citation,
    Document,
    DocumentComment,
    DocumentPost,
)
from storage.documents.records import brought_up_to_date, pack, unpack

MOMENT = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
# Reading the page decides these fields, but a visit of an article again leaves them or weighs both.
WEIGHED = ("kind", "author", "published", "date_evidence", "tags", "thread", "thread_page", "posts")
VALUES: dict[object, Any] = {
    str: "text",
    int: 7,
    float | None: 0.5,
    datetime: MOMENT,
    datetime | None: MOMENT,
    tuple[str, ...]: ("one", "two"),
    tuple[DocumentPost, ...]: (
        DocumentPost(author="Ann Hill", published=MOMENT, floor=1, body="words"),
    ),
    tuple[DocumentComment, ...]: (DocumentComment(author="Bo", published=MOMENT, body="words"),),
    tuple[Citation, ...]: (Citation(url="https://b.example/a", text="words"),),
}


def filled() -> Document:
    """Return a document in which every field has a value that is not its default."""
    kinds = get_type_hints(Document)
    return Document(**{name: VALUES.get(kind, "thread") for name, kind in kinds.items()})


def test_every_field_is_in_exactly_one_group() -> None:
    grouped = (*TEXT_FIELDS, *CRAWL_FIELDS, *WEIGHED)
    assert sorted(grouped) == sorted(each.name for each in fields(Document))


def test_every_field_survives_a_record() -> None:
    document = filled()
    assert all(getattr(document, each.name) != each.default for each in fields(Document))
    assert unpack(pack(document)) == document


def test_an_undetermined_language_is_none() -> None:
    """Earlier versions kept what a short page declared, which no filter by language finds."""
    assert brought_up_to_date(replace(filled(), lang="und")).lang == ""
