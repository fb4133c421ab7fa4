"""Find the article in the values from which a script builds the page, as Next, Nuxt, Apollo and
others embed them.

The result has the form of a JSON-LD entity, so that title, date and author are read from it like
from any other. Nothing is known about a framework but where it puts its values: the article is the
object that has a long text under a usual name.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from itertools import chain, islice

from extractor.fields.jsonld import Entity
from extractor.fields.nested import MAX_NODES, objects_in
from extractor.fields.script_values import BODY_ALONE, script_values
from extractor.fields.site import letters
from extractor.page.dom import Element
from extractor.page.text import has_stop_word, words

_MAX_ENTITIES = 200
"""Objects with a text that are compared: bounds what the state of a whole list costs."""
_DEEPEST = 12
"""Levels of a rich text. Deeper ones are no text of an editor."""
_WRAPPED = 4
"""Most objects around a text, or strings that it is packed in."""
_WRAPPERS = (
    "rendered",
    "html",
    "content",
    "blocks",
    "children",
    "value",
    "raw",
    "doc",
    "paragraphs",
    "text",
)
_MAX_TITLE_LENGTH = 300
"""Longer texts are no titles, and need no comparison."""
MIN_TEXT_LENGTH = 250
"""Fewest characters of a text that is taken for an article's."""
_ALIKE = 0.5
"""Least share of words that the titles of page and object have in common if they mean one article.
"""
_MARKUP = re.compile(r"<[^<>]{1,500}>")
_ESCAPED_MARKUP = re.compile(r"\s{0,20}&lt;\w{1,20}(?:\s[^&]{0,500})?&gt;")
_SENTENCE_END = re.compile(r"[.!?…।؟](?=\s|$)|[。！？]")
_CODE, _CODE_SHARE = re.compile(r"[{}=\\]"), 50
"""Signs of programs, and how many characters there are for each of them at least in a text."""
_TEXT_NAMES = (
    "articlebody body bodyhtml body_html content contenthtml content_html html fulltext full_text "
    "text articlecontent maincontent bodytext paragraphs blocks components document story "
    "richtext content_elements"
)
_TEXT = tuple(_TEXT_NAMES.split())
_LEAF_NAMES = "text value html content rendered paragraph copy children data body model blocks"
_LEAVES = frozenset(_LEAF_NAMES.split())
"""Keys of a rich text under which its words or parts are."""
_TITLES = ("headline", "headlines", "title", "name", "heading")
_DATE_NAMES = (
    "datepublished publishedat published_at publisheddate published_date publishdate publish_date "
    "publishtime publish_time published pubdate firstpublished firstpublishedat displaydate "
    "display_date first_publish_date date_gmt date createdat created_at created fecha data datum"
)
_DATES = tuple(_DATE_NAMES.split())
_AUTHORS = (
    "author",
    "authors",
    "byline",
    "authorname",
    "author_name",
    "creator",
    "credits",
    "autor",
    "auteur",
    "autore",
)


def read_state(scripts: Iterable[Element], title: str, *, is_shell: bool) -> Entity:
    """Return the article in the scripts' values, or {}.

    Args:
        scripts: The scripts of the page.
        title: The title of the page.
        is_shell: Whether the page shows hardly any text. Its title may be that of the site, so the
            article with the most text counts if none has the title; at last, a text without a
            title.
    """
    found = chain.from_iterable(_entities(value, title) for value in script_values(scripts))
    offered = list(islice(found, _MAX_ENTITIES))
    known = [entity for entity in offered if _is_alike(entity, title)]
    if not known and is_shell:
        known = offered
    return max(known, key=_telling, default={})


def _is_alike(entity: Entity, title: str) -> bool:
    own = set(words(str(entity.get("headline", ""))))
    return bool(own) and len(own & set(words(title))) >= _ALIKE * len(own)


def _telling(entity: Entity) -> tuple[bool, int]:
    return bool(entity["headline"]), len(str(entity["articleBody"]))


def _entities(value: object, title: str) -> Iterator[Entity]:
    """Yield the objects that have a title and a long text, outer ones first; text alone only of
    ``BODY_ALONE``.

    Where an object repeats the title of the page, its text may be under any key: keys are in the
    language of those who wrote the site.
    """
    wanted = letters(title)
    for one in objects_in(value, MAX_NODES):
        named = {str(key).partition("(")[0].lower(): part for key, part in one.items()}
        keys: Iterable[str] = ()
        if wanted and any(_says(part, wanted) for part in named.values()):
            headline = title
            keys = named
        elif headline := _first(named, _TITLES):
            keys = [key for key in _TEXT if key in named]
        text = max((as_markup(named[key]) for key in keys), key=len, default="")
        text = text or as_markup(one.get(BODY_ALONE))
        plain = _MARKUP.sub(" ", text)
        if len(plain.strip()) < MIN_TEXT_LENGTH or not _is_prose(plain):
            continue
        authors = next(filter(None, map(named.get, _AUTHORS)), None)
        yield {
            "@type": "Article",
            "headline": headline,
            "articleBody": text,
            "datePublished": _first(named, _DATES),
            "author": _credited(authors),
        }


def _is_prose(text: str) -> bool:
    """Return whether a text has words and sentences, and is no program, key or list of
    addresses.
    """
    if not has_stop_word(text) or not _SENTENCE_END.search(text):
        return False
    return len(_CODE.findall(text)) * _CODE_SHARE < len(text)


def _says(value: object, wanted: str) -> bool:
    """Return whether a value is a text with these letters."""
    if not isinstance(value, str) or len(value) > _MAX_TITLE_LENGTH:
        return False
    return letters(value) == wanted


def _first(named: dict[str, object], keys: Iterable[str]) -> str:
    """Return the first text under one of the keys; WordPress and Arc wrap it into an object."""
    for value in map(named.get, keys):
        text = value
        if isinstance(value, dict):
            text = value.get("rendered", value.get("basic"))
        if isinstance(text, str) and text.strip():
            return text
    return ""


def _credited(value: object) -> object:
    """Return the authors of an article; Arc lists all who have worked on it by their work."""
    if isinstance(value, dict) and "by" in value:
        return value.get("by")
    return value


def as_markup(value: object, depth: int = _WRAPPED) -> str:
    """Return a text as HTML: each part of a rich text and each line of a plain one as a paragraph.

    The text may be wrapped in objects, ``depth`` of them at most, packed as JSON in a string, or
    escaped.
    """
    if isinstance(value, dict):
        if not depth:
            return ""
        inner = [value[key] for key in _WRAPPERS if key in value][:1]
        if not inner:
            inner = [part for part in value.values() if isinstance(part, dict | list)]
        return max((as_markup(part, depth - 1) for part in inner), key=len, default="")
    if isinstance(value, str):
        # Editors keep rich text as JSON inside the JSON of the page.
        if depth and value[:1] in ("{", "["):
            with suppress(ValueError, RecursionError):
                return as_markup(json.loads(value, strict=False), depth - 1)
        text = unescape(value) if _ESCAPED_MARKUP.match(value) else value
        if _MARKUP.search(text):
            return text
        return "".join(f"<p>{line}</p>" for line in text.split("\n") if line.strip())
    parts = value if isinstance(value, list) else []
    texts = ("".join(_leaves(part, _DEEPEST)).strip() for part in parts)
    return "".join(f"<div>{text}</div>" for text in texts if text)


def _leaves(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, list):
        for part in value:
            yield from _leaves(part, depth - 1)
    # Only where rich text has its words: other members are styles and addresses.
    elif depth and isinstance(value, dict):
        for key, part in value.items():
            if key in _LEAVES and (isinstance(part, str | list | dict)):
                yield from _leaves(part, depth - 1)
