"""Load an answer in JSON, also from what programs put around it: a guard against inclusion, a
callback, an assignment, an element, a value a line, or a string that holds JSON itself.
"""

import json
import re
from collections.abc import Iterable
from contextlib import suppress

import chompjs

from extractor.errors import NotFeed
from extractor.lists.json_repair import up_to_last_object
from extractor.page import dom

_GUARD = (
    r"\)\]\}'?,?|(?:while|for)\s?\([;\w]{1,4}\);?|throw[^;\n]{1,60};?(?:\s?<[^<>\n]{1,60}>)?"
    r"|\{\}\s?&&|&&&\w{1,20}&&&"
)
"""What keeps other sites from running an answer as a script."""
_ELEMENT = r"<\?xml[^<>]{0,200}>|<(?:string|pre)\b[^<>]{0,300}>"
"""What web services and browsers put around a text that they take for XML or show as it is."""
_COMMENT = r"/\*(?:[^*]|\*(?!/))*+\*/|//[^\n]*+\n"
_NAME = r"[\w$][\w$.]{0,100}(?:\[[\"']?[\w$.-]{1,100}[\"']?\])?"
_STATEMENT = rf"(?:var|let|const)\s{{1,9}}{_NAME}\s*+=\s*+[^;\[{{(\n]{{1,200}};"
"""A simple value that a script assigns before the list, such as the number of pages."""
_AROUND = re.compile(
    rf"(?:\s++|{_COMMENT}|{_GUARD}|{_ELEMENT}|{_STATEMENT})*+"
    rf"(?:try\s?\{{\s?)?(?:typeof[^;{{}}\n]{{1,200}}&&\s*+)?"
    r"(?:(?:var|let|const|return|export\s{1,9}default)\s{1,9})?"
    rf"(?:{_NAME}\s*+(?:=(?!=)|\()\s*+|\(\s*+|{_COMMENT})*+"
    r"(?=[\[{\"])"
)
"""What may stand before the JSON: nothing, or what only scripts begin with."""
_HEXADECIMAL = re.compile(r"(?<!\\)\\x([\da-fA-F]{2})")
"""A character as scripts may write it."""
_NEXT_OBJECT = re.compile(r"\s*+,?\s*+\{")
_BETWEEN_OBJECTS = re.compile(r"\}\s*+,?\s*+\{")
_IS_JSON = re.compile(r"\s*(?:\{\s*\".*\}|\[\s*\{\s*\".*\])\s*", re.DOTALL)
_EVENT_FIELD = re.compile(r"^data:\s*+")
_NO_DATA = re.compile(r"(?:event|id|retry)?:")
"""Lines of an event stream (HTML Living Standard, 9.2): data, and what stands beside it."""
_MIN_WHOLE_LINES = 0.5
"""Share of the lines that must hold an object each: one may be cut off or an error in between."""
_MAX_DIGITS = 40
"""Longer numbers are kept as texts: they count nothing, and Python converts none of 4,300 digits.
"""


def load(text: str) -> object:
    """Return the value of an answer.

    Raises:
        NotFeed: It holds no JSON.
    """
    text = text.lstrip("\ufeff").strip()
    try:
        value = _value_of(text)
    except RecursionError as error:
        raise NotFeed("the JSON is nested too deep to be read; check the address") from error
    except ValueError as error:
        start = dom.squeeze(text[:200])[:60]
        raise NotFeed(
            f"the answer is not JSON ({error}); it begins with {start!r}; check the address"
        ) from error
    holder = [value]
    _open_strings(holder)
    return holder[0]


def may_begin(text: str) -> bool:
    """Return whether a text may be such an answer, judged by its beginning."""
    return bool(_AROUND.match(text.lstrip("\ufeff")))


def _value_of(text: str) -> object:
    try:
        return json.loads(text, strict=False, parse_int=_number)
    except ValueError:
        if entries := _of_lines(text.split("\n")):
            return entries
        around = _AROUND.match(text)
        if not around:
            raise
        with suppress(ValueError):
            return _literal(text[around.end() :])
        # Of what a program puts around JSON, nothing may be missing.
        with suppress(ValueError):
            return json.loads(up_to_last_object(text), strict=False, parse_int=_number)
        raise


def _literal(text: str) -> object:
    """Return the value that a text begins with: JSON, or a list or object of JavaScript, whose
    names need no quotes.
    """
    try:
        value, end = json.JSONDecoder(strict=False, parse_int=_number).raw_decode(text)
    except ValueError:
        plain = _HEXADECIMAL.sub(r"\\u00\1", text)
        with suppress(ValueError):
            return chompjs.parse_js_object(
                plain, loader_kwargs={"strict": False, "parse_int": _number}
            )
        raise
    if isinstance(value, dict):
        return _in_a_row(value, text, end)
    return value


def _in_a_row(first: dict[str, object], text: str, end: int) -> object:
    """Return an object, or a list of it and those that stand behind it without a list around."""
    if not _NEXT_OBJECT.match(text, end):
        return first
    try:
        parted = _BETWEEN_OBJECTS.sub("},{", text)
        return json.loads(f"[{parted}]", strict=False, parse_int=_number)
    except ValueError:
        return first


def _of_lines(lines: Iterable[str]) -> list[object]:
    """Return the objects that stand on a line each, [] if the lines are of another kind."""
    trimmed = map(str.strip, lines)
    written = [_EVENT_FIELD.sub("", line) for line in trimmed if line and not _NO_DATA.match(line)]
    found: list[object] = []
    for line in written:
        try:
            # A stream may break off inside a line; the lines before it are whole.
            value = json.loads(line, strict=False, parse_int=_number)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    if len(found) > _MIN_WHOLE_LINES * len(written):
        return found
    return []


def _open_strings(holder: list[object]) -> None:
    """Put in place of each string that holds a list of objects what it holds, and so for an object
    in a string of a list. A member of an object may be a title that is a small object itself.
    """
    waiting: list[dict[str, object] | list[object]] = [holder]
    while waiting:
        around = waiting.pop()
        for place in list(around) if isinstance(around, dict) else range(len(around)):
            value = around[place]  # type: ignore[index]
            if isinstance(value, str):
                value = _opened(value, is_member=isinstance(around, dict))
                around[place] = value  # type: ignore[index]
            if isinstance(value, dict | list):
                waiting.append(value)


def _opened(text: str, *, is_member: bool) -> object:
    if not _IS_JSON.fullmatch(text):
        return text
    try:
        value = json.loads(text, strict=False, parse_int=_number)
        if is_member and not _holds_list(value):
            return text
        return value
    except (ValueError, RecursionError):
        return text


def _holds_list(value: object) -> bool:
    """Return whether a value has a list of objects in it, which may be empty."""
    if isinstance(value, list):
        # An empty list says that there is nothing now; it will have objects.
        return not value or any(isinstance(each, dict) for each in value)
    return isinstance(value, dict) and any(map(_holds_list, value.values()))


def _number(digits: str) -> int | str:
    if len(digits) <= _MAX_DIGITS:
        return int(digits)
    return digits
