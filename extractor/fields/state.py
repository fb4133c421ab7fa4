"""Find the article in the values from which a script builds the page, as Next, Nuxt, Apollo and others embed them.

The result has the form of a JSON-LD entity, so that title, date and author are read from it like
from any other. Nothing is known about a framework but where it puts its values: the article is the
object that has a long text under a usual name.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator

from extractor.fields.jsonld import Entity
from extractor.fields.script_values import script_values
from extractor.page.dom import Element
from extractor.page.text import words

_MOST_NODES = 30_000
_MOST_ENTITIES = 200
_DEEPEST = 12
SHORTEST = 250
"""Fewest characters of a text that is taken for an article's."""
_ALIKE = 0.5
"""Least share of words that the titles of page and object have in common if they mean one article."""
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


def read_state(scripts: Iterable[Element], title: str, *, is_shell: bool) -> Entity:
    """Return the article in the scripts' values, or {}.

    Args:
        scripts: The scripts of the page.
        title: The title of the page.
        is_shell: Whether the page shows hardly any text. Its title may be that of the site, so the article with the
            most text counts if none has the title.
    """
    found = (entity for value in script_values(scripts) for entity in _entities(value))
    offered = [entity for entity, _ in zip(found, range(_MOST_ENTITIES), strict=False)]
    alike = [entity for entity in offered if _is_alike(entity, title)]
    return max(alike or (offered if is_shell else []), key=lambda entity: len(str(entity["articleBody"])), default={})


def _is_alike(entity: Entity, title: str) -> bool:
    own, shown = set(words(str(entity.get("headline", "")))), set(words(title))
    return bool(own) and len(own & shown) >= _ALIKE * len(own)


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
