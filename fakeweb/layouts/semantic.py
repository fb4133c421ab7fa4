"""A modern site: article and time elements, JSON-LD, Open Graph, canonical link."""

from fakeweb.layouts.page import (
    ArticlePage,
    body,
    label,
    linked_data,
    links,
    meta_charset,
    navigation,
    pager,
    safe,
)


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    return f"""<!doctype html>
<html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<meta name="viewport" content="width=device-width">
<title>{safe(text.title)} | {safe(site.title)}</title>
<link rel="canonical" href="{safe(page.address)}">
<meta property="og:type" content="article"><meta property="og:title" content="{safe(text.title)}">
<meta property="og:url" content="{safe(page.address)}">
<meta property="article:published_time" content="{page.date_iso}">
<meta name="author" content="{safe(text.author)}">
<script type="application/ld+json">{linked_data(page)}</script></head>
<body><header><a href="/">{safe(site.title)}</a><nav><ul>{navigation(site)}</ul></nav></header>
<main><article><header><h1>{safe(text.title)}</h1>
<p class="byline">{label(site, "by")} <a rel="author" href="/about/authors">{safe(text.author)}</a>
<time datetime="{page.date_iso}">{page.date}</time></p></header>
<div class="story-body">
{body(page)}
</div>{pager(page)}</article>
<aside><h2>{label(site, "related")}</h2><ul>{links(page.related)}</ul></aside></main>
<footer><nav>{navigation(site, "", " ")}</nav>
<p>&copy; {safe(site.title)}. {label(site, "copyright")}.</p></footer>
</body></html>
"""
