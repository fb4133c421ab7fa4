"""Sitemaps: the index, its parts (plain or compressed), and the news extension."""

import gzip
import re
from html import escape
from typing import Final

from fakeweb import times
from fakeweb.message import Response
from fakeweb.model import Site
from fakeweb.urls import Addresses

PART_LENGTH: Final = 1_000
_NEWS_LENGTH: Final = 1_000
_SPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_NEWS_SPACE: Final = "http://www.google.com/schemas/sitemap-news/0.9"
_PART = re.compile(r"/sitemap-(\d+)\.xml(\.gz)?$")


def sitemap_at(addresses: Addresses, site: Site, path: str) -> Response | None:
    """Return the sitemap at a path, or None if there is none."""
    if path == "/sitemap.xml":
        return _xml(_index(addresses, site))
    if path == "/news-sitemap.xml":
        return _xml(_news(addresses, site))
    found = _PART.fullmatch(path)
    if not found or (int(found[1]) - 1) * PART_LENGTH >= max(1, addresses.world.count(site)):
        return None
    part = _xml(_urls(addresses, site, int(found[1])))
    return (
        Response(200, gzip.compress(part.body, 6, mtime=0), "application/x-gzip")
        if found[2]
        else part
    )


def _xml(text: str) -> Response:
    return Response(
        200, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'.encode(), "application/xml"
    )


def _index(addresses: Addresses, site: Site) -> str:
    ending = ".xml.gz" if "sitemap-gz" in site.channels else ".xml"
    parts = range(1, max(1, -(-addresses.world.count(site) // PART_LENGTH)) + 1)
    rows = "".join(
        f"<sitemap><loc>{addresses.root(site)}/sitemap-{part}{ending}</loc></sitemap>"
        for part in parts
    )
    return f'<sitemapindex xmlns="{_SPACE}">{rows}</sitemapindex>'


def _urls(addresses: Addresses, site: Site, part: int) -> str:
    world, start = addresses.world, (part - 1) * PART_LENGTH
    rows = "".join(
        f"<url><loc>{escape(addresses.article(site, index))}</loc>"
        f"<lastmod>{times.iso(world.published(site, index))}</lastmod></url>"
        for index in range(start, min(start + PART_LENGTH, world.count(site)))
    )
    about = f"<url><loc>{addresses.root(site)}/about/contact</loc></url>" if part == 1 else ""
    return f'<urlset xmlns="{_SPACE}">{about}{rows}</urlset>'


def _news(addresses: Addresses, site: Site) -> str:
    world = addresses.world
    rows = "".join(
        f"<url><loc>{escape(addresses.article(site, index))}</loc><n:news><n:publication>"
        f"<n:name>{escape(site.title)}</n:name><n:language>{site.lang}</n:language></n:publication>"
        f"<n:publication_date>{times.iso(world.published(site, index))}</n:publication_date>"
        f"<n:title>{escape(world.title(site, index))}</n:title></n:news></url>"
        for index in world.newest(site, _NEWS_LENGTH)
    )
    return f'<urlset xmlns="{_SPACE}" xmlns:n="{_NEWS_SPACE}">{rows}</urlset>'
