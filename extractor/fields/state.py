"""Find the article in the JSON from which a script builds the page, as Next, Nuxt, Apollo and others embed it.

The result has the form of a JSON-LD entity, so that title, date and author are read from it like
from any other. Nothing is known about a framework but where it puts its JSON: the article is the
object that has a long text under a usual name.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress

from extractor.fields.jsonld import Entity
from extractor.page.dom import Element
from extractor.page.text import words

_LONGEST = 3_000_000
_MOST_NODES = 30_000
_MOST_ENTITIES = 200
_DEEPEST = 12
SHORTEST = 250
"""Fewest characters of a text that is taken for an article's."""
_ALIKE = 0.5
"""Least share of words that the titles of page and object have in common if they mean one article."""
_ASSIGNED = re.compile(
    r"(?:^|[;\n])[^\S\n]{0,200}(?:(?:var|let|const)\s{1,20})?[\w.$]{1,80}(?:\[['\"]\w{1,80}['\"]\])?"
    r"\s{0,20}=\s{0,20}(?P<parse>JSON\.parse\()?(?=[\[{\"'])"
)
"""The beginning of an assigned value. White space is bounded: a megabyte of it, read from each line, takes hours."""
_MOST_ASSIGNED = 30
"""Most values that are read of one script."""
_MARKUP = re.compile(r"<[^<>]{1,500}>")
_TEXT_NAMES = (
    "articlebody body bodyhtml body_html content contenthtml content_html html fulltext full_text text articlecontent "
    "maincontent bodytext paragraphs blocks components document story richtext content_elements"
)
_TEXT = tuple(_TEXT_NAMES.split())
_LEAF_NAMES = "text value html content rendered paragraph copy children data body model blocks"
_LEAVES = frozenset(_LEAF_NAMES.split())
"""Keys of a rich text under which its words or parts are."""
_TITLES = ("headline", "headlines", "title", "name", "heading")
_DATE_NAMES = (
    "datepublished publishedat published_at publisheddate published_date publishdate publish_date publishtime "
    "publish_time published pubdate firstpublished firstpublishedat "
    "displaydate display_date first_publish_date date_gmt date createdat created_at"
)
_DATES = tuple(_DATE_NAMES.split())
_AUTHORS = ("author", "authors", "byline", "authorname", "author_name", "creator", "credits")


def read_state(scripts: Iterable[Element], title: str) -> Entity:
    """Return the article in the scripts' JSON, or {}: the one with the page's title, else the one with most text."""
    found = (entity for script in scripts for value in _values(script) for entity in _entities(value))
    offered = [entity for entity, _ in zip(found, range(_MOST_ENTITIES), strict=False)]
    return max(offered, key=lambda entity: (_is_alike(entity, title), len(str(entity["articleBody"]))), default={})


def _is_alike(entity: Entity, title: str) -> bool:
    own, shown = set(words(str(entity.get("headline", "")))), set(words(title))
    return bool(own) and len(own & shown) >= _ALIKE * len(own)


def _values(script: Element) -> Iterator[object]:
    """Yield the JSON of a script: its whole text, or the values that it assigns."""
    text = script.text or ""
    kind = (script.get("type") or "").lower()
    if not SHORTEST < len(text) < _LONGEST or kind == "application/ld+json":
        return
    if not kind.endswith("json"):
        yield from _assigned(text)
        return
    with suppress(ValueError, RecursionError):
        value = json.JSONDecoder(strict=False).raw_decode(text.lstrip())[0]
        is_flat = script.get("id") == "__NUXT_DATA__" and isinstance(value, list)
        yield resolve_references(value) if is_flat else value


def _assigned(text: str) -> Iterator[object]:
    decoder, position = json.JSONDecoder(strict=False), 0
    for _ in range(_MOST_ASSIGNED):
        found = _ASSIGNED.search(text, position)
        if not found:
            return
        position = found.end()
        with suppress(ValueError, RecursionError):
            value, position = decoder.raw_decode(text, position)
            yield json.loads(value, strict=False) if found["parse"] and isinstance(value, str) else value


def resolve_references(flat: list[object]) -> list[object]:
    """Return the objects of Nuxt 3's flat list, in which every value is the number of another entry."""
    budget = iter(range(_MOST_NODES))

    def look_up(value: object, depth: int) -> object:
        if next(budget, None) is None:  # entries may refer to each other in circles
            return None
        entry = flat[value] if isinstance(value, int) and 0 <= value < len(flat) else value
        if depth == 0:
            # A list here still has its numbers, and many entries may share it: walking it for each would take hours.
            return None if isinstance(entry, dict | list) else entry
        if isinstance(entry, dict):
            return {key: look_up(one, depth - 1) for key, one in entry.items()}
        return [look_up(one, depth - 1) for one in entry] if isinstance(entry, list) else entry

    return [look_up(number, 3) for number, entry in enumerate(flat[:_MOST_NODES]) if isinstance(entry, dict)]


def _entities(value: object) -> Iterator[Entity]:
    """Yield the objects that have a title and a long text, outer ones first."""
    queue: deque[object] = deque([value])
    for _ in range(_MOST_NODES):
        if not queue:
            return
        one = queue.popleft()
        if isinstance(one, dict):
            named = {str(key).partition("(")[0].lower(): part for key, part in one.items()}
            headline = _first(named, _TITLES)
            text = (
                max((as_markup(named[key]) for key in _TEXT if key in named), key=len, default="") if headline else ""
            )
            if len(_MARKUP.sub("", text)) >= SHORTEST:
                yield {
                    "@type": "Article",
                    "headline": headline,
                    "articleBody": text,
                    "datePublished": _first(named, _DATES),
                    "author": _credited(next((named[key] for key in _AUTHORS if named.get(key)), None)),
                }
            queue.extend(part for part in one.values() if isinstance(part, dict | list))
        elif isinstance(one, list):
            queue.extend(part for part in one if isinstance(part, dict | list))


def _first(named: dict[str, object], keys: Iterable[str]) -> str:
    """Return the first text under one of the keys; WordPress and Arc wrap it into an object."""
    values = (named.get(key) for key in keys)
    texts = (value.get("rendered", value.get("basic")) if isinstance(value, dict) else value for value in values)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _credited(value: object) -> object:
    """Return the authors of an article; Arc lists all who have worked on it by their work."""
    return value.get("by") if isinstance(value, dict) and "by" in value else value


def as_markup(value: object) -> str:
    """Return a text as HTML: each part of a rich text and each line of a plain one as a paragraph."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("rendered", "html", "content", "blocks", "children") if key in value), "")
    if isinstance(value, str):
        return (
            value if _MARKUP.search(value) else "".join(f"<p>{line}</p>" for line in value.split("\n") if line.strip())
        )
    parts = value if isinstance(value, list) else []
    return "".join(f"<div>{text}</div>" for part in parts if (text := "".join(_leaves(part, _DEEPEST)).strip()))


def _leaves(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, list):
        for part in value:
            yield from _leaves(part, depth - 1)
    elif depth and isinstance(value, dict):
        for key, part in value.items():
            if key in _LEAVES and (isinstance(part, str | list | dict)):
                yield from _leaves(part, depth - 1)
