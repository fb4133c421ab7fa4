"""What a page says about itself: title element, meta elements, links, JSON-LD."""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from extractor.dom import Element, base_url, join, squeeze

_LONGEST_JSON = 1_000_000
_MOST_NODES = 5_000
_MOST_TAGS = 30
_LONGEST_TAG = 50
_ARTICLE_TYPES = re.compile(r"(?:Article|BlogPosting|Report|Review|Recipe|DiscussionForumPosting|QAPage)$")
_TAG_SIGNS = re.compile(r"[,，、;；|]")


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """``meta`` maps lower-case names to the contents in page order; ``entities`` are the typed objects of JSON-LD."""

    title: str = ""
    lang: str = ""
    canonical_url: str = ""
    meta: Mapping[str, list[str]] = field(default_factory=dict)
    entities: tuple[dict[str, Any], ...] = ()

    def first(self, *names: str) -> str:
        """The first content that is not empty, by the order of ``names``."""
        return next((content for name in names for content in self.meta.get(name, ())), "")

    @property
    def article(self) -> dict[str, Any]:
        """The JSON-LD entity of the page's article, or an empty one."""
        return next((entity for entity in self.entities if _ARTICLE_TYPES.search(_type_of(entity))), {})

    @property
    def says_article(self) -> bool:
        """Whether the page calls itself an article."""
        kind = _type_of(self.article)
        return self.first("og:type").lower() == "article" or kind.endswith(("Article", "BlogPosting"))

    @property
    def site_name(self) -> str:
        publisher = self.article.get("publisher")
        names = (*names_of(publisher), *(name for site in self._of_type("WebSite") for name in names_of(site)))
        return self.first("og:site_name", "application-name") or next(iter(names), "")

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords of the article, in page order, each once."""
        offered = [
            *self.meta.get("article:tag", ()),
            *self.meta.get("news_keywords", ()),
            *self.meta.get("keywords", ()),
        ]
        keywords = self.article.get("keywords")
        offered += keywords if isinstance(keywords, list) else [keywords]
        split = (squeeze(tag) for text in offered if isinstance(text, str) for tag in _TAG_SIGNS.split(text))
        return tuple(dict.fromkeys(tag for tag in split if 0 < len(tag) <= _LONGEST_TAG))[:_MOST_TAGS]

    def _of_type(self, name: str) -> list[dict[str, Any]]:
        return [entity for entity in self.entities if _type_of(entity) == name]


def read_metadata(root: Element, url: str) -> Metadata:
    """The facts in the page's head, and in its body where pages put them by mistake."""
    found = list(root.iter("meta", "title", "link", "script"))
    meta: dict[str, list[str]] = {}
    for element in _tagged(found, "meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop") or ""
        content = squeeze(element.get("content") or "")
        if name and content:
            meta.setdefault(name.lower().strip(), []).append(content)
    return Metadata(
        title=_title(found),
        lang=(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or "").lower(),
        canonical_url=_canonical(found, base_url(root, url), url, meta),
        meta=meta,
        entities=tuple(_entities(found)),
    )


def names_of(value: Any) -> list[str]:
    """The names in a JSON-LD value: a text, an object with a name, or a list of such."""
    values = value if isinstance(value, list) else [value]
    names = [one.get("name") if isinstance(one, dict) else one for one in values]
    return [squeeze(name) for name in names if isinstance(name, str) and name.strip()]


def _tagged(found: list[Element], tag: str) -> Iterator[Element]:
    return (element for element in found if element.tag == tag)


def _title(found: list[Element]) -> str:
    for element in _tagged(found, "title"):
        text = squeeze(str(element.xpath("string()")))
        if text and not any(ancestor.tag == "svg" for ancestor in element.iterancestors()):
            return text
    return ""


def _canonical(found: list[Element], base: str, url: str, meta: Mapping[str, list[str]]) -> str:
    """The address the page prefers; the front page of a site is no article's address, only a common mistake."""
    links = [
        link.get("href") or "" for link in _tagged(found, "link") if (link.get("rel") or "").lower() == "canonical"
    ]
    for link in (*links, *meta.get("og:url", ())):
        absolute = join(base, link) if link else ""
        parts = urlsplit(absolute)
        front_page = parts.path in ("", "/") and not parts.query and urlsplit(url).path not in ("", "/")
        if parts.scheme in ("http", "https") and parts.netloc and not front_page:
            return absolute
    return url


def _entities(found: list[Element]) -> Iterator[dict[str, Any]]:
    budget = _MOST_NODES
    for script in _tagged(found, "script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        queue = deque([_loads(script.text or "")])
        while queue and budget > 0:
            budget -= 1
            value = queue.popleft()
            if isinstance(value, dict):
                if "@type" in value:
                    yield value
                queue.extend(value.values())
            elif isinstance(value, list):
                queue.extend(value[:_MOST_NODES])


def _loads(text: str) -> Any:
    try:
        return json.loads(text, strict=False) if len(text) <= _LONGEST_JSON else None
    except (ValueError, RecursionError):  # broken or hostile JSON-LD is as good as none
        return None


def _type_of(entity: dict[str, Any]) -> str:
    kind = entity.get("@type")
    return str(kind[0] if isinstance(kind, list) and kind else kind)
