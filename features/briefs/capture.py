"""What of a document a brief keeps: its address and times, and what it says, as stored now."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from features.briefs.models import MAX_CLAIM, BriefSource, ItemKind
from features.briefs.problems import BriefProblem
from hooks.answers import Quotation
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.searches import groups
from storage.documents.port import Document
from webui.apps import stores
from webui.search.document_text import quoted_part

MAX_SOURCES = 40
"""As many as the voices of a story that are compared; the list of sources stays readable."""
MAX_QUOTE = 2_000
"""Longer than a paragraph. What is longer is not a quotation but a copy."""
_MAX_SITE = 255


@dataclass(frozen=True, kw_only=True)
class WantedItem:
    """What a user adds as one item: a story, or quotations, or a document, of which ``words`` are
    quoted if there are any.
    """

    document: str = ""
    words: str = ""
    quotations: Sequence[Quotation] = ()
    story: str = ""
    is_strict: bool = False
    """Whether a quotation that is no longer there is an error; else it is left out."""


@dataclass(frozen=True, kw_only=True)
class Captured:
    """An item with its sources, not yet saved; ``story`` and the rest as in ``BriefItem``."""

    kind: ItemKind
    sources: Sequence[BriefSource]
    story: str = ""
    reports: int = 0
    contradictions: list[str] = field(default_factory=list)


def capture(wanted: WantedItem, *, compares: bool = True) -> Captured:
    """Return what is wanted as the stores have it now; ``compares`` the reports of a story.

    Raises Invalid if nothing of it is stored, Unavailable and Refused.
    """
    if wanted.story:
        return capture_story(wanted.story, compares=compares)
    if wanted.quotations:
        quoted = [
            _quoted(each, f"quotations.{place}")
            for place, each in enumerate(wanted.quotations[:MAX_SOURCES])
        ]
        if wanted.is_strict:
            _check_whole(quoted)
        return Captured(kind=ItemKind.LINE, sources=_some(each for each in quoted if each))
    document = stores().documents().get(wanted.document)
    found = source_of(document) if document else None
    sources = _some([found] if found else [])
    if not (document and wanted.words.strip()):
        return Captured(kind=ItemKind.DOCUMENT, sources=sources)
    sources[0].quote = _found_words(document, wanted.words)
    return Captured(kind=ItemKind.LINE, sources=sources)


def capture_story(story: str, *, compares: bool = True) -> Captured:
    """Return a story with its newest reports, the one that gives it its headline first.

    Raises Invalid if nothing of it is stored, Unavailable and Refused.
    """
    ids = groups.documents_of(story)
    read = (stores().documents().get(each) for each in ids[:MAX_SOURCES])
    title = groups.titles([story]).get(story, "")
    documents = sorted((each for each in read if each), key=lambda each: each.title != title)
    return Captured(
        kind=ItemKind.STORY,
        sources=_some(map(source_of, documents)),
        story=story,
        reports=len(ids),
        contradictions=contradictions_of(story) if compares else [],
    )


def contradictions_of(story: str) -> list[str]:
    """Return keys of the contradictions in a story: their words are not kept."""
    lines = groups.lines_of(story, stores().documents())
    return [_key(each) for each in lines if each.kind == "contradiction"]


def source_of(document: Document) -> BriefSource:
    """Return a document as a source of what it says as a whole."""
    return BriefSource(document_id=document.id, **facts_of(document))


def facts_of(document: Document) -> dict[str, Any]:
    """Return what a source keeps of a document beside its words."""
    return {
        "title": document.title,
        "url": document.url,
        "site": document.site[:_MAX_SITE],
        "lang": document.lang[:16],
        "published": document.published,
        "collected": document.collected,
        "changes": document.changes,
        "rights": list(document.rights),
        "is_archived": bool(document.archived),
    }


def text_of(document: Document) -> str:
    """Return all that can be quoted of a document: its title, and its text below."""
    return f"{document.title}\n{document.content}"


def plain(text: str) -> str:
    """Return a text in one line: a quotation may begin in one line and end in another."""
    return " ".join(text.split())


def _check_whole(quoted: Sequence[BriefSource | None]) -> None:
    """Raise Invalid with each quotation that is no longer there."""
    gone = [
        FieldError(f"quotations.{place}", "", BriefProblem.NOTHING_STORED)
        for place, each in enumerate(quoted)
        if each is None
    ]
    if gone:
        raise Invalid(gone)


def _quoted(wanted: Quotation, place: str) -> BriefSource | None:
    """Return the document of a quotation with its words; None if it no longer has them. Raises
    Invalid with the ``place`` of a claim that is no text.
    """
    if "\0" in wanted.claim:
        raise Invalid([FieldError(f"{place}.claim", "", BriefProblem.NULL_CHARACTER)])
    document = stores().documents().get(wanted.document)
    if document is None:
        return None
    quote = document.title
    if wanted.sentence:
        part = quoted_part(document.content, document.lang, wanted.sentence)
        # The text may have been edited since the quotation was ticked.
        quote = document.content[slice(*part)] if part else ""
    if not quote:
        return None
    source = source_of(document)
    source.quote, source.sentence = plain(quote), wanted.sentence
    source.claim = wanted.claim[:MAX_CLAIM]
    return source


def _found_words(document: Document, words: str) -> str:
    """Return the words as the document has them. Raises Invalid if it has not."""
    if len(words) > MAX_QUOTE:
        raise Invalid([FieldError("words", "", ErrorCode.TOO_LONG, {"limit": MAX_QUOTE})])
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = re.search(pattern, text_of(document))
    if found is None:
        raise Invalid([FieldError("words", "", BriefProblem.NOT_IN_TEXT)])
    return plain(found[0])


def _some(sources: Iterable[BriefSource]) -> list[BriefSource]:
    found = list(sources)
    if not found:
        raise Invalid([FieldError("", "", BriefProblem.NOTHING_STORED)])
    return found


def _key(line: Any) -> str:
    told = "\n".join([*sorted(line.documents), *sorted(line.texts)])
    return blake2b(told.encode(errors="replace"), digest_size=8).hexdigest()
