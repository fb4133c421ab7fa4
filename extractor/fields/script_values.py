"""Read the values that a page's scripts hold: JSON, and literals of JavaScript that are assigned,
passed or streamed.

Frameworks embed what a page was made from: Next and Angular as JSON, Apollo and Redux as an
assigned value, Nuxt 2 as a function that is called at once, Nuxt 3 as a flat list, Next's server
components as a stream of rows. No script is run.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice

import chompjs

from extractor.fields.flight import FLIGHT, read_flight
from extractor.fields.nested import MAX_NODES, MAX_SCRIPT_LENGTH, follow_references, replace_strings
from extractor.page.dom import Element

MIN_SCRIPT_LENGTH = 250
"""Fewest characters of a script that is read."""
_ASSIGNED = re.compile(
    r"(?:^|[;\n])[^\S\n]{0,200}(?:(?:var|let|const)\s{1,20})?(?P<name>[\w.$]{1,80})(?:\[['\"]\w{1,80}['\"]\])?"
    r"\s{0,20}(?:=\s{0,20}(?P<parse>JSON\.parse\()?(?=[\[{\"'])|:\s{0,20}(?=[\[{]))"
)
"""The beginning of a value that is assigned, or of a list or object that is passed by name on a
line of its own.

White space is bounded: a megabyte of it, read from each line, takes hours.
"""
_MAX_ASSIGNED = 30
"""Most values that are read of one script."""
_CALLED = re.compile(r"=\s{0,20}\(?function\s{0,20}\((?P<names>[\w$,\s]{0,20000})\)\s{0,20}\{")
"""A function that is called at once, and returns what is assigned."""
_RETURNED = re.compile(r"\breturn\s{0,20}(?=[{\[])")
_ARGUMENTS = re.compile(r"\}\)?\(")
_MAX_ENDS = 50
"""Most places at which the arguments of such a call are looked for."""
_APOLLO = '"__ref"'
_TITLE = "title"
_CONTENT = "content"
BODY_ALONE = "articleBody"
"""The name of a text that stands without a title: a variable, or a row of a stream."""
_ESCAPED = (("&q;", '"'), ("&s;", "'"), ("&l;", "<"), ("&g;", ">"), ("&a;", "&"))
"""How Angular's transfer state escapes JSON. The ampersand is last, because it begins the others.
"""


def script_values(scripts: Iterable[Element]) -> Iterator[object]:
    """Yield the values of all scripts that are not JSON-LD, in document order; those of a stream
    come last.
    """
    texts: list[str] = []
    for script in scripts:
        text = script.text or ""
        kind = (script.get("type") or "").lower()
        if len(text) < MAX_SCRIPT_LENGTH and FLIGHT in text:
            texts.append(text)
        elif not MIN_SCRIPT_LENGTH < len(text) < MAX_SCRIPT_LENGTH or kind == "application/ld+json":
            continue
        elif kind.endswith("json"):
            yield from _of_json(text, is_nuxt=script.get("id") == "__NUXT_DATA__")
        else:
            yield from chain(_assigned(text), _called(text))
    for value in read_flight(texts):
        yield {BODY_ALONE: value} if isinstance(value, str) else value


def _of_json(text: str, *, is_nuxt: bool) -> Iterator[object]:
    text = text.lstrip()
    if text.startswith(("{&q;", "[&q;", "[{&q;")):
        for escaped, plain in _ESCAPED:
            text = text.replace(escaped, plain)
    with suppress(ValueError, RecursionError):
        value = json.JSONDecoder(strict=False).raw_decode(text)[0]
        yield resolve_references(value) if is_nuxt and isinstance(value, list) else value


def _assigned(text: str) -> Iterator[object]:
    """Yield the values that a script assigns, and last the strings among them as one object by
    their names.
    """
    decoder, position = json.JSONDecoder(strict=False), 0
    strings: dict[str, str] = {}
    for _ in range(_MAX_ASSIGNED):
        found = _ASSIGNED.search(text, position)
        if not found:
            break
        position = found.end()
        with suppress(ValueError, RecursionError):
            try:
                value, position = decoder.raw_decode(text, position)
            except ValueError:
                value = _literal(text[position:])
            # Apollo's cache keeps objects apart and names them where they belong.
            if isinstance(value, dict) and _APOLLO in text:
                follow_references(value, MAX_NODES)
            if not isinstance(value, str):
                yield value
            elif found["parse"]:
                yield json.loads(value, strict=False)
            else:
                strings[found["name"].rpartition(".")[2]] = value
    if strings:
        yield strings if _TITLE in strings else {BODY_ALONE: strings.get(_CONTENT, ""), **strings}


def _literal(text: str) -> object:
    """Return the object, list or string of JavaScript that the text begins with.

    What is neither a literal nor a container, such as a name, becomes a string.

    Raises:
        ValueError: It is none of them.
    """
    if text[:1] in "{[":
        return chompjs.parse_js_object(text, loader_kwargs={"strict": False})
    end = re.compile(rf"(?<!\\)(?:\\\\)*{text[:1]}").search(text, 1)
    if not end:
        raise ValueError("a string without an end")
    return chompjs.parse_js_object(f"[{text[: end.end()]}]", loader_kwargs={"strict": False})[0]


def _called(text: str) -> Iterator[object]:
    """Yield what a function that is called at once returns, with its arguments in place of its
    parameters.
    """
    called = _CALLED.search(text)
    returned = _RETURNED.search(text, called.end()) if called else None
    if not called or not returned:
        return
    with suppress(ValueError, RecursionError):
        value = _literal(text[returned.end() :])
        names = [name.strip() for name in called["names"].split(",")]
        arguments = dict(zip(names, _arguments(text, len(names)), strict=False))
        if isinstance(value, dict | list):
            replace_strings(value, arguments, MAX_NODES)
        yield value


def _arguments(text: str, count: int) -> list[object]:
    """Return the arguments at the end of a script; [] if there are not as many as parameters."""
    last = text.rstrip(";) \n")
    for found in islice(reversed([*_ARGUMENTS.finditer(last)]), _MAX_ENDS):
        with suppress(ValueError, RecursionError):
            arguments: list[object] = chompjs.parse_js_object(
                f"[{last[found.end() :]}]", loader_kwargs={"strict": False}
            )
            if len(arguments) == count:
                return arguments
    return []


def resolve_references(flat: list[object]) -> list[object]:
    """Return the objects of Nuxt 3's flat list, in which every value is the number of another
    entry.
    """
    budget = iter(range(MAX_NODES))

    def look_up(value: object, depth: int) -> object:
        if next(budget, None) is None:  # entries may refer to each other in circles
            return None
        if isinstance(value, int) and 0 <= value < len(flat):
            entry = flat[value]
        else:
            entry = value
        if depth == 0:
            # A list here still has its numbers, and many entries may share it: walking it for each
            # would take hours.
            if isinstance(entry, dict | list):
                return None
            return entry
        if isinstance(entry, dict):
            return {key: look_up(one, depth - 1) for key, one in entry.items()}
        if isinstance(entry, list):
            return [look_up(one, depth - 1) for one in entry]
        return entry

    numbered = enumerate(flat[:MAX_NODES])
    return [look_up(index, 3) for index, entry in numbered if isinstance(entry, dict)]
