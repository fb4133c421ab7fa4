"""A home-made blog: the paragraphs are bare text between br elements, the side column lists older
entries.
"""

from fakeweb.layouts.page import (
    ArticlePage,
    canonical_link,
    label,
    links,
    meta_charset,
    navigation,
    pager,
    safe,
)


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    body = "<br><br>\n".join(map(safe, text.paragraphs))
    return f"""<html><head>{meta_charset(site)}
<title>{safe(text.title)}</title>{canonical_link(page)}</head>
<body><div id="header"><b>{safe(site.title)}</b> {navigation(site, "", " ")}</div>
<div id="entry"><h2>{safe(text.title)}</h2>
<div class="date">{page.date} {label(site, "author")}: {safe(text.author)}</div>
<div class="text">
{body}
</div>{pager(page)}</div>
<div id="side"><b>{label(site, "archive")}</b><br>{links(page.related, "", "<br>")}</div>
<div id="footer">{label(site, "copyright")} &copy; {safe(site.title)}</div>
</body></html>
"""
