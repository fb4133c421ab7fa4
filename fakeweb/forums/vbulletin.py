"""Like vBulletin: a list of posts, each with a head line that carries time and floor."""

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
    return f"""<li class="threadbit"><div class="rating0"><div class="threadinfo"><h3 class="threadtitle">
<a class="title" href="{safe(row.path.lstrip("/"))}">{safe(row.title)}</a></h3><div class="author">{safe(row.author)},
{when(site, row.started)}</div></div><ul class="threadstats"><li>{label(site, "replies")}: {row.replies}</li>
<li>{label(site, "views")}: {row.replies * 19 + 33}</li></ul>
<dl class="threadlastpost"><dd>{safe(row.last_author)}</dd><dd>{when(site, row.last_time)}</dd></dl></div></li>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    turn = neighbours(page)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head>{meta_charset(site)}<title>{safe(site.title)}</title></head>
<body><div class="above_body"><ul>{navigation(site)}</ul></div><div class="body_wrapper"><ol id="threads" class="threads">
{rows}
</ol><div class="threadpagenav">{turn}</div></div><div class="below_body">{label(site, "copyright")}</div></body></html>
"""


def _quote(page: ThreadPage, post: ThreadPost) -> str:
    old = page.answered(post)
    if old is None:
        return ""
    return (
        f'<div class="bbcode_container"><div class="bbcode_quote"><div class="bbcode_postedby"><strong>{safe(old.author)}'
        f'</strong> {label(page.site, "wrote")}</div><div class="message">{safe(old.body)}</div></div></div>'
    )


def _post(page: ThreadPage, post: ThreadPost) -> str:
    site = page.site
    return f"""<li class="postbitlegacy postbitim postcontainer" id="post_{post.floor}"><div class="posthead">
<span class="postdate old"><span class="date">{when(site, post.published)}</span></span>
<span class="nodecontrols"><a name="post{post.floor}" href="#post{post.floor}" class="postcounter">#{post.floor}</a></span></div>
<div class="postdetails"><div class="userinfo"><a class="username" href="member.php?u={post.floor}"><strong>{safe(post.author)}</strong></a>
<dl class="userinfo_extra"><dt>{label(site, "posts")}</dt><dd>{post.floor * 41 % 900}</dd></dl></div>
<div class="postbody"><div class="postrow"><div class="content"><div id="post_message_{post.floor}">
<blockquote class="postcontent restore">{_quote(page, post)}{words_of(page.site, post)}</blockquote></div></div></div>
<blockquote class="signature restore">{label(site, "signature")}</blockquote></div></div>
<div class="postfoot"><a href="newreply.php?p={post.floor}" rel="nofollow">{label(site, "reply")}</a></div></li>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    posts = "\n".join(_post(page, post) for post in page.posts)
    turn = neighbours(page)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head>{meta_charset(site)}<title>{safe(page.title)}</title></head>
<body><div class="above_body"><ul>{navigation(site)}</ul></div><div class="body_wrapper">
<div id="pagetitle"><h1>{label(site, "topic")}: <span class="threadtitle"><a href="">{safe(page.title)}</a></span></h1></div>
<div id="pagination_top">{turn}</div><div id="postlist" class="postlist"><ol id="posts" class="posts">
{posts}
</ol></div><div id="pagination_bottom">{turn}</div><a href="{page.board_path.lstrip("/")}">{safe(site.title)}</a></div>
<div class="below_body">{label(site, "copyright")}</div></body></html>
"""


STYLE = ForumStyle(
    board_first="/forumdisplay.php?f=2",
    board_later="/forumdisplay.php?f=2&page={page}",
    thread_first="/showthread.php?t={n}",
    thread_later="/showthread.php?t={n}&page={page}",
    thread_pattern=r"showthread\.php\?t=\d+",
    thread_number=r"[?&]t=(\d+)",
    page_number=r"[?&]page=(\d+)",
    counts_posts=False,
    board=_board,
    thread=_thread,
)
