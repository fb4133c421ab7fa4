"""What a page says about itself: title element, meta elements, links, JSON-LD."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from extractor.fields.canonical import preferred_url
from extractor.fields.jsonld import (
    Entity,
    choose_article,
    names_of,
    page_entities,
    read_entities,
    readable_text,
    type_of,
)
from extractor.page.dom import Element, host_of, join, squeeze

_MAX_TAGS = 30
"""Tags that are kept: bounds what a page can store in a document."""
_MAX_TAG_LENGTH = 50
"""Longer tags are sentences."""
_LANGUAGE_NAMES = ("og:locale", "content-language", "dc.language", "inlanguage", "language")
_LANGUAGE = re.compile(r"\s*([a-zA-Z]{2,3}(?:[-_][a-zA-Z]{2,4}){0,2})(?![a-zA-Z])")
Stating = dict[str, list[Element]]
"""Elements by tag, in page order."""
_TAG_SIGNS = re.compile(r"[,，、;；|]")


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """The page's statements.

    ``meta`` maps lower-case names to contents in page order. ``base`` is the address that relative
    links refer to (HTML standard, 4.2.3). ``entities`` are the typed objects of JSON-LD.
    ``article`` is the entity of the page's own article, or an empty one; ``page`` are the entities
    that describe the page. ``own_types`` are the types of all entities that may be the page's own.
    """

    title: str = ""
    host: str = ""
    lang: str = ""
    base: str = ""
    canonical_url: str = ""
    meta: Mapping[str, list[str]] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    article: Entity = field(default_factory=dict)
    page: tuple[Entity, ...] = ()
    own_types: tuple[str, ...] = ()

    def first(self, *names: str) -> str:
        """Return the first non-empty content in the order of ``names``."""
        for name in names:
            for content in self.meta.get(name, ()):
                return content
        return ""

    def stated(self, *keys: str) -> str:
        """Return the first text that the article's entity, or else the page's, has under one of the
        ``keys``.
        """
        for entity in (self.article, *self.page):
            texts = (readable_text(entity.get(key)) for key in keys)
            text = next(filter(None, texts), "")
            if text:
                return text
        return ""

    @property
    def says_article(self) -> bool:
        """Return whether the page calls itself an article."""
        if self.first("og:type").lower() == "article":
            return True
        return type_of(self.article).endswith(("Article", "BlogPosting"))

    @cached_property
    def site_name(self) -> str:
        """The name of the page's site, "" if the page does not say."""
        named = self.first("og:site_name", "application-name")
        if named:
            return named
        sites = (entity for entity in self.entities if type_of(entity) == "WebSite")
        names = map(names_of, (self.article.get("publisher"), *sites))
        return next(chain.from_iterable(names), "")

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords of the article in page order, without duplicates."""
        offered = [
            *self.meta.get("article:tag", ()),
            *self.meta.get("news_keywords", ()),
            *self.meta.get("keywords", ()),
        ]
        keywords = self.article.get("keywords")
        offered += keywords if isinstance(keywords, list) else [keywords]
        found: dict[str, None] = {}
        for text in offered:
            if not isinstance(text, str):
                continue
            for tag in map(squeeze, _TAG_SIGNS.split(text)):
                if 0 < len(tag) <= _MAX_TAG_LENGTH:
                    found[tag] = None
        return tuple(found)[:_MAX_TAGS]


def stating(root: Element) -> Stating:
    """Return the elements in which pages make statements about themselves, found in one walk,
    scripts and style sheets among them.
    """
    found: Stating = {"meta": [], "title": [], "link": [], "script": [], "style": [], "base": []}
    for element in root.iter(*found):
        found[element.tag].append(element)
    return found


def read_metadata(root: Element, url: str, found: Stating | None = None) -> Metadata:
    """Return the facts in the page's head, and those that pages put into the body by mistake.

    ``found`` are the elements that ``stating`` returns, if the caller has them.
    """
    found = found or stating(root)
    meta: dict[str, list[str]] = {}
    for element in found["meta"]:
        name = element.get("property") or element.get("name") or element.get("itemprop") or ""
        # Some templates write "value" by mistake.
        content = squeeze(element.get("content") or element.get("value") or "")
        if name and content:
            meta.setdefault(name.lower().strip(), []).append(content)
    hrefs = filter(None, (one.get("href") for one in found["base"]))
    base = next((join(url, href) for href in hrefs), url)
    title = _title(found["title"])
    canonical = _canonical(found["link"], base, url, meta)
    stated = (one for one in found["script"] if "ld+json" in (one.get("type") or "").lower())
    entities, own = read_entities(one.text or "" for one in stated)
    return Metadata(
        title=title,
        host=host_of(url),
        lang=_language(root, meta),
        base=base,
        canonical_url=canonical,
        meta=meta,
        entities=tuple(entities),
        article=choose_article(own, {url, canonical, *meta.get("og:url", ())}, title),
        page=tuple(page_entities(own)),
        own_types=tuple(map(type_of, own)),
    )


def _language(root: Element, meta: Mapping[str, list[str]]) -> str:
    """Return the language that the page declares, such as "de" or "de-at", or ""."""
    declared = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    named = chain.from_iterable(meta.get(name, ()) for name in _LANGUAGE_NAMES)
    match = next(filter(None, map(_LANGUAGE.match, (declared, *named))), None)
    if match:
        return match[1].replace("_", "-").lower()
    return ""


def _title(titles: list[Element]) -> str:
    for element in titles:
        text = squeeze("".join(element.itertext()))  # type: ignore[arg-type]
        # A drawing may have a title of its own.
        if text and next(element.iterancestors("svg"), None) is None:
            return text
    return ""


def _canonical(stated: list[Element], base: str, url: str, meta: Mapping[str, list[str]]) -> str:
    links = (link for link in stated if (link.get("rel") or "").lower() == "canonical")
    hrefs = (link.get("href") or "" for link in links)
    return preferred_url((*hrefs, *meta.get("og:url", ())), base, url)
