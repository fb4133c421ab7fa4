"""The author: JSON-LD, meta elements, markup, the feed's word, a byline; the first that is a name."""

import re
from collections.abc import Iterator
from functools import lru_cache

from extractor.dom import Element, squeeze, visible_text
from extractor.fields.metadata import Metadata, names_of

_LONGEST = 60
_LONGEST_LINE = 200
_LONGEST_CLASS = 500
"""Characters of a class that are read. Pages of a site share their classes: the answers are remembered."""
_LEADING = re.compile(
    r"^(?:(?:written|posted|published|reported)?\s?by|author|von|por|par|di|作者|撰文|编辑|記者|记者|文|著者|執筆)\s*[:：/]?\s+|"
    r"^(?:作者|撰文|责任编辑|編輯|编辑|記者|记者|文|著者|投稿者|執筆者?)\s*[:：/]\s*",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"(?:作者|撰文|本报记者|著者|投稿者|執筆者?|記者|记者)\s*[:：]\s*(?P<cjk>[^\s:：,，、|()（）]{2,20})"
    r"|(?:^|[|·•]\s*|\s)(?:[Aa]uthor|[Aa]utor|[Aa]uteur|[Vv]erfasser|[Bb]y|[Vv]on|[Pp]or|[Pp]ar)\s*:?\s+"
    r"(?P<name>[^\W\d_][\w.'’-]*(?:\s(?:[^\W\d_a-z][\w.'’-]*|de|van|von|del|la))*)"
)
_NO_NAME = re.compile(r"https?:|www\.|@|^\W*$|^\d+$", re.IGNORECASE)
_CLASSES = re.compile(
    r"(?:^|[\s_-])(?:author|byline|by-?line|writer|reporter)(?:[\s_-]?(?:name|link))?(?:$|[\s_-])", re.I
)


def find_author(root: Element, metadata: Metadata, lines: list[str], hint: str = "") -> str:
    """The author's name, several joined with a comma; ``lines`` are those around the headline. "" if none is named."""
    for offered in (_declared(metadata), _marked(root), [hint], _bylines(lines)):
        names = dict.fromkeys(name for text in offered if (name := clean(text)))
        if names:
            return ", ".join(names)[: 3 * _LONGEST]
    return ""


def clean(text: str) -> str:
    """The name without "by" and the like; "" if it is no name."""
    name = squeeze(_LEADING.sub("", squeeze(text))).strip(" ,;:：|·•-–")
    return "" if len(name) > _LONGEST or _NO_NAME.search(name) else name


def _declared(metadata: Metadata) -> list[str]:
    names = names_of(metadata.article.get("author"))
    return names or [
        metadata.first("author", "article:author", "dc.creator", "byl", "parsely-author", "sailthru.author")
    ]


def _marked(root: Element) -> Iterator[str]:
    """The first element that is marked as an author."""
    classed = ""
    for element in root.iter("a", "span", "div", "p", "address", "strong", "em", "cite", "b", "li"):
        if "author" in (element.get("rel") or "").split() or "author" in (element.get("itemprop") or ""):
            yield visible_text(element)
            return
        if not classed and (name := element.get("class")) and _means_author(name[:_LONGEST_CLASS]):
            classed = clean(visible_text(element))
    yield classed


@lru_cache(maxsize=4096)
def _means_author(name: str) -> bool:
    return bool(_CLASSES.search(name))


def _bylines(lines: list[str]) -> Iterator[str]:
    for line in lines:
        for match in _BYLINE.finditer(line[:_LONGEST_LINE]):
            if match["cjk"] or match["name"][0].isupper():
                yield match["cjk"] or match["name"]
                return
