"""Convert documents to values that JSON can hold, and back; the same for every store."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, TypeAlias, get_args, get_origin

import regex

from storage.documents.chinese import chinese_script
from storage.documents.document_fields import RuledField, ruled_fields
from storage.documents.port import (
    DOCUMENT_FIELDS,
    NO_LANGUAGE,
    Document,
    DocumentComment,
    DocumentPost,
    DocumentVersion,
)
from storage.errors import Refused

_SURROGATES = regex.compile(r"\p{Cs}")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object."""
_VERSIONS = "versions"
_NAMES = tuple(each.name for each in DOCUMENT_FIELDS)


def _moments(parts: Iterable[RuledField]) -> tuple[str, ...]:
    return tuple(each.name for each in parts if each.type in (datetime, datetime | None))


_MOMENTS = _moments(DOCUMENT_FIELDS)
_SEVERAL: Mapping[str, Any] = {
    each.name: get_args(each.type)[0] for each in DOCUMENT_FIELDS if get_origin(each.type) is tuple
}
"""The types of what a document has several of."""
_TEXTS = tuple(name for name, kind in _SEVERAL.items() if kind is str)
_LISTS = tuple((name, kind) for name, kind in _SEVERAL.items() if is_dataclass(kind))
_PARTS: Mapping[Any, Sequence[RuledField]] = {
    kind: tuple(ruled_fields(kind)) for _name, kind in _LISTS
}
_PART_NAMES = {kind: tuple(each.name for each in parts) for kind, parts in _PARTS.items()}
_PART_MOMENTS = {kind: _moments(parts) for kind, parts in _PARTS.items()}


def pack(document: Document) -> dict[str, Any]:
    """Return the fields by name, with times in ISO form in UTC.

    Texts are as ``storable`` makes them. Raises Refused for a time without time zone.
    """
    try:
        return {name: _plain(getattr(document, name)) for name in _NAMES}
    except ValueError as error:
        raise Refused("the store of documents", f"document {document.id}: {error}") from error


def exported(document: Document, versions: Sequence[DocumentVersion]) -> dict[str, Any]:
    """Return what an export says of a document: its fields, its earlier texts, and whether its date
    is known.

    Times stay as they are.
    """
    return {
        **asdict(document),
        "date_known": document.date_known,
        "versions": [asdict(each) for each in versions],
    }


def pack_with_versions(document: Document, versions: Sequence[DocumentVersion]) -> dict[str, Any]:
    """Return the record of a document with its earlier texts."""
    packed = [pack_version(each) for each in versions]
    if packed:
        return {**pack(document), _VERSIONS: packed}
    return pack(document)


def pack_version(version: DocumentVersion) -> dict[str, Any]:
    """Return the record of an earlier text."""
    return {name: _plain(value) for name, value in vars(version).items()}


def unpack_versions(record: JsonObject) -> list[DocumentVersion]:
    """Return the earlier texts that are in a record."""
    return [unpack_version(each) for each in record.get(_VERSIONS, ())]


def unpack_version(record: JsonObject) -> DocumentVersion:
    """Return the earlier text of a record."""
    return DocumentVersion(**{**record, "seen": datetime.fromisoformat(record["seen"])})


def unpack(record: JsonObject) -> Document:
    """Return the document of a record; fields that a record of an older version lacks get their
    defaults.
    """
    values = {"content": "", **{name: record[name] for name in _NAMES if name in record}}
    for name in _MOMENTS:
        values[name] = _moment(values.get(name))
    for name in _TEXTS:
        values[name] = tuple(values.get(name, ()))
    for name, kind in _LISTS:
        values[name] = tuple([_part(kind, each) for each in values.get(name, ())])
    values["posts"] = tuple(map(_placed, values["posts"], count()))
    return Document(**values)


def brought_up_to_date(document: Document) -> Document:
    """Return a document of an older version with what this version says of it: the script of a
    Chinese text, and no language where its page declared an undetermined one.
    """
    if document.lang == "zh":
        return replace(document, lang=chinese_script(document.content))
    if document.lang == NO_LANGUAGE:
        return replace(document, lang="")
    return document


def facet_value(name: str, stored: str) -> str:
    """Return what an exact field holds as its facet and filters name it."""
    if name == "lang" and not stored:
        return NO_LANGUAGE
    return stored


def stored_value(name: str, value: str) -> str:
    """Return the value of an exact facet or filter as the field holds it."""
    if name == "lang" and value == NO_LANGUAGE:
        return ""
    return storable(value)


def names(record: JsonObject) -> list[str]:
    """Return the author of a record and, for a thread, all posters, each name once."""
    found = (record["author"], *(post["author"] for post in record["posts"]))
    return list(dict.fromkeys(name for name in found if name))


def authors(record: JsonObject) -> list[str]:
    """Return the authors of a record one by one, each once."""
    return authors_in(record["author"])


def authors_in(text: str) -> list[str]:
    """Return the names in the author of a document, which are separated by commas, each once."""
    found = (name.strip() for name in text.split(","))
    return list(dict.fromkeys(name for name in found if name))


def comments_text(comments: Sequence[DocumentComment]) -> str:
    """Return what a search in comments looks through: the names and words of those who wrote."""
    return "\n".join(
        f"{each.author}: {each.body}" if each.author else each.body for each in comments
    )


def storable(text: str) -> str:
    """Return ``text`` without control characters, but for tabs and line ends.

    They mean nothing in a text, and a terminal obeys them. Unpaired surrogates, which no encoding
    accepts, become U+FFFD.
    """
    # Filters by folders have the names of tens of thousands of sources.
    if text.isprintable():
        return text
    return _CONTROLS.sub("", _SURROGATES.sub("\ufffd", text))


def storable_document(document: Document) -> Document:
    """Return the document with texts as a store gives them back, to be compared with a stored
    one.
    """
    stored: Document = _storable_fields(document, _NAMES)
    return stored


def _storable_fields(whole: Any, names: Iterable[str]) -> Any:
    return replace(whole, **{name: _storable(getattr(whole, name)) for name in names})


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, tuple):
        return tuple(map(_storable, value))
    if names_of_part := _PART_NAMES.get(type(value)):
        return _storable_fields(value, names_of_part)
    return value


def _plain(value: object) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, datetime):
        return _stamp(value)
    if names_of_part := _PART_NAMES.get(type(value)):
        return {name: _plain(getattr(value, name)) for name in names_of_part}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _stamp(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"the time {moment} has no time zone")
    try:
        return moment.astimezone(UTC).isoformat()
    except OverflowError:
        raise ValueError(f"the time {moment} is out of range") from None


def _moment(stamp: str | None) -> datetime | None:
    return None if stamp is None else datetime.fromisoformat(stamp)


def _part(kind: Any, values: JsonObject) -> Any:
    """Return one of what a document has several of."""
    return kind(**{**values, **{name: _moment(values[name]) for name in _PART_MOMENTS[kind]}})


def _placed(post: DocumentPost, index: int) -> DocumentPost:
    """Return a post; a parent that is not one of the posts before it is none."""
    is_before = type(post.parent) is int and 0 <= post.parent < index
    if is_before or post.parent is None:
        return post
    return replace(post, parent=None)
