"""Read JSON-LD: the objects that a page states about itself, even in broken JSON, and its own
article.
"""

import html
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from extractor.page.text import words

Entity = dict[str, object]

_MAX_JSON_LENGTH = 1_000_000
"""Longer scripts are whole catalogues. Parsing them costs more than a page may."""
_MAX_NODES = 5_000
"""Objects of a script that are looked at: bounds what a nested or repeated one costs."""
_MAX_IN_A_ROW = 20
"""Values of a script that stand one behind the other: bounds what their ends cost."""
_MAX_TYPES = 5
"""Types of an object that are read. Pages name one or two."""
_ARTICLE_TYPES = re.compile(
    r"(?:Article|BlogPosting|Report|Review|Recipe|DiscussionForumPosting|QAPage)$"
)
_PAGE_TYPES = frozenset(
    ("WebPage", "ItemPage", "AboutPage", "VideoObject", "CreativeWork", "Blog", "MedicalWebPage")
)
"""Types that describe the page if it has no entity of an article."""
_OWN_KEYS = ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed")
"""Keys below the top under which an entity may be the page's own. Others lead to related stories or
comments.
"""
_WRAPPING = re.compile(
    r"^\s*(?:/[*/]\s*)?<!(?:\[CDATA\[|--)(?:\s*\*/)?|(?:/[*/]\s*)?(?:\]\]|--)>(?:\s*\*/)?\s*$"
)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_BAD_ESCAPE = re.compile(r"\\(?=[^\"\\/bfnrtu])")
_SALVAGED = re.compile(
    r'"(datePublished|dateModified|headline)"\s{0,9}:\s{0,9}"([^"\\\n]{4,300})"|"@type"\s{0,9}:\s{0,9}"(\w{0,20}(?:Article|Posting))"'
)
_MARKUP = re.compile(r"<[^<>]{1,200}>")


def read_entities(scripts: Iterable[str]) -> tuple[list[Entity], list[Entity]]:
    """Return all typed objects of the scripts, outer ones first, and those of them that may be the
    page's own.
    """
    everything: list[Entity] = []
    own: list[Entity] = []
    budget = _MAX_NODES
    for script in scripts:
        queue: deque[tuple[object, bool]] = deque([(_loads(script), True)])
        while queue and budget > 0:
            budget -= 1
            value, near = queue.popleft()
            if isinstance(value, list):
                queue.extend((one, near) for one in value[:_MAX_NODES])
            elif isinstance(value, dict):
                if "@type" in value:
                    everything.append(value)
                    own += [value] if near else []
                queue.extend(
                    (one, near and key in _OWN_KEYS)
                    for key, one in value.items()
                    if isinstance(one, dict | list)
                )
    return everything, own


def choose_article(entities: list[Entity], addresses: set[str], title: str) -> Entity:
    """Return the entity of the page's article: one that names its address or headline, else the
    first, else {}.
    """
    articles = [entity for entity in entities if any(map(_ARTICLE_TYPES.search, _types_of(entity)))]
    if len(articles) < 2:
        return next(iter(articles), {})
    paths = {path for address in addresses if (path := _path(address))}
    return max(articles, key=lambda entity: _likeness(entity, paths, title))


def page_entities(entities: list[Entity]) -> Iterator[Entity]:
    """Yield the entities that describe the page as a whole, in order."""
    return (entity for entity in entities if type_of(entity) in _PAGE_TYPES)


def type_of(entity: Entity) -> str:
    """Return the type of an entity, the article's among several, without the vocabulary's address;
    "" without type.
    """
    types = _types_of(entity)
    return next(filter(_ARTICLE_TYPES.search, types), types[0])


def _types_of(entity: Entity) -> list[str]:
    kind = entity.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    types = [str(one).rpartition("/")[2] for one in kinds[:_MAX_TYPES]]
    return types or [""]


def readable_text(value: object) -> str:
    """Return a text as people read it, without entities, markup and extra white space; "" if it is
    not a text.
    """
    if not isinstance(value, str):
        return ""
    text = value
    if "&" in text:
        # Some sites escape their texts twice.
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    return " ".join(text.split())


def names_of(value: object) -> list[str]:
    """Return the names in a value: a text, an object with a name, or a list of these."""
    values = value if isinstance(value, list) else [value]
    names = [readable_text(one.get("name") if isinstance(one, dict) else one) for one in values]
    return [name for name in names if name]


def _likeness(entity: Entity, paths: set[str], title: str) -> tuple[bool, bool, bool]:
    page = entity.get("mainEntityOfPage")
    if isinstance(page, dict):
        page = page.get("@id")
    addresses = (entity.get("url"), entity.get("@id"), page)
    is_here = any(isinstance(one, str) and _path(one) in paths for one in addresses)
    headline = readable_text(entity.get("headline") or entity.get("name"))
    is_titled = bool(headline) and (headline in title or words(headline) == words(title))
    return is_here, is_titled, "datePublished" in entity


def _path(address: str) -> str:
    """Return the part of an address that tells articles of a site apart.

    It is "" for the front page, which any page may name.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.path.rstrip('/')}?{parts.query}".removesuffix("?")


def _loads(text: str) -> object:
    if len(text) > _MAX_JSON_LENGTH:
        return None
    try:
        return json.loads(text, strict=False)
    except RecursionError:
        return None
    except ValueError:
        return _repaired(text)


def _repaired(text: str) -> object:
    """Parse JSON with comments around it, extra commas, entities for quotes, or several objects, as
    far as possible.
    """
    text = _WRAPPING.sub("", _WRAPPING.sub("", text)).strip().rstrip(";")
    if "&quot;" in text and '"' not in text:
        text = html.unescape(text)
    text = _BAD_ESCAPE.sub("", _TRAILING_COMMA.sub("", text))
    decoder = json.JSONDecoder(strict=False)
    found: list[object] = []
    place = 0
    try:
        while place < len(text) and len(found) < _MAX_IN_A_ROW:
            value, end = decoder.raw_decode(text, place)
            found.append(value)
            place = end + len(text[end:]) - len(text[end:].lstrip(" \t\r\n,;"))
    except (ValueError, RecursionError):
        return found or _salvaged(text)
    return found


def _salvaged(text: str) -> object:
    """Return dates and headline of an article in broken JSON, the first of each; None if no type is
    named.
    """
    found: Entity = {}
    for match in _SALVAGED.finditer(text):
        found.setdefault(match[1] or "@type", match[2] or match[3])
    return found if "@type" in found else None
