"""A modern site: article and time elements, JSON-LD, Open Graph, canonical link."""

import json

from fakeweb.layouts.page import ArticlePage, label, links, meta_charset, navigation, pager, safe


def _linked_data(page: ArticlePage) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": page.text.title,
        "datePublished": page.date_iso,
        "author": {"@type": "Person", "name": page.text.author},
        "mainEntityOfPage": page.address,
        "publisher": {"@type": "Organization", "name": page.site.title},
    }
    return json.dumps(data, ensure_ascii=False)


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    body = "\n".join(f"<p>{safe(paragraph)}</p>" for paragraph in text.paragraphs)
    return f"""<!doctype html>
<html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<meta name="viewport" content="width=device-width">
<title>{safe(text.title)} | {safe(site.title)}</title>
<link rel="canonical" href="{safe(page.address)}">
<meta property="og:type" content="article"><meta property="og:title" content="{safe(text.title)}">
<meta property="og:url" content="{safe(page.address)}">
<meta property="article:published_time" content="{page.date_iso}"><meta name="author" content="{safe(text.author)}">
<script type="application/ld+json">{_linked_data(page)}</script></head>
<body><header><a href="/">{safe(site.title)}</a><nav><ul>{navigation(site)}</ul></nav></header>
<main><article><header><h1>{safe(text.title)}</h1>
<p class="byline">{label(site, "by")} <a rel="author" href="/about/authors">{safe(text.author)}</a>
<time datetime="{page.date_iso}">{page.date}</time></p></header>
<div class="story-body">
{body}
</div>{pager(page)}</article>
<aside><h2>{label(site, "related")}</h2><ul>{links(page.related)}</ul></aside></main>
<footer><nav>{navigation(site, "", " ")}</nav><p>&copy; {safe(site.title)}. {label(site, "copyright")}.</p></footer>
</body></html>
"""
