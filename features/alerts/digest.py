"""The content of a delivery, as text for mail and as JSON for webhooks. Pure."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from features.alerts.spikes import Spike
from features.alerts.story_lines import MAX_STORIES, StoryLine, packed
from hooks.answers import SaidLine
from storage.documents.port import Document
from storage.keys import is_on_web

MAX_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class Digest:
    """New matches of a saved search.

    ``total`` also counts the matches that are not shown. ``origin`` is the address of Newsloom.
    """

    delivery: str
    search: str
    search_url: str
    origin: str
    total: int
    documents: Sequence[Document]
    stories: Sequence[StoryLine] = ()
    spike: Spike | None = None


def subject(digest: Digest) -> str:
    """Return the subject of a mail: one line."""
    name = " ".join(digest.search.split())
    if digest.spike:
        message = _("%(name)s: %(n)s documents in an hour, usually %(usual)s")
        return message % {
            "name": name,
            "n": digest.spike.count,
            "usual": f"{digest.spike.usual:.1f}",
        }
    if digest.stories:
        values = {"name": name, "n": len(digest.stories), "documents": digest.total}
        return (
            ngettext(
                "%(name)s: %(n)s story, new documents: %(documents)s",
                "%(name)s: %(n)s stories, new documents: %(documents)s",
                len(digest.stories),
            )
            % values
        )
    return ngettext(
        "%(name)s: %(n)s new document", "%(name)s: %(n)s new documents", digest.total
    ) % {
        "name": name,
        "n": digest.total,
    }


def text(digest: Digest) -> str:
    """Return the text of a mail: the stories of a digest, or else the documents."""
    shown = _story_texts(digest) if digest.stories else _document_texts(digest)
    return "\n".join([*shown, _("All matches: %(url)s") % {"url": digest.search_url}]) + "\n"


def _story_texts(digest: Digest) -> list[str]:
    lines = []
    for story in digest.stories[:MAX_STORIES]:
        place = f"stories/{story.story}" if story.story else f"documents/{story.document}"
        reports = ngettext("%(n)s document", "%(n)s documents", story.documents) % {
            "n": story.documents
        }
        sites = ngettext("%(n)s site", "%(n)s sites", story.sites) % {"n": story.sites}
        said = [text for line in story.said for text in _said_texts(line)]
        lines += [story.title, f"  {reports}, {sites}", *said, f"  {digest.origin}/{place}/", ""]
    return lines + _more(len(digest.stories) - MAX_STORIES)


def _said_texts(line: SaidLine) -> list[str]:
    texts = [" ".join(text.split()) for text in line.texts]
    if line.kind == "agreement":
        # The story has more sites than its new documents, which are counted above.
        count = ngettext(
            "Told by %(n)s site in the whole story:",
            "Told by %(n)s sites in the whole story:",
            len(line.sites),
        )
        return [f"  {count % {'n': len(line.sites)}} “{texts[0]}”"]
    kind = _("Update:") if line.kind == "update" else _("Contradiction:")
    quotes = zip(texts, line.sites, strict=True)
    return [f"  {kind}", *(f"    “{text}” ({site})" for text, site in quotes)]


def _document_texts(digest: Digest) -> list[str]:
    lines = []
    for document in digest.documents:
        when = (
            f"{document.published:%Y-%m-%d %H:%M} UTC" if document.published else _("date unknown")
        )
        lines += [
            " ".join(document.title.split()),
            f"  {document.site}, {when}",
            f"  {document.url if is_on_web(document.url) else _page(document, digest)}",
            "",
        ]
    return lines + _more(digest.total - len(digest.documents))


def _page(document: Document, digest: Digest) -> str:
    """Return the address of a document's page in Newsloom."""
    return f"{digest.origin}/documents/{document.id}/"


def _more(number: int) -> list[str]:
    return (
        [ngettext("… and %(n)s more.", "… and %(n)s more.", number) % {"n": number}, ""]
        if number > 0
        else []
    )


def body(digest: Digest) -> bytes:
    """Return the body of a webhook."""
    documents = [
        {
            "id": document.id,
            "title": document.title,
            "url": document.url,
            "page": _page(document, digest),
            "site": document.site,
            "source": document.source,
            "channel": document.channel,
            "lang": document.lang,
            "published": document.published.isoformat() if document.published else None,
            "date_known": document.date_known,
            "collected": document.collected.isoformat(),
        }
        for document in digest.documents
    ]
    content: dict[str, Any] = {
        "delivery": digest.delivery,
        "search": {"name": digest.search, "url": digest.search_url},
        "total": digest.total,
        "documents": documents,
    }
    if digest.stories:
        content["stories"] = packed(digest.stories)
    if digest.spike:
        content["spike"] = asdict(digest.spike)
    return json.dumps(content, ensure_ascii=False).encode()
