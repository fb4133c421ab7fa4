"""Convert fields of a source to text and back without loss, for CSV cells and OPML attributes.

A list has one entry on each line, a mapping one ``name: value`` on each line. Tags may be separated
by commas, too. Booleans are ``yes`` and ``no``. Valid entries, names and values contain no line
break and no surrounding space, so the conversion loses nothing.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from storage.database.field_errors import ErrorCode
from storage.database.sources.fields import FieldKind
from storage.database.sources.source_config import source_fields
from storage.tags import read_tags
from storage.time_spans import read_seconds

_LINE_BREAK = re.compile(r"\r?\n|\r")
_YES = ("yes", "true", "1", "on")
_NO = ("no", "false", "0", "off")


class BadCell(ValueError):
    """A text is not what its field expects."""

    def __init__(self, code: ErrorCode, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


def write_cell(value: object) -> str:
    """Return a field's value as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "\n".join(value)
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {value[name]}" for name in sorted(value))
    return str(value)


def read_cell(field: str, text: str) -> Any:
    """Return the value of ``field``.

    Empty text gives a number or a boolean the default of a new source.

    Raises:
        BadCell: if the text is not what the field expects.
    """
    text = text.strip()
    return _READERS[source_fields()[field].kind](field, text)


def _text(_field: str, text: str) -> str:
    return text


def _list(field: str, text: str) -> tuple[str, ...]:
    if field == "tags":
        return read_tags(text)
    return tuple(line.strip() for line in _LINE_BREAK.split(text) if line.strip())


def _mapping(_field: str, text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for line in filter(str.strip, _LINE_BREAK.split(text)):
        name, colon, value = line.partition(":")
        if not colon:
            raise BadCell(ErrorCode.CELL_PAIRS)
        if name.strip() in pairs:
            raise BadCell(ErrorCode.CELL_NAME_TWICE, name=name.strip()[:80])
        pairs[name.strip()] = value.strip()
    return pairs


def _flag(field: str, text: str) -> object:
    if not text:
        return source_fields()[field].default
    if text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise BadCell(ErrorCode.CELL_FLAG, text=text[:80])


def _whole(field: str, text: str) -> object:
    if source_fields()[field].is_time_span and (seconds := read_seconds(text)) is not None:
        return seconds
    try:
        if text:
            return int(text)
        return source_fields()[field].default
    except ValueError:
        raise BadCell(ErrorCode.CELL_WHOLE, text=text[:80]) from None


def _number(field: str, text: str) -> object:
    try:
        if text:
            return float(text)
        return source_fields()[field].default
    except ValueError:
        raise BadCell(ErrorCode.CELL_NUMBER, text=text[:80]) from None


_READERS: Mapping[FieldKind, Callable[[str, str], Any]] = {
    FieldKind.TEXT: _text,
    FieldKind.LIST: _list,
    FieldKind.PAIRS: _mapping,
    FieldKind.FLAG: _flag,
    FieldKind.WHOLE: _whole,
    FieldKind.NUMBER: _number,
}
