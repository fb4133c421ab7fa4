"""A portal of the 2010s: divs in divs, share buttons, readers' comments below the text, two side
blocks.
"""

# ruff: noqa: E501 (lines of markup)

from fakeweb.layouts.page import (
    ArticlePage,
    Comment,
    body,
    canonical_link,
    label,
    links,
    meta_charset,
    navigation,
    pager,
    safe,
)


def _comment(comment: Comment) -> str:
    return (
        f'<div class="cmt-item"><span class="cmt-user">{safe(comment.author)}</span>'
        f'<span class="cmt-time">{comment.date}</span><div class="cmt-text">{safe(comment.body)}</div></div>'
    )


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    share = "".join(
        f'<a href="#share-{name}">{label(site, "share")}</a>' for name in ("mail", "print", "copy")
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
 "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head>{meta_charset(site)}
<title>{safe(text.title)} - {safe(site.title)}</title>{canonical_link(page)}
<meta name="keywords" content="{safe(text.keyword)}" /><script>var pageReady = 1 < 2;</script></head>
<body><div id="wrap"><div id="top"><div class="logo"><a href="/">{safe(site.title)}</a></div>
<div class="menu"><ul>{navigation(site)}</ul></div></div>
<div id="main"><div class="crumb"><a href="/">{label(site, "home")}</a> &gt; <a href="/">{label(site, "news")}</a></div>
<div class="col-left"><div class="article-box"><div class="hd"><h1>{safe(text.title)}</h1>
<div class="info"><span class="time">{page.date}</span><span class="src">{label(site, "source")}: {safe(site.title)}</span>
<span class="author">{safe(text.author)}</span></div></div>
<div class="bd"><div class="content">
{body(page)}
</div>{pager(page)}</div>
<div class="share">{share}</div></div>
<div class="comments"><h3>{label(site, "comments")}</h3>{"".join(map(_comment, page.comments))}</div></div>
<div class="col-right"><div class="block"><h3>{label(site, "related")}</h3><ul>{links(page.related)}</ul></div>
<div class="block"><h3>{label(site, "popular")}</h3><ol>{links(page.related[:3])}</ol></div></div></div>
<div id="foot"><p>{navigation(site, "", " | ")}</p><p>{safe(site.title)} {label(site, "copyright")}</p></div></div>
</body></html>
"""
