"""Like V2EX: one opening box and a box of replies, relative times with the full time in a title."""

# ruff: noqa: E501 (lines of markup)

from fakeweb import times
from fakeweb.forums.page import BoardPage, BoardRow, ForumStyle, ThreadPage, pager, when, words_of
from fakeweb.layouts.page import label, meta_charset, navigation, safe
from fakeweb.model import ThreadPost


def _row(page: BoardPage, row: BoardRow) -> str:
    return f"""<div class="cell"><table width="100%"><tr><td><span class="item_title"><a href="{safe(row.path)}#reply{row.replies}"
class="topic-link">{safe(row.title)}</a></span><br><span class="small fade"><strong><a href="/member/{row.started}">{safe(row.author)}</a></strong>
&nbsp;•&nbsp; <span title="{when(page.site, row.last_time)} +08:00">{times.ago(row.last_time, page.now, page.site.lang)}</span>
&nbsp;•&nbsp; 最后回复来自 <strong>{safe(row.last_author)}</strong></span></td>
<td width="70" align="right"><a href="{safe(row.path)}#reply{row.replies}" class="count_livid">{row.replies}</a></td></tr></table></div>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    turn = pager("&lt;", page.previous_path, "&gt;", page.next_path)
    return f"""<!DOCTYPE html><html lang="zh-CN"><head>{meta_charset(site, modern=True)}<title>{safe(site.title)}</title></head>
<body><div id="Top"><ul>{navigation(site)}</ul></div><div id="Main"><div class="box"><div class="header">{safe(site.title)}</div>
<div id="TopicsNode">
{rows}
</div><div class="inner">{turn}</div></div></div><div id="Bottom">{label(site, "copyright")}</div></body></html>
"""


def _moment(page: ThreadPage, post: ThreadPost) -> str:
    ago = times.ago(post.published, page.now, page.site.lang)
    return f'<span title="{when(page.site, post.published)} +08:00" class="ago">{ago}</span>'


def _body(page: ThreadPage, post: ThreadPost) -> str:
    answered = page.quoted[post.quoted].author if post.quoted is not None else ""
    called = f'@<a href="/member/{post.quoted}">{safe(answered)}</a> ' if answered else ""
    return called + words_of(page.site, post)


def _opening(page: ThreadPage, post: ThreadPost) -> str:
    return f"""<div class="box"><div class="header"><a href="{page.board_path}">{safe(page.site.title)}</a>
<h1>{safe(page.title)}</h1><small class="gray"><a href="/member/1">{safe(post.author)}</a> · {_moment(page, post)}</small></div>
<div class="cell"><div class="topic_content"><div class="markdown_body"><p>{words_of(page.site, post)}</p></div></div></div></div>"""


def _reply(page: ThreadPage, post: ThreadPost) -> str:
    return f"""<div id="r_{post.floor}" class="cell"><table cellpadding="0" width="100%"><tr><td width="48" valign="top">
<img src="/avatar.png" class="avatar" alt=""></td><td valign="top"><div class="fr"><span class="no">{post.floor - 1}</span></div>
<strong><a href="/member/{post.floor}" class="dark">{safe(post.author)}</a></strong>&nbsp; {_moment(page, post)}
<div class="reply_content">{_body(page, post)}</div></td></tr></table></div>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    opening = "".join(_opening(page, post) for post in page.posts if post.floor == 1)
    heading = (
        opening or f'<div class="box"><div class="header"><h1>{safe(page.title)}</h1></div></div>'
    )
    replies = "\n".join(_reply(page, post) for post in page.posts if post.floor > 1)
    turn = pager("&lt;", page.previous_path, label(site, "next"), page.next_path)
    return f"""<!DOCTYPE html><html lang="zh-CN"><head>{meta_charset(site, modern=True)}<title>{safe(page.title)} - {safe(site.title)}</title></head>
<body><div id="Top"><ul>{navigation(site)}</ul></div><div id="Wrapper"><div class="content"><div id="Main">
{heading}
<div class="box"><div class="cell"><div class="fr">{page.page} / {page.pages}</div>{turn}</div>
{replies}
<div class="inner">{turn}</div></div></div></div></div><div id="Bottom">{label(site, "copyright")}</div></body></html>
"""


STYLE = ForumStyle(
    board_first="/go/makers",
    board_later="/go/makers?p={page}",
    thread_first="/t/{n}",
    thread_later="/t/{n}?p={page}",
    thread_pattern=r"/t/\d+",
    thread_number=r"^/t/(\d+)",
    page_number=r"[?&]p=(\d+)",
    counts_posts=False,
    board=_board,
    thread=_thread,
)
