"""Find the page that a request names, as the fake web serves it when nothing goes wrong."""

import gzip
import hashlib
import re
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, islice
from typing import Final

from fakeweb import boards, engines, gates, lists, times
from fakeweb.charsets import declaration
from fakeweb.citing import with_citation
from fakeweb.comment_feeds import COMMENT_FEED, comment_feed, with_comment_feed
from fakeweb.feeds import feed_at
from fakeweb.layouts.page import ArticlePage, Comment
from fakeweb.layouts.registry import LAYOUTS
from fakeweb.message import Request, Response, not_found
from fakeweb.model import Site
from fakeweb.parts import pager, part_count, read_part, text_of_part
from fakeweb.sitemaps import sitemap_at
from fakeweb.urls import Addresses
from fakeweb.weight import weighed

_CACHED_PAGES: Final = 4_000
_RELATED: Final = 6
_TEASERS: Final = 10
_LATER: Final = timedelta(days=2)
_SESSION_PATH = re.compile(r";jsessionid=\w+")
_SESSION_QUERY = re.compile(r"(?<=[?&])(?:utm_\w+|sid|PHPSESSID|hop)=[^&]*&?")


def bare(target: str) -> str:
    """Return a target without session ids, tracking parameters and hop counts, which do not change
    the page.
    """
    return _SESSION_QUERY.sub("", _SESSION_PATH.sub("", target)).rstrip("?&")


class Pages:
    """All pages of all hosts; keeps rendered article pages for the next request."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._world = addresses.world
        self._cache: dict[tuple[str, str, str], Response] = {}
        self._sessions = 0

    def respond(self, request: Request) -> Response:
        """Return the response to a GET or HEAD request."""
        site = self._world.find(request.host)
        if site is None:
            return not_found()
        if request.path == "/robots.txt":
            return _robots(site)
        if site.kind == "engine":
            return engines.answer(self._addresses, site, request)
        response = self._forum(site, request) if site.kind == "forum" else self._news(site, request)
        return _transferred(site, request, response)

    def article_at(self, request: Request) -> tuple[Site, int] | None:
        """Return the article that a request names, in any version, or None for other pages."""
        site = self._world.find(request.host)
        if site is None or site.kind not in ("news", "blog"):
            return None
        target, _ = read_part(site, bare(request.target))
        index = self._world.index_of(site, target.removeprefix("/print"))
        return None if index is None else (site, index)

    def _forum(self, site: Site, request: Request) -> Response:
        html = boards.forum_page(self._world, site, bare(request.target))
        return not_found() if html is None else _html(site, html)

    def _news(self, site: Site, request: Request) -> Response:
        target = bare(request.target)
        version = "usual"
        if request.host.startswith("m."):
            version = "mobile"
        elif target.startswith("/print/"):
            version = "print"
        kept = self._cache.get((site.name, version, target))
        if kept is not None:
            return kept
        if "comment-feed" in site.features and target.endswith(COMMENT_FEED):
            return self._comment_feed(site, target.removesuffix(COMMENT_FEED))
        whole, part = read_part(site, target)
        index = self._world.index_of(site, whole.removeprefix("/print"))
        if index is not None and self._world.is_removed(site, index):
            return not_found()
        if index is not None:
            return self._keep(
                (site.name, version, target), self._article(site, index, version, part)
            )
        return self._directory(site, request)

    def _keep(self, key: tuple[str, str, str], response: Response) -> Response:
        if len(self._cache) >= _CACHED_PAGES:
            self._cache.pop(next(iter(self._cache)))
        self._cache[key] = response
        return response

    def forget(self, site: Site) -> None:
        """Drop the rendered pages of a host, after a redesign or a change of an article."""
        self._cache = {key: page for key, page in self._cache.items() if key[0] != site.name}

    def _article(self, site: Site, index: int, version: str, part: int) -> Response:
        world, address = self._world, self._addresses.article(site, index)
        moment = times.local(world.published(site, index), site.zone)
        layout = {"mobile": "bare", "print": "nested"}.get(version, site.layout)
        if site.gate:
            return _html(site, gates.render(site, world.text(site, index)))
        text, count = world.text(site, index), part_count(site) if version == "usual" else 1
        if "teaser" in site.features:
            text = replace(text, paragraphs=text.paragraphs[:1])
        undated = "undated" in site.features
        older = world.newest(site, _RELATED, world.count(site) - index)
        page = ArticlePage(
            site=site,
            text=text if count == 1 else text_of_part(text, part, count),
            address=address,
            date="" if undated else times.STYLES[site.dates](moment),
            date_iso="" if undated else moment.isoformat(),
            related=[(world.title(site, other), world.path(site, other)) for other in older],
            comments=self._comments(site, index)
            if version == "usual" and layout == "nested"
            else [],
            canonical=address if version != "usual" else "",
            pager=pager(site, world.path(site, index), part) if count > 1 else (),
            teasers=self._teasers(site, index) if layout == "magazine" else (),
            teaser_date=times.STYLES[site.dates](
                moment + (_LATER if "newer-teasers" in site.features else -_LATER)
            ),
        )
        html = weighed(LAYOUTS[layout](page), world.options.weight, list(page.related))
        if "comment-feed" in site.features:
            html = with_comment_feed(html, world.path(site, index))
        if world.options.events:
            html = with_citation(self._addresses, site, index, html)
        return _html(site, html)

    def _teasers(self, site: Site, index: int) -> list[tuple[str, str]]:
        """Return ten teasers of a host's other articles; a host with few shows them several
        times.
        """
        others = [
            (self._world.title(site, one), self._world.path(site, one))
            for one in self._world.newest(site)
        ]
        del others[-1 - index]
        return [*islice(cycle(others), _TEASERS)]

    def _comments(self, site: Site, index: int) -> list[Comment]:
        published, zone = self._world.published(site, index), site.zone
        return [
            Comment(
                author, times.STYLES["minute"](times.local(published + 60 * number, zone)), body
            )
            for number, (author, body) in enumerate(self._world.prose.comments(site, index), 1)
        ]

    def _comment_feed(self, site: Site, path: str) -> Response:
        """Return the feed of the comments below an article, which its page does not show."""
        index = self._world.index_of(site, f"{path}/")
        if index is None:
            return not_found()
        published = self._world.published(site, index)
        said = self._world.prose.comments(site, index)
        comments = [
            (author, published + 60 * number, body) for number, (author, body) in enumerate(said, 1)
        ]
        return comment_feed(self._addresses.article(site, index), comments, site.zone)

    def _directory(self, site: Site, request: Request) -> Response:
        """Return a feed, a sitemap, a list page or one of the few pages without articles."""
        found = feed_at(self._addresses, site, request.path) or sitemap_at(
            self._addresses, site, request.path
        )
        if found is None:
            found = self._list(site, request) or _calendar(site, request) or _about(site, request)
        if found is None:
            return not_found()
        count = self._world.count(site)
        return _conditional(
            request, found, self._world.appeared(site, count - 1) if count else self._world.started
        )

    def _list(self, site: Site, request: Request) -> Response | None:
        numbered = re.fullmatch(r"/index_(\d+)\.html", request.path)
        if request.path not in ("/", "/index.html") and not numbered:
            return None
        page = int(numbered[1]) if numbered else max(1, request.number("page", 1))
        if page > lists.page_count(self._addresses, site):
            return None
        self._sessions += 1
        session = hashlib.sha256(
            f"{self._world.options.seed}/{self._sessions}".encode()
        ).hexdigest()[:32]
        return _html(site, lists.render(self._addresses, site, page, session))


def _html(site: Site, html: str) -> Response:
    return Response(
        200,
        html.encode(site.codec),
        declaration(site).content_type(),
        chunked="chunked" in site.features,
    )


def _about(site: Site, request: Request) -> Response | None:
    if not request.path.startswith("/about/"):
        return None
    return Response(
        200, f"<html><title>{site.name}</title><body><h1>{site.name}</h1></body></html>".encode()
    )


def _calendar(site: Site, request: Request) -> Response | None:
    found = (
        re.fullmatch(r"/calendar/(\d{1,5})/(\d{1,2})", request.path)
        if "calendar" in site.features
        else None
    )
    return _html(site, lists.render_calendar(site, int(found[1]), int(found[2]))) if found else None


def _robots(site: Site) -> Response:
    if "robots-500" in site.features:
        return Response(500, b"robots.txt is out of order", "text/plain")
    rules = ["User-agent: *", "Disallow: /about/"]
    if "deny" in site.features:
        rules.append("Disallow: /private/")
    if "crawl-delay" in site.features:
        rules.append("Crawl-delay: 1")
    return Response(200, "\n".join([*rules, ""]).encode(), "text/plain")


def _conditional(request: Request, response: Response, modified: int) -> Response:
    """Add validators; return 304 if the client already has this version (RFC 9110, section 13)."""
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Last-Modified": times.http_date(modified)}
    asked = request.headers.get("if-none-match")
    known = (
        tag in asked
        if asked is not None
        else request.headers.get("if-modified-since") == headers["Last-Modified"]
    )
    return (
        Response(304, b"", response.content_type, headers)
        if known
        else replace(response, headers=headers)
    )


def _transferred(site: Site, request: Request, response: Response) -> Response:
    """Compress the response if the host does so and the client accepts it."""
    if (
        "gzip" not in site.features
        or not response.body
        or "gzip" not in request.headers.get("accept-encoding", "")
    ):
        return response
    headers = {**response.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return replace(response, body=gzip.compress(response.body, 1, mtime=0), headers=headers)
