"""Names, index template and records of the documents in Elasticsearch.

An index holds the documents first collected in one month (``newsloom-2026.11``), or in the part of
a large month that begins with a day (``newsloom-2026.11.17``, see ``elasticsearch_parts``);
searches use one alias for all (``newsloom``). Each index is written through its own alias
(``newsloom-2026.11-write``): a write that requires an alias fails if the index is missing, whereas
a write to an index would create one with guessed field types.

Earlier texts are in an index of their own for each month (``newsloom-2026.11-versions``), which no
search reads.

Re-indexing builds an index under a name of its own (``newsloom-2026.11-r0123abcd``) and then moves
both aliases to it. ``_meta`` says with which version of the analysis an index was made.

A document has a vector for each model in the object ``vectors``, which an index gets with the first
vector: an installation without vectors has no such field.

Newsloom analyses text before it sends it, and the server only splits it at spaces: ``title_words``
and the like are indexed and not stored; ``title`` and ``content`` are stored and not indexed.
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from typing import Any, get_args

from storage.documents.analysis import ANALYSIS_VERSION, index_text
from storage.documents.document_fields import RuledField
from storage.documents.elasticsearch_copies import NUMBER, number_of
from storage.documents.periods import month_in
from storage.documents.port import DOCUMENT_FIELDS, Document
from storage.documents.records import JsonObject, authors, comments_text, names, pack
from storage.keys import place_of, site_of

VECTORS = "vectors"
ANALYSED = (
    *("title_words", "title_stems", "content_words", "content_stems"),
    *("comments_words", "comments_stems", "author_words"),
)
CITED_SITES = "cited_sites"
CITED_PAGES = "cited_pages"
AUTHORS = "authors"
_DERIVED = (*ANALYSED, NUMBER, CITED_SITES, CITED_PAGES, AUTHORS)
"""What follows from the fields of a document, and is not stored."""
_WRITE = "-write"
_REBUILT = re.compile("-r[0-9a-f]{8}$")

# Longer values do not fit in a term (32,766 bytes); they are stored, but filters do not find them.
_KEYWORD = {"type": "keyword", "ignore_above": 8191}
_KEPT = {"type": "keyword", "index": False, "doc_values": False}
_TEXT = {"type": "text", "index": False}
_OF_TYPE: Mapping[Any, JsonObject] = {
    int: {"type": "integer"},
    float: {"type": "float"},
    datetime: {"type": "date"},
}


def _property(field: RuledField) -> JsonObject:
    """Return how a field of documents is indexed."""
    kind, *_none = get_args(field.type) or (field.type,)
    if is_dataclass(kind):
        return {"type": "object", "enabled": False}
    return _OF_TYPE.get(kind) or (_KEPT if field.rules.kept else _KEYWORD)


PROPERTIES: Mapping[str, JsonObject] = {
    **{each.name: _property(each) for each in DOCUMENT_FIELDS},
    "id": {"type": "keyword"},
    "source_id": {"type": "long"},
    "title": _TEXT,
    "content": _TEXT,
    NUMBER: {"type": "long"},
    **dict.fromkeys((CITED_SITES, CITED_PAGES, AUTHORS), _KEYWORD),
    **{name: {"type": "text", "analyzer": "whitespace"} for name in ANALYSED},
}


def template(prefix: str) -> JsonObject:
    """Return the index template.

    If one prefix starts with another, the longer one takes precedence.
    """
    return {
        "index_patterns": [f"{prefix}-*"],
        "priority": 200 + len(prefix),
        "template": {
            "settings": {
                "number_of_shards": 1,
                "auto_expand_replicas": "0-1",
                "refresh_interval": "1s",
            },
            "mappings": {
                "dynamic": "strict",
                "_meta": {"analysis": ANALYSIS_VERSION},
                "_source": {"excludes": list(_DERIVED)},
                "properties": dict(PROPERTIES),
            },
        },
    }


def index_name(prefix: str, period: str) -> str:
    """Return the index of a month, or of a part of it."""
    return f"{prefix}-{period}"


def rebuilt_name(index: str) -> str:
    """Return a new name for an index that replaces another one of the same period."""
    return f"{base_of(index)}-r{secrets.token_hex(4)}"


def base_of(index: str) -> str:
    """Return the name by which an index is written, whether it was rebuilt or not."""
    return _REBUILT.sub("", index)


def period_in(prefix: str, index: str) -> str:
    """Return the month of an index, or the part of a month."""
    return base_of(index).removeprefix(f"{prefix}-")


def versions_index(prefix: str, period: str) -> str:
    """Return the index of the earlier texts of a month's documents."""
    return f"{index_name(prefix, month_in(period))}-versions"


def aliases(prefix: str, index: str) -> JsonObject:
    """Return the aliases of an index that is in use, for searches and for writes."""
    return {prefix: {}, write_alias(base_of(index)): {"is_write_index": True}}


def write_alias(index: str) -> str:
    """Return the alias for writing to an index."""
    return index + _WRITE


def index_of(alias: str) -> str:
    """Return the index that belongs to a write alias."""
    return alias.removesuffix(_WRITE)


class IndexedDocument:
    """A document as it is sent: the index that it belongs to, and its record with the analysed
    texts, and with the vectors of a document that was stored before.
    """

    def __init__(
        self, index: str, document: Document, vectors: Mapping[str, str] | None = None
    ) -> None:
        self.index = index
        self.record = pack(document)
        self.id: str = self.record["id"]
        if vectors:
            self.record[VECTORS] = dict(vectors)
        if document.group:
            self.record[NUMBER] = number_of(document.group)
        if not document.copy_id:
            # An empty text would be one group of all documents without copies.
            del self.record["copy_id"]
        searched = {"title": self.record["title"], "content": self.record["content"]}
        if document.comments:
            searched["comments"] = comments_text(document.comments)
        for name, words in searched.items():
            text = index_text(words)
            self.record[f"{name}_words"] = text.words
            self.record[f"{name}_stems"] = text.stems
        cited = [each.url for each in document.citations]
        self.record[CITED_SITES] = list(dict.fromkeys(map(site_of, cited)))
        self.record[CITED_PAGES] = list(map(place_of, cited))
        self.record[AUTHORS] = authors(self.record)
        self.record["author_words"] = [index_text(name).words for name in names(self.record)]
