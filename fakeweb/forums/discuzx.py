"""Like Discuz!

X3: static-looking addresses, recent times as "3 小时前" with the full time in a title.
"""

# ruff: noqa: E501 (lines of markup)

from fakeweb import times
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

_RECENT = 4 * 86_400


def _row(page: BoardPage, row: BoardRow) -> str:
    return f"""<tbody id="normalthread_{row.started}"><tr><td class="icn"><img src="/i.gif" alt=""></td>
<th class="new"><a href="{safe(row.path)}" class="s xst">{safe(row.title)}</a></th>
<td class="by"><cite><a href="/about/authors">{safe(row.author)}</a></cite><em>{when(page.site, row.started, "short")}</em></td>
<td class="num"><a href="{safe(row.path)}" class="xi2">{row.replies}</a><em>{row.replies * 23 + 51}</em></td>
<td class="by"><cite>{safe(row.last_author)}</cite><em>{when(page.site, row.last_time, "short")}</em></td></tr></tbody>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    turn = neighbours(page)
    return f"""<!DOCTYPE html><html><head>{meta_charset(site)}<title>{safe(site.title)}</title></head>
<body id="nv_forum"><div id="hd"><ul>{navigation(site)}</ul></div><div id="wp" class="wp"><div id="threadlist" class="tl bm">
<table summary="forum_2" id="threadlisttableid">
{rows}
</table></div><div class="pg">{turn}</div></div><div id="ft">{label(site, "copyright")}</div></body></html>
"""


def _moment(page: ThreadPage, post: ThreadPost) -> str:
    full = when(page.site, post.published, "slash_short").replace("/", "-")
    if page.now - post.published > _RECENT:
        return full
    return f'<span title="{full}">{times.ago(post.published, page.now, page.site.lang)}</span>'


def _quote(page: ThreadPage, post: ThreadPost) -> str:
    old = page.answered(post)
    if old is None:
        return ""
    return (
        f'<div class="quote"><blockquote><font size="2"><a href="#pid{old.floor}"><font color="#999999">{safe(old.author)} '
        f"{label(page.site, 'wrote')} {when(page.site, old.published, 'short')}</font></a></font><br />{safe(old.body)}"
        "</blockquote></div><br />"
    )


def _post(page: ThreadPage, post: ThreadPost) -> str:
    site, pid = page.site, 5000 + post.floor
    floor = {1: "楼主", 2: "沙发", 3: "板凳"}.get(post.floor, f"<em>{post.floor}</em><sup>#</sup>")
    return f"""<div id="post_{pid}"><table id="pid{pid}" class="plhin" cellspacing="0"><tr><td class="pls" rowspan="2">
<div class="pi"><div class="authi"><a href="/about/authors" class="xw1">{safe(post.author)}</a></div></div>
<p><em>{label(site, "posts")}</em> {post.floor * 37 % 700}</p></td>
<td class="plc"><div class="pi"><strong><a href="#pid{pid}" id="postnum{pid}">{floor}</a></strong>
<div class="pti"><div class="authi"><em id="authorposton{pid}">{label(site, "posted")} {_moment(page, post)}</em></div></div></div>
<div class="pct"><div class="pcb"><div class="t_fsz"><table cellspacing="0"><tr>
<td class="t_f" id="postmessage_{pid}">{_quote(page, post)}{words_of(page.site, post)}</td></tr></table></div></div></div></td></tr>
<tr><td class="plc plm"><div class="sign">{label(site, "signature")}</div></td></tr></table></div>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    posts = "\n".join(_post(page, post) for post in page.posts)
    turn = neighbours(page)
    return f"""<!DOCTYPE html><html><head>{meta_charset(site)}<title>{safe(page.title)} - {safe(site.title)}</title></head>
<body id="nv_forum" class="pg_viewthread"><div id="hd"><ul>{navigation(site)}</ul></div><div id="wp" class="wp">
<div id="pgt" class="pgs"><div class="pg">{turn}</div><a href="{page.board_path}">{safe(site.title)}</a></div>
<div id="postlist" class="pl bm"><h1 class="ts"><span id="thread_subject">{safe(page.title)}</span></h1>
{posts}
</div><div class="pgs"><div class="pg">{turn}</div></div></div>
<div id="ft"><p>GMT+8, {when(site, page.now, "short")}</p><p>{label(site, "copyright")}</p></div></body></html>
"""


STYLE = ForumStyle(
    board_first="/forum-2-1.html",
    board_later="/forum-2-{page}.html",
    thread_first="/thread-{n}-1-1.html",
    thread_later="/thread-{n}-{page}-1.html",
    thread_pattern=r"thread-\d+-\d+-\d+\.html",
    thread_number=r"/thread-(\d+)-",
    page_number=r"/(?:thread|forum)-\d+-(\d+)",
    counts_posts=False,
    board=_board,
    thread=_thread,
)
