"""The fields of a source as the API describes them, derived from their definition."""

from typing import Any, Literal, TypeVar

from ninja import Field, Schema
from pydantic import AliasChoices, create_model

from storage.configuration.source_config import SOURCE_FIELDS, FieldKind, SourceField

_TYPES: dict[FieldKind, Any] = {
    FieldKind.TEXT: str,
    FieldKind.LIST: tuple[str, ...],
    FieldKind.PAIRS: dict[str, str],
    FieldKind.FLAG: bool,
    FieldKind.WHOLE: int,
    FieldKind.NUMBER: float,
}
_EXAMPLES = {"name": "Example News", "channel": "feed", "address": "https://example.org/feed.xml"}
_HIDDEN = " `(hidden)` keeps the value that is stored, unless the address moves to another host."

_Model = TypeVar("_Model", bound=Schema)


def with_source_fields(schema: type[_Model]) -> type[_Model]:
    """Add every field of a source to a schema: a class decorator."""
    fields: dict[str, Any] = {name: (_type_of(field), _described(field)) for name, field in SOURCE_FIELDS.items()}
    return create_model(
        schema.__name__, __base__=schema, __module__=schema.__module__, __doc__=schema.__doc__, **fields
    )


def _type_of(field: SourceField) -> Any:
    if field.rules.choices:
        return Literal[field.rules.choices]
    return _TYPES[field.kind]


def _described(field: SourceField) -> Any:
    rules = field.rules
    limits: dict[str, Any] = {}
    if rules.bounds:
        limits["ge"], limits["le"] = rules.bounds
    elif field.kind is FieldKind.LIST:
        limits["max_length"] = rules.max_entries
    elif field.kind is FieldKind.TEXT and not rules.choices:
        limits["max_length"] = rules.max_length
    if rules.former_name:
        limits["validation_alias"] = AliasChoices(field.name, rules.former_name)
    if field.name in _EXAMPLES:
        limits["examples"] = [_EXAMPLES[field.name]]
    about = f"{rules.about}{_HIDDEN if rules.has_secrets else ''}"
    return Field(... if field.required else field.default, description=about, **limits)
