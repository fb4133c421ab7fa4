"""The fields of a document as the API describes them, derived from their definition."""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from ninja import Field, Schema

from storage.documents.document_fields import RuledField, ruled_fields
from webui.api.source_fields import with_more

_Model = TypeVar("_Model", bound=Schema)


def with_fields_of(
    kind: type, shown: str = "whole", parts: Mapping[type, type[Schema]] | None = None
) -> Callable[[type[_Model]], type[_Model]]:
    """Return a decorator that adds to the schema of a response the fields of a dataclass that are
    ``shown`` in it. ``parts`` are the schemas of other dataclasses among their types.
    """

    def decorated(schema: type[_Model]) -> type[_Model]:
        fields: dict[str, Any] = {
            each.name: (
                _type_of(each, parts or {}),
                Field(..., description=each.rules.about or None),
            )
            for each in ruled_fields(kind)
            if each.rules.shown == shown
        }
        return with_more(schema, fields)

    return decorated


def _type_of(field: RuledField, parts: Mapping[type, type[Schema]]) -> Any:
    if get_origin(field.type) is Literal:
        # What a later version finds must not make an answer unreadable.
        return str
    kind, *_rest = get_args(field.type) or (field.type,)
    return tuple[parts[kind], ...] if is_dataclass(kind) else field.type  # type: ignore[valid-type]
