"""Result pages of news search engines: the selectors of Baidu News, 360 News, and any other
engine.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from cssselect import SelectorError
from lxml import etree
from lxml.cssselect import CSSSelector

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches
from extractor.errors import NotResults, UnusablePattern
from extractor.lists.anchors import ListPage, absolute, open_page, text_of
from extractor.lists.paging import next_page
from extractor.lists.patterns import Patterns
from extractor.page import dom
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing

_MAX_NESTED = 16
"""The deepest result in results that is read: each is searched with all that it contains."""


@dataclass(frozen=True, kw_only=True)
class ResultParser:
    """CSS selectors of an engine's results.

    All but ``result``, ``next`` and ``area`` apply inside a result.

    ``area`` is there whenever the engine answered, even without a result; "" if the engine has no
    such element.
    """

    result: str
    link: str = "a[href]"
    title: str = ""
    time: str = ""
    next: str = ""
    area: str = ""
    lang: str = ""


RESULT_PARSERS: Mapping[str, ResultParser] = {
    "baidu": ResultParser(
        result="div.result, div.result-op",
        link="h3 a[href]",
        time="[class*=c-color-gray], .c-author, .c-title-author",
        area="#content_left, #header_top_bar, .nors",
        lang="zh",
    ),
    "360": ResultParser(
        result="li.res-list",
        link="h3 a[href], a.title[href]",
        time=".posttime, .pdate, .newsinfo",
        area="ul.result, #news, #no-result, .no-result",
        lang="zh",
    ),
    "generic": ResultParser(result=""),
}
"""Result parsers by the names that a source may give. ``generic`` takes its selectors from the
source.
"""


@dataclass(frozen=True)
class ResultParserOptions:
    """How to read results.

    ``selectors`` override those of ``result_parser``, a name in ``RESULT_PARSERS``.
    """

    result_parser: str
    selectors: Mapping[str, str]
    patterns: tuple[str, ...] = ()
    charset: str = ""


def read_results(
    body: bytes, url: str, headers: Headers, collected: datetime, query: ResultParserOptions
) -> Listing:
    """Return the results of one page, in order, and the next page.

    Links through a redirect stay as they are.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
        UnusablePattern: A pattern or selector is invalid, or a pattern is too slow.
        NotResults: The page is not an answer, but for example a CAPTCHA.
    """
    chosen = Patterns(query.patterns)
    finder = _Finder(_result_parser(query))
    page = open_page(body, headers, url, query.charset)
    links = tuple(finder.links(page, collected))
    if not links and not finder.answered(page):
        raise NotResults(
            f"the page contains no result and no result area of {query.result_parser}: "
            "the engine refused to answer, or its pages have changed"
        )
    return Listing(links=chosen.fitting(links), next_url=finder.next_url(page))


def _result_parser(query: ResultParserOptions) -> ResultParser:
    known = ("result", "link", "title", "time", "next")
    parser = replace(
        RESULT_PARSERS[query.result_parser],
        **{name: query.selectors[name] for name in known if query.selectors.get(name)},
    )
    if not parser.result:
        raise UnusablePattern(
            "", "the selector of a result is missing", "add a selector named result"
        )
    return parser


class _Finder:
    """A result parser with its selectors compiled."""

    def __init__(self, parser: ResultParser) -> None:
        self._parser = parser
        names = ("result", "link", "title", "time", "next", "area")
        self._find = {
            name: _compiled(selector) for name in names if (selector := getattr(parser, name))
        }

    def links(self, page: ListPage, collected: datetime) -> Iterator[Link]:
        """Yield each result with a usable link, each URL once."""
        seen: set[str] = set()
        for result in _not_too_deep(list(self._all("result", page.root))):
            anchor = result if result.tag == "a" else next(self._all("link", result), None)
            if anchor is None:
                continue
            url = absolute(page.base, anchor.get("href") or "", page.encoding)
            if not url or url in seen:
                continue
            seen.add(url)
            title = text_of(next(self._all("title", result), anchor))
            lang = self._parser.lang or page.lang or script_language(title)
            published = self._moment(result, DateContext(collected, lang))
            yield Link(url=url, title=title, published=published)

    def answered(self, page: ListPage) -> bool:
        """Return whether the page is the engine's answer, as far as that is known."""
        return not self._parser.area or any(True for _ in self._all("area", page.root))

    def next_url(self, page: ListPage) -> str:
        """Return the next page by the source's selector, or as in any list."""
        if not self._parser.next:
            return next_page(page)
        for element in self._all("next", page.root):
            url = absolute(page.base, element.get("href") or "", page.encoding)
            if url:
                return url
        return ""

    def _moment(self, result: dom.Element, context: DateContext) -> datetime | None:
        for element in self._all("time", result):
            written = element.get("datetime") or ""
            tip = element.get("title") or ""
            for text in (written, tip, dom.visible_text(element)):
                for moment in find_date_matches(text, context):
                    return moment.value
        return None

    def _all(self, name: str, top: dom.Element) -> Iterator[dom.Element]:
        selector = self._find.get(name)
        return iter(cast("list[dom.Element]", selector(top)) if selector else ())


def _not_too_deep(results: list[dom.Element]) -> Iterator[dom.Element]:
    """Yield the results that are in less than ``_MAX_NESTED`` others, in the same order; takes
    linear time.
    """
    chosen = set(results)
    # How many results an element is in, itself included.
    depths: dict[dom.Element, int] = {}
    for result in results:
        path: list[dom.Element] = []
        at: dom.Element | None = result
        while at is not None and at not in depths:
            path.append(at)
            at = at.getparent()
        depth = depths[at] if at is not None else 0
        for element in reversed(path):
            depth += element in chosen
            depths[element] = depth
        if depths[result] <= _MAX_NESTED:
            yield result


def _compiled(selector: str) -> CSSSelector:
    try:
        return CSSSelector(selector)
    except (SelectorError, etree.XPathError) as error:
        raise UnusablePattern(
            selector, f"it is not a valid CSS selector ({error})", "correct it"
        ) from error
