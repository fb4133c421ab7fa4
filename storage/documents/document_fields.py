"""What a field of a document is to all who store or show it, noted at its definition in
``storage.documents.port``.

The records of stores and exports, the mapping of Elasticsearch, the columns of tables and the
schemas of the API follow from the definition.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Literal, get_type_hints


@dataclass(frozen=True, kw_only=True)
class FieldRules:
    """The rules of a field.

    Attributes:
        decided: What decides its value: the "text" of the page, as often as that is read; the
            "crawl", which reading the page again leaves as it is; "" for neither.
        kept: Whether stores only keep its texts; they find documents by others.
        shown: What of a document shows it to programs: its "head", the "whole", or "" for nothing.
        about: What the API says of it, beside its name.
        column: Its column in tables, "" for none.
    """

    decided: Literal["text", "crawl", ""] = ""
    kept: bool = False
    shown: Literal["head", "whole", ""] = "whole"
    about: str = ""
    column: str = ""


@dataclass(frozen=True, kw_only=True)
class RuledField:
    """A field of a dataclass, with its type."""

    name: str
    type: Any
    rules: FieldRules


def rules(**given: Any) -> dict[str, FieldRules]:
    """Return the metadata of a field."""
    return {"rules": FieldRules(**given)}


def ruled_fields(kind: Any) -> Iterable[RuledField]:
    """Yield the fields of a dataclass in order; those without rules have the usual ones."""
    types = get_type_hints(kind)
    for each in fields(kind):
        yield RuledField(
            name=each.name,
            type=types[each.name],
            rules=each.metadata.get("rules", FieldRules()),
        )
