"""A news agency: source, date with its zone, and author share one line, without any other statement
of them.
"""

from fakeweb.layouts.page import ArticlePage, body, label, links, meta_charset, navigation, safe


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    return f"""<!doctype html><html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<title>{safe(text.title)} - {safe(site.title)}</title></head>
<body><div class="head"><a href="/">{safe(site.title)}</a><ul>{navigation(site)}</ul></div>
<div class="story"><h1>{safe(text.title)}</h1>
<div class="info">{_shared_line(page)}</div>
<div class="words">
{body(page)}
</div></div>
<div class="more"><h3>{label(site, "related")}</h3><ul>{links(page.related)}</ul></div>
<div class="foot">{label(site, "copyright")}</div></body></html>
"""


def _shared_line(page: ArticlePage) -> str:
    """Return the line as agencies write it; in Chinese, a label introduces the author."""
    site, author = page.site, safe(page.text.author)
    if site.lang.startswith("zh"):
        return (
            f"{label(site, 'source')}：{safe(site.title)} {page.date} {label(site, 'by')}：{author}"
        )
    return f"{label(site, 'source')}: {safe(site.title)}&nbsp; {page.date}&nbsp; {author}"
