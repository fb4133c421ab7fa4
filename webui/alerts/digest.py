"""The content of a delivery, as text for mail and as JSON for webhooks. Pure."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from storage.documents.port import Document

MOST_SHOWN = 50


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


def subject(digest: Digest) -> str:
    """Return the subject of a mail: one line."""
    name = " ".join(digest.search.split())
    return ngettext("%(name)s: %(n)s new document", "%(name)s: %(n)s new documents", digest.total) % {
        "name": name,
        "n": digest.total,
    }


def text(digest: Digest) -> str:
    """Return the text of a mail."""
    lines = []
    for document in digest.documents:
        when = f"{document.published:%Y-%m-%d %H:%M} UTC" if document.published else _("date unknown")
        lines += [" ".join(document.title.split()), f"  {document.site}, {when}", f"  {document.url}", ""]
    more = digest.total - len(digest.documents)
    if more > 0:
        lines += [ngettext("… and %(n)s more.", "… and %(n)s more.", more) % {"n": more}, ""]
    lines += [_("All matches: %(url)s") % {"url": digest.search_url}]
    return "\n".join(lines) + "\n"


def body(digest: Digest) -> bytes:
    """Return the body of a webhook."""
    documents = [
        {
            "id": document.id,
            "title": document.title,
            "url": document.url,
            "page": f"{digest.origin}/documents/{document.id}/",
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
    content = {
        "delivery": digest.delivery,
        "search": {"name": digest.search, "url": digest.search_url},
        "total": digest.total,
        "documents": documents,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def signature(secret: str, timestamp: str, content: bytes) -> str:
    """Return the signature of a webhook: the hex HMAC-SHA256 of the timestamp, a dot and the body."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + content, hashlib.sha256).hexdigest()
