"""Like Discuz! of 2006: one table per post, author cell on the left, the floor as "#2"."""

# ruff: noqa: E501 (lines of markup)

from fakeweb.forums.page import (
    BoardPage,
    BoardRow,
    ForumStyle,
    ThreadPage,
    neighbours,
    pager,
    when,
    words_of,
)
from fakeweb.layouts.page import label, meta_charset, navigation, safe
from fakeweb.model import ThreadPost


def _row(page: BoardPage, row: BoardRow) -> str:
    return f"""<TR><TD bgcolor="#F8F8F8"><A HREF="{safe(row.path)}">{safe(row.title)}</A></TD>
<TD align=center><A HREF="viewpro.php?username={row.started}">{safe(row.author)}</A><BR>{when(page.site, row.started, "short")}</TD>
<TD align=center>{row.replies}</TD><TD align=center>{row.replies * 17 + 40}</TD>
<TD align=right>{when(page.site, row.last_time)}<BR>by {safe(row.last_author)}</TD></TR>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    return f"""<HTML><HEAD>{meta_charset(site)}<TITLE>{safe(site.title)} - Powered by boards</TITLE></HEAD>
<BODY><TABLE width="98%"><TR><TD>{navigation(site, "", " | ")}</TD></TR></TABLE>
<TABLE width="98%" border=1><TR><TD>{label(site, "topic")}</TD><TD>{label(site, "author")}</TD>
<TD>{label(site, "replies")}</TD><TD>{label(site, "views")}</TD><TD>{label(site, "last")}</TD></TR>
{rows}
</TABLE><TABLE><TR><TD>{pager("&lt;&lt;", page.previous_path, "&gt;&gt;", page.next_path)}</TD></TR></TABLE></BODY></HTML>
"""


def _quote(page: ThreadPage, post: ThreadPost) -> str:
    old = page.answered(post)
    if old is None:
        return ""
    return (
        f'<DIV class="quote"><B>{safe(old.author)}</B> {label(page.site, "wrote")} {when(page.site, old.published)}'
        f"<BR>{safe(old.body)}</DIV><BR>"
    )


def _post(page: ThreadPage, post: ThreadPost) -> str:
    site = page.site
    return f"""<TABLE class="post" width="98%" border=1 cellspacing=0><TR><TD width="20%" valign=top><A name="pid{post.floor}"></A>
<B>{safe(post.author)}</B><BR>{label(site, "posts")} {post.floor * 31 % 900}<BR>{label(site, "register")}</TD>
<TD valign=top><TABLE width="100%"><TR><TD>{label(site, "posted")} {when(site, post.published)}
<A HREF="/about/contact">QQ</A></TD><TD align=right><A HREF="#pid{post.floor}">#{post.floor}</A></TD></TR>
<TR><TD colspan=2>{_quote(page, post)}<SPAN class="bold">{words_of(page.site, post)}</SPAN><BR><BR>
<DIV class="sig">{label(site, "signature")}</DIV></TD></TR></TABLE></TD></TR></TABLE>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    posts = "\n".join(_post(page, post) for post in page.posts)
    turn = neighbours(page)
    return f"""<HTML><HEAD>{meta_charset(site)}<TITLE>{safe(page.title)} - {safe(site.title)}</TITLE></HEAD>
<BODY><TABLE width="98%"><TR><TD>{navigation(site, "", " | ")}</TD></TR>
<TR><TD><A HREF="{page.board_path}">{safe(site.title)}</A> &raquo; {safe(page.title)}</TD></TR></TABLE>
<DIV class="pages">{turn}</DIV><FORM name="delpost">
{posts}
</FORM><DIV class="pages">{turn}</DIV>
<TABLE><TR><TD>GMT+8, {when(site, page.now, "short")}, {label(site, "copyright")}</TD></TR></TABLE></BODY></HTML>
"""


STYLE = ForumStyle(
    board_first="/forumdisplay.php?fid=2",
    board_later="/forumdisplay.php?fid=2&page={page}",
    thread_first="/viewthread.php?tid={n}",
    thread_later="/viewthread.php?tid={n}&page={page}",
    thread_pattern=r"viewthread\.php\?tid=\d+",
    thread_number=r"tid=(\d+)",
    page_number=r"[?&]page=(\d+)",
    counts_posts=False,
    board=_board,
    thread=_thread,
)
