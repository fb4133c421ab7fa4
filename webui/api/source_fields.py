"""The fields of a source as the API describes them, derived from their definition."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from ninja import Field, Schema
from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    StrictBool,
    StrictFloat,
    StrictInt,
    create_model,
)

from storage.database.sources.fields import FieldKind, SourceField
from storage.tags import read_tags
from storage.time_spans import read_seconds
from webui.source_fields import shown_fields

_TYPES: dict[FieldKind, Any] = {
    FieldKind.TEXT: str,
    FieldKind.LIST: tuple[str, ...],
    FieldKind.PAIRS: dict[str, str],
    FieldKind.FLAG: StrictBool,
    FieldKind.WHOLE: StrictInt,
    FieldKind.NUMBER: StrictFloat,
}
_EXAMPLES = {"name": "Example News", "channel": "feed", "address": "https://example.org/feed.xml"}
_HIDDEN = (
    " `(hidden)` keeps the value that is stored, unless the address moves to another host or port."
)
_WITH_UNIT = " A request may also have a text with a unit, such as `15 min`."

_Model = TypeVar("_Model", bound=Schema)


def with_source_fields(schema: type[_Model]) -> type[_Model]:
    """Add every field of a source to the schema of a request: a class decorator."""
    return _with_fields(schema, _type_of, _limits)


def with_stored_source_fields(schema: type[_Model]) -> type[_Model]:
    """Add every field of a source to the schema of a response: a class decorator.

    It sets no limits: a source that was stored under other rules, or whose channel is switched off,
    must not make its whole list unreadable.
    """
    return _with_fields(schema, _stored_type_of, lambda _field: {})


def _with_fields(
    schema: type[_Model],
    type_of: Callable[[SourceField], Any],
    limits: Callable[[SourceField], dict[str, Any]],
) -> type[_Model]:
    fields: dict[str, Any] = {
        name: (type_of(field), _described(field, limits(field)))
        for name, field in shown_fields().items()
    }
    return with_more(schema, fields)


def with_more(schema: type[_Model], fields: dict[str, Any]) -> type[_Model]:
    """Return a schema with more fields, given as their type and description by name."""
    return create_model(
        schema.__name__,
        __base__=schema,
        __module__=schema.__module__,
        __doc__=schema.__doc__,
        **fields,
    )


def _type_of(field: SourceField) -> Any:
    if field.rules.choices:
        return Literal[field.rules.choices]
    return _stored_type_of(field)


def _stored_type_of(field: SourceField) -> Any:
    if field.is_time_span:
        return Annotated[StrictInt, BeforeValidator(_seconds)]
    if field.name == "tags":
        return Annotated[_TYPES[field.kind], AfterValidator(read_tags)]
    return _TYPES[field.kind]


def _seconds(value: object) -> object:
    """Return the seconds of a text with a unit; any other value as it is, for the type to judge."""
    seconds = read_seconds(value) if isinstance(value, str) else None
    return value if seconds is None else seconds


def _limits(field: SourceField) -> dict[str, Any]:
    rules = field.rules
    if rules.bounds:
        return {"ge": rules.bounds[0], "le": rules.bounds[1]}
    if field.kind is FieldKind.LIST:
        return {"max_length": rules.max_entries}
    if field.kind is FieldKind.TEXT and not rules.choices:
        return {"max_length": rules.max_length}
    return {}


def _described(field: SourceField, limits: dict[str, Any]) -> Any:
    rules = field.rules
    more: dict[str, Any] = {}
    if rules.former_name:
        more["validation_alias"] = AliasChoices(field.name, rules.former_name)
    if field.name in _EXAMPLES:
        more["examples"] = [_EXAMPLES[field.name]]
    about = f"{rules.about}{_HIDDEN if rules.has_secrets else ''}"
    if field.is_time_span:
        about += _WITH_UNIT
    return Field(... if field.required else field.default, description=about, **limits, **more)
