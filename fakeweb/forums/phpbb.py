"""Like phpBB 3: definition lists, post times after the author's name, pages counted in posts."""

# ruff: noqa: E501 (lines of markup)

from fakeweb.forums.page import (
    BoardPage,
    BoardRow,
    ForumStyle,
    ThreadPage,
    neighbours,
    when,
    words_of,
)
from fakeweb.layouts.page import label, meta_charset, navigation, safe
from fakeweb.model import ThreadPost


def _row(page: BoardPage, row: BoardRow) -> str:
    site = page.site
    return f"""<li class="row bg1"><dl class="row-item"><dt><div class="list-inner">
<a href=".{safe(row.path)}" class="topictitle">{safe(row.title)}</a><br>{label(site, "by")} {safe(row.author)} &raquo;
{when(site, row.started)}</div></dt><dd class="posts">{row.replies} <dfn>{label(site, "replies")}</dfn></dd>
<dd class="lastpost"><span><dfn>{label(site, "last")}</dfn> {safe(row.last_author)}<br>{when(site, row.last_time)}</span></dd>
</dl></li>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    turn = neighbours(page)
    return f"""<!DOCTYPE html><html lang="{site.lang}"><head>{meta_charset(site, modern=True)}<title>{safe(site.title)}</title></head>
<body class="section-viewforum"><ul id="nav-main">{navigation(site)}</ul><div id="page-body"><h2>{safe(site.title)}</h2>
<div class="forumbg"><div class="inner"><ul class="topiclist topics">
{rows}
</ul></div></div><div class="pagination">{turn}</div></div><div id="page-footer">{label(site, "copyright")}</div></body></html>
"""


def _quote(page: ThreadPage, post: ThreadPost) -> str:
    old = page.answered(post)
    if old is None:
        return ""
    return (
        f"<blockquote><div><cite>{safe(old.author)} {label(page.site, 'wrote')}: "
        f"<span>{when(page.site, old.published)}</span></cite>{safe(old.body)}</div></blockquote>"
    )


def _post(page: ThreadPage, post: ThreadPost) -> str:
    site = page.site
    return f"""<div id="p{post.floor}" class="post has-profile bg{post.floor % 2 + 1}"><div class="inner">
<dl class="postprofile"><dt><a href="./memberlist.php?u={post.floor}" class="username">{safe(post.author)}</a></dt>
<dd class="profile-posts"><strong>{label(site, "posts")}:</strong> {post.floor * 29 % 800}</dd>
<dd class="profile-joined"><strong>{label(site, "joined")}:</strong> 2014</dd></dl>
<div class="postbody"><div><h3><a href="#p{post.floor}">Re: {safe(page.title)}</a></h3>
<p class="author"><a href="#p{post.floor}" class="postlink">#{post.floor}</a> {label(site, "by")}
<strong><a href="./memberlist.php?u={post.floor}" class="username">{safe(post.author)}</a></strong> &raquo;
{when(site, post.published)}</p>
<div class="content">{_quote(page, post)}{words_of(page.site, post)}</div>
<div class="signature">{label(site, "signature")}</div></div></div></div></div>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    posts = '\n<hr class="divider">\n'.join(_post(page, post) for post in page.posts)
    turn = neighbours(page)
    return f"""<!DOCTYPE html><html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<title>{safe(page.title)} - {safe(site.title)}</title></head>
<body class="section-viewtopic"><ul id="nav-main">{navigation(site)}</ul><div id="page-body">
<h2 class="topic-title"><a href="">{safe(page.title)}</a></h2>
<div class="action-bar"><div class="pagination">{turn}</div></div>
{posts}
<div class="action-bar"><a href=".{page.board_path}">{safe(site.title)}</a><div class="pagination">{turn}</div></div></div>
<div id="page-footer">{label(site, "copyright")}</div></body></html>
"""


STYLE = ForumStyle(
    board_first="/viewforum.php?f=2",
    board_later="/viewforum.php?f=2&start={skip}",
    thread_first="/viewtopic.php?f=2&t={n}",
    thread_later="/viewtopic.php?f=2&t={n}&start={skip}",
    thread_pattern=r"viewtopic\.php\?f=\d+&t=\d+",
    thread_number=r"[?&]t=(\d+)",
    page_number=r"[?&]start=(\d+)",
    counts_posts=True,
    board=_board,
    thread=_thread,
)
