"""Like Tieba: floors and times in a tail line below each post, replies marked "回复"."""

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
    return f"""<li class="j_thread_list clearfix"><div class="t_con"><div class="col2_left">
<span class="threadlist_rep_num" title="{label(page.site, "replies")}">{row.replies}</span></div><div class="col2_right">
<div class="threadlist_title"><a href="{safe(row.path)}" title="{safe(row.title)}" class="j_th_tit">{safe(row.title)}</a></div>
<div class="threadlist_author"><span class="tb_icon_author">{safe(row.author)}</span></div>
<div class="threadlist_detail"><span class="tb_icon_author_rely">{safe(row.last_author)}</span>
<span class="threadlist_reply_date">{when(page.site, row.last_time, "minute")}</span></div></div></div></li>"""


def _board(page: BoardPage) -> str:
    site = page.site
    rows = "\n".join(_row(page, row) for row in page.rows)
    turn = pager(
        label(site, "previous"), page.previous_path, label(site, "next") + "&gt;", page.next_path
    )
    return f"""<!DOCTYPE html><html><head>{meta_charset(site, modern=True)}<title>{safe(site.title)}</title></head>
<body><div class="head"><ul>{navigation(site)}</ul></div><div id="pagelet_frs-list"><ul id="thread_list" class="threadlist_bright">
{rows}
</ul><div class="thread_list_bottom"><div id="frs_list_pager" class="pagination-default">{turn}</div></div></div>
<div class="footer">{label(site, "copyright")}</div></body></html>
"""


def _quote(page: ThreadPage, post: ThreadPost) -> str:
    old = page.answered(post)
    if old is None:
        return ""
    return f'<div class="quote_box"><span>{safe(old.author)}：{safe(old.body)}</span></div>'


def _post(page: ThreadPage, post: ThreadPost) -> str:
    site = page.site
    return f"""<div class="l_post l_post_bright j_l_post clearfix"><div class="d_author"><ul class="p_author">
<li class="d_name"><a class="p_author_name" href="/home/{post.floor}">{safe(post.author)}</a></li>
<li class="l_badge"><div class="d_badge_lv">{post.floor % 15 + 1}</div></li></ul></div>
<div class="d_post_content_main"><div class="p_content"><cc>{_quote(page, post)}
<div id="post_content_{post.floor}" class="d_post_content j_d_post_content">{words_of(page.site, post)}</div></cc></div>
<div class="core_reply j_lzl_wrapper"><div class="core_reply_tail"><ul class="p_tail"><li><span>{post.floor}楼</span></li>
<li><span>{when(site, post.published, "minute")}</span></li></ul><a href="#reply" class="lzl_link">{label(site, "reply")}</a></div></div>
</div></div>"""


def _thread(page: ThreadPage) -> str:
    site = page.site
    posts = "\n".join(_post(page, post) for post in page.posts)
    turn = neighbours(page)
    return f"""<!DOCTYPE html><html><head>{meta_charset(site, modern=True)}<title>{safe(page.title)}_{safe(site.title)}</title></head>
<body><div class="head"><ul>{navigation(site)}</ul><a class="card_title_fname" href="{page.board_path}">{safe(site.title)}</a></div>
<div id="container"><div class="left_section"><div class="core_title"><h3 class="core_title_txt">{safe(page.title)}</h3></div>
<div class="p_postlist" id="j_p_postlist">
{posts}
</div><div class="p_thread"><ul class="l_posts_num"><li class="l_pager">{turn}</li></ul></div></div></div>
<div class="footer">{label(site, "copyright")}</div></body></html>
"""


STYLE = ForumStyle(
    board_first="/f?kw=diaoyu",
    board_later="/f?kw=diaoyu&pn={skip}",
    thread_first="/p/{n}",
    thread_later="/p/{n}?pn={page}",
    thread_pattern=r"/p/\d+",
    thread_number=r"^/p/(\d+)",
    page_number=r"[?&]pn=(\d+)",
    counts_posts=False,
    board=_board,
    thread=_thread,
)
