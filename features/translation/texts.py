"""Which texts of documents are translated, and in which requests. Pure."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from storage.documents.port import Document
from storage.embedder.documents import LEAD_CHARACTERS, lead_of

READ_CHARACTERS = LEAD_CHARACTERS
"""So much of a document is needed for its first sentences."""
_MAX_TITLE = 300
"""A longer title is a text that somebody has taken for one."""
_SENTENCES = re.compile(r".*[.!?…。！？][\"'»“”’」』)]*(?=\s|[^\x00-\u2fff]|$)")
"""Whole sentences from the beginning; Chinese and Japanese ones have no blank after them."""


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A document in another language: its title and its first sentences, "" for none."""

    document_id: str
    lang: str
    title: str
    lead: str

    @property
    def texts(self) -> list[str]:
        """What of it is sent."""
        if self.lead:
            return [self.title, self.lead]
        return [self.title]


def is_foreign(lang: str, target: str) -> bool:
    """Return whether a text is known to be in another language than the reader's; two ways to write
    Chinese are one.
    """
    return bool(lang) and _language(lang) != _language(target)


def foreign(document: Document) -> Foreign:
    """Return what is translated of a document. Without its content, the first sentences lack."""
    title = title_of(document.title)
    return Foreign(
        document_id=document.id, lang=document.lang, title=title, lead=_lead(document, title)
    )


def title_of(title: str) -> str:
    """Return what is translated of a title."""
    return " ".join(title.split())[:_MAX_TITLE]


def digest(text: str) -> str:
    """Return what a text is known again by."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def requests(
    texts: Iterable[Foreign], *, one_language: bool, most: int
) -> Iterator[Sequence[Foreign]]:
    """Yield what goes together: as much as ``most`` characters allow, in one language each if a
    request has one.
    """
    ordered = texts
    if one_language:
        ordered = sorted(texts, key=lambda each: _language(each.lang))
    for _lang, some in groupby(
        ordered, key=lambda each: _language(each.lang) if one_language else ""
    ):
        together: list[Foreign] = []
        length = 0
        for each in some:
            more = sum(map(len, each.texts))
            # A text that is too long alone goes alone: the translator says so.
            if together and length + more > most:
                yield together
                together, length = [], 0
            together.append(each)
            length += more
        yield together


def _lead(document: Document, title: str) -> str:
    lead = " ".join(lead_of(document.content).split())
    # The title of a short post is its beginning, and often all of it.
    if document.kind == "post" and lead.startswith(title.rstrip(" ….")):
        return ""
    whole = _SENTENCES.match(lead)
    return whole[0] if whole else lead


def _language(lang: str) -> str:
    return lang.lower().partition("-")[0]
