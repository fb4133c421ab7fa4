"""The input of a layout, and the pieces that all layouts share."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from fakeweb.charsets import declaration
from fakeweb.hidden import with_boxes
from fakeweb.model import Site, Text
from fakeweb.words.registry import LOCALES


@dataclass(frozen=True)
class Comment:
    """A reader's comment under an article."""

    author: str
    date: str
    body: str


@dataclass(frozen=True)
class ArticlePage:
    """One article to render: ``address`` is canonical, ``canonical`` is set if the page must name
    it.

    ``date`` and ``date_iso`` are "" for an article without a date. ``pager`` links the other pages
    of the article. ``teasers`` are other articles, all of them with one date, ``teaser_date``.
    """

    site: Site
    text: Text
    address: str
    date: str
    date_iso: str
    related: Sequence[tuple[str, str]]
    comments: Sequence[Comment]
    canonical: str = ""
    pager: Sequence[tuple[str, str]] = ()
    teasers: Sequence[tuple[str, str]] = ()
    teaser_date: str = ""


Layout = Callable[[ArticlePage], str]


def safe(text: str) -> str:
    """Return text escaped for element content and double-quoted attributes."""
    return escape(text, quote=False).replace('"', "&quot;")


def body(page: ArticlePage, before: str = "<p>", after: str = "</p>") -> str:
    """Return the paragraphs, each between two pieces of markup; on some hosts with hidden boxes
    among them.
    """
    shown = [f"{before}{safe(paragraph)}{after}" for paragraph in page.text.paragraphs]
    return "\n".join(
        with_boxes(page.site, shown) if "hidden-boxes" in page.site.features else shown
    )


def label(site: Site, name: str) -> str:
    """Return a label in the language of the site."""
    return LOCALES[site.lang].labels[name]


def meta_charset(site: Site, *, modern: bool = False) -> str:
    """Return the meta element that declares the site's encoding, "" without one."""
    return declaration(site).meta_element(modern=modern)


def canonical_link(page: ArticlePage) -> str:
    """Return the canonical link element, "" without one."""
    return f'<link rel="canonical" href="{safe(page.canonical)}">' if page.canonical else ""


def linked_data(page: ArticlePage, **more: str) -> str:
    """Return the JSON-LD of an article, with more of its properties."""
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": page.text.title,
        "datePublished": page.date_iso,
        "author": {"@type": "Person", "name": page.text.author},
        "mainEntityOfPage": page.address,
        "publisher": {"@type": "Organization", "name": page.site.title},
        **more,
    }
    return json.dumps(data, ensure_ascii=False)


def links(pairs: Sequence[tuple[str, str]], before: str = "<li>", after: str = "</li>") -> str:
    """Return links, each between two pieces of markup."""
    return "\n".join(
        f'{before}<a href="{safe(address)}">{safe(title)}</a>{after}' for title, address in pairs
    )


def pager(page: ArticlePage) -> str:
    """Return the links to the other pages of the article, "" if it is on one page."""
    return f'<div class="pages">{links(page.pager, "", " ")}</div>' if page.pager else ""


def navigation(site: Site, before: str = "<li>", after: str = "</li>") -> str:
    """Return the links of every page that lead to nothing of interest."""
    names = ("home", "news", "culture", "sport", "about", "contact")
    return links(
        [(label(site, name), "/" if name == "home" else f"/about/{name}") for name in names],
        before,
        after,
    )
