"""Names, index template and records of the documents in Elasticsearch.

An index holds the documents first collected in one month (``newsloom-2026.11``); all are searched through one alias
(``newsloom``). Each is written through an alias of its own (``newsloom-2026.11-write``): a write that demands an
alias fails where the index is missing, whereas a write to an index would make one with guessed field types.

The text is analysed before it is sent, so that the server only divides it at spaces: ``title_words`` and the like
are indexed and not kept; ``title`` and ``content`` are kept and not indexed.
"""

from collections.abc import Mapping
from typing import Any

from storage.documents.analysis import index_text
from storage.documents.periods import period_of
from storage.documents.port import Document
from storage.documents.records import names, pack

ANALYSED = ("title_words", "title_stems", "content_words", "content_stems", "author_words")
_WRITE = "-write"

# Longer values could not be stored in a term (32,766 bytes); they are kept but cannot be filtered by.
_KEYWORD = {"type": "keyword", "ignore_above": 8191}
_KEPT = {"type": "keyword", "index": False, "doc_values": False}
_DATE = {"type": "date"}
_SHARE = {"type": "float"}
PROPERTIES: Mapping[str, Mapping[str, Any]] = {
    "id": {"type": "keyword"},
    "url": _KEPT,
    "canonical_url": _KEYWORD,
    "source": _KEYWORD,
    "source_id": {"type": "long"},
    "site": _KEYWORD,
    "channel": _KEYWORD,
    "kind": _KEYWORD,
    "lang": _KEYWORD,
    "title": {"type": "text", "index": False},
    "content": {"type": "text", "index": False},
    "author": _KEYWORD,
    "published": _DATE,
    "collected": _DATE,
    "date_evidence": _KEPT,
    "tags": _KEYWORD,
    "thread": _KEYWORD,
    "thread_page": {"type": "integer"},
    "posts": {"type": "object", "enabled": False},
    "page_kind": _KEYWORD,
    "kind_confidence": _SHARE,
    "confidence": _SHARE,
    "modified": _DATE,
    "image": _KEPT,
    "next_url": _KEPT,
    **{name: {"type": "text", "analyzer": "whitespace"} for name in ANALYSED},
}


def template(prefix: str) -> dict[str, Any]:
    """Return the index template. A longer prefix has precedence where one begins with another."""
    return {
        "index_patterns": [f"{prefix}-*"],
        "priority": 200 + len(prefix),
        "template": {
            "settings": {"number_of_shards": 1, "auto_expand_replicas": "0-1", "refresh_interval": "1s"},
            "mappings": {"dynamic": "strict", "_source": {"excludes": list(ANALYSED)}, "properties": dict(PROPERTIES)},
            "aliases": {prefix: {}},
        },
    }


def index_name(prefix: str, period: str) -> str:
    """Return the index of a month."""
    return f"{prefix}-{period}"


def period_in(prefix: str, index: str) -> str:
    """Return the month of an index."""
    return index.removeprefix(f"{prefix}-")


def write_alias(index: str) -> str:
    """Return the alias through which an index is written."""
    return index + _WRITE


def index_of(alias: str) -> str:
    """Return the index that is written through an alias."""
    return alias.removesuffix(_WRITE)


class IndexedDocument:
    """A document as it is sent: its index and its record with the analysed texts."""

    def __init__(self, prefix: str, document: Document) -> None:
        self.record = pack(document)
        self.id: str = self.record["id"]
        self.index = index_name(prefix, period_of(document.collected))
        for name in ("title", "content"):
            text = index_text(self.record[name])
            self.record[f"{name}_words"] = text.words
            self.record[f"{name}_stems"] = text.stems
        self.record["author_words"] = [index_text(name).words for name in names(self.record)]
