"""Three news search engines: one like Baidu News, one like 360 News, and one unlike any other."""

# ruff: noqa: E501 (lines of markup)

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

from fakeweb import times
from fakeweb.layouts.page import label, links, navigation, safe
from fakeweb.message import Request, Response, moved, not_found
from fakeweb.model import Site, Text
from fakeweb.urls import Addresses

_MAX_PAGE: Final = 50
_USUAL_PAGE: Final = 20
_REACH: Final = 2_000


@dataclass(frozen=True)
class EngineHit:
    """One article that matches."""

    site: Site
    text: Text
    address: str
    ago: str


@dataclass(frozen=True)
class Results:
    """One page of results; ``next_path`` is empty on the last page."""

    engine: Site
    asked: str
    hits: tuple[EngineHit, ...]
    next_path: str


def answer(addresses: Addresses, engine: Site, request: Request) -> Response:
    """Return an engine's results; it knows the hosts whose channels name it, and each host's newest
    2,000 articles.
    """
    style = _STYLES[engine.layout]
    if request.path == "/link":
        target = request.query.get("url", "")
        return (
            moved(target)
            if (urlsplit(target).hostname or "").endswith(".localhost")
            else not_found()
        )
    if request.path == "/":
        return _html(
            f"<html><title>{safe(engine.title)}</title><form action='{style.path}'><input name='{style.word}'></form>"
        )
    asked = request.query.get(style.word, "").strip()
    if request.path != style.path or not asked:
        return not_found()
    length = min(_MAX_PAGE, max(1, request.number("rn", _USUAL_PAGE)))
    page = request.number(style.page, style.first_page)
    skip = page if style.counts_results else (max(page, 1) - 1) * length
    hits = _search(addresses, engine, asked)
    step = page + length if style.counts_results else page + 1
    more = (
        f"{style.path}?{style.word}={quote(asked)}&rn={length}&{style.page}={step}"
        if skip + length < len(hits)
        else ""
    )
    shown = tuple(_hit(addresses, *hit) for hit in hits[skip : skip + length])
    return _html(style.render(Results(engine, asked, shown, more)))


def _html(text: str) -> Response:
    return Response(200, text.encode())


def _search(addresses: Addresses, engine: Site, asked: str) -> list[tuple[Site, int]]:
    world, words = addresses.world, asked.lower().split()
    found = []
    for site in world.sites.values():
        if f"search:{engine.name}" in site.channels:
            for index in world.newest(site, _REACH):
                text = world.text(site, index)
                if all(word in text.title.lower() or word in text.body.lower() for word in words):
                    found.append((site, index))
    return sorted(found, key=lambda hit: world.published(*hit), reverse=True)


def _hit(addresses: Addresses, site: Site, index: int) -> EngineHit:
    world = addresses.world
    ago = times.ago(world.published(site, index), world.now(), site.lang)
    return EngineHit(site, world.text(site, index), addresses.article(site, index), ago)


def _marked(text: str, asked: str) -> str:
    return safe(text).replace(safe(asked), f"<em>{safe(asked)}</em>")


def _next(results: Results) -> str:
    return (
        links([(label(results.engine, "next"), results.next_path)], "", "")
        if results.next_path
        else ""
    )


def _baidu(results: Results) -> str:
    blocks = "\n".join(
        f'<div class="result" id="{number}"><h3 class="c-title"><a href="{safe(hit.address)}" target="_blank">'
        f"{_marked(hit.text.title, results.asked)}</a></h3>"
        f'<div class="c-summary c-row"><p class="c-author">{safe(hit.site.title)}&nbsp;&nbsp;{hit.ago}</p>'
        f'{_marked(hit.text.summary, results.asked)}... <a href="/more?id={number}" class="c-more">2条相同新闻</a></div></div>'
        for number, hit in enumerate(results.hits, 1)
    )
    return f"""<html><head><title>{safe(results.asked)}_{safe(results.engine.title)}</title></head><body>
<div id="nav">{navigation(results.engine, "", " ")}</div><div id="content_left"><div>
{blocks}
</div></div><p id="page">{_next(results)}</p></body></html>
"""


def _360(results: Results) -> str:
    blocks = "\n".join(
        f'<li class="res-list"><h3><a href="/link?url={quote(hit.address, safe="")}">'
        f"{_marked(hit.text.title, results.asked)}</a></h3>"
        f'<p class="newsinfo"><span class="sitename">{safe(hit.site.title)}</span><span class="posttime">{hit.ago}</span></p>'
        f'<p class="content">{_marked(hit.text.summary, results.asked)}</p></li>'
        for hit in results.hits
    )
    return f"""<html><head><title>{safe(results.asked)} - {safe(results.engine.title)}</title></head><body>
<div id="header">{navigation(results.engine, "", " ")}</div><ul id="news" class="result">
{blocks}
</ul><div id="page">{_next(results)}</div></body></html>
"""


def _generic(results: Results) -> str:
    blocks = "\n".join(
        f'<section class="found"><a class="headline" href="{safe(hit.address)}">{safe(hit.text.title)}</a>'
        f'<small><b class="where">{safe(hit.site.title)}</b>, <i class="when">{hit.ago}</i></small>'
        f'<blockquote class="teaser">{safe(hit.text.summary)}</blockquote></section>'
        for hit in results.hits
    )
    return f"""<html><head><title>{safe(results.asked)}</title></head><body><nav>{navigation(results.engine, "", " ")}</nav>
{blocks}
<p class="more">{_next(results)}</p></body></html>
"""


@dataclass(frozen=True)
class _Style:
    """The parameters of an engine's address; ``counts_results``: its page parameter is an offset in
    results.
    """

    path: str
    word: str
    page: str
    first_page: int
    counts_results: bool
    render: Callable[[Results], str]


_STYLES: Final = {
    "baidu": _Style("/ns", "word", "pn", 0, True, _baidu),
    "360": _Style("/ns", "q", "pn", 1, False, _360),
    "generic": _Style("/find", "q", "page", 1, False, _generic),
}
