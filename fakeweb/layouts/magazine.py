"""A magazine: only JSON-LD has the date of the article, while ten teasers beside it show another
one.
"""

from fakeweb.layouts.page import (
    ArticlePage,
    body,
    label,
    linked_data,
    meta_charset,
    navigation,
    pager,
    safe,
)


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    teasers = "\n".join(
        f'<li><a href="{safe(path)}">{safe(title)}</a><div class="when">{page.teaser_date}</div>'
        "</li>"
        for title, path in page.teasers
    )
    return f"""<!doctype html><html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<title>{safe(text.title)} | {safe(site.title)}</title>
<script type="application/ld+json">{linked_data(page)}</script></head>
<body><header><a href="/">{safe(site.title)}</a><ul>{navigation(site)}</ul></header>
<div class="columns"><div class="main"><h1>{safe(text.title)}</h1>
<p class="byline">{label(site, "by")} {safe(text.author)}</p>
<div class="text">
{body(page)}
</div>{pager(page)}</div>
<div class="rail"><h2>{label(site, "popular")}</h2><ul>
{teasers}
</ul></div></div>
<footer>{label(site, "copyright")}</footer></body></html>
"""
