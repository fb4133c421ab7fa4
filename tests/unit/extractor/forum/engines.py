"""Thread pages of our own, in the style of forum engines and of engines that do not exist."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Entry:
    """A post for an engine to print; ``answers`` is the post that it quotes."""

    author: str
    when: datetime
    body: str
    answers: "Entry | None" = None


ENTRIES = (
    Entry(
        "marla",
        datetime(2024, 3, 1, 8, 5, tzinfo=UTC),
        "The boiler in my cellar hums every night, and nobody in the house knows where the noise comes from.",
    ),
    Entry(
        "otto_k",
        datetime(2024, 3, 1, 9, 40, tzinfo=UTC),
        "Have you looked at the pump? Mine did the same until the bearing was changed last winter.",
    ),
    Entry(
        "Pavel",
        datetime(2024, 3, 1, 11, 12, tzinfo=UTC),
        "It may be air in the pipes, which you can let out with a small key from any hardware shop.",
    ),
    Entry(
        "quill",
        datetime(2024, 3, 2, 7, 30, tzinfo=UTC),
        "Ours hummed because the filter was full of sand; cleaning it took ten minutes and no tools at all.",
    ),
    Entry(
        "marla",
        datetime(2024, 3, 2, 19, 55, tzinfo=UTC),
        "Thank you all, it was the pump after all and the new bearing has been silent for two nights now.",
    ),
)
TITLE = "Boiler hums at night"


def _page(body: str, title: str = TITLE) -> str:
    menu = "".join(f'<li><a href="/board/{n}">Board number {n}</a></li>' for n in range(6))
    foot = '<div class="foot"><a href="/rules">Rules</a> <a href="/help">Help</a> All times are as on the server.</div>'
    return f"<html><head><title>{title} - Cellar talk</title></head><body><ul class='menu'>{menu}</ul>{body}{foot}</body></html>"


def _at(entry: Entry) -> str:
    return f"{entry.when:%Y-%m-%d %H:%M}"


def _iso(entry: Entry) -> str:
    return f"{entry.when:%Y-%m-%dT%H:%M:%S+00:00}"


def discuz2006(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<table class="t_msg" width="98%"><tr><td width="20%" valign="top"><b>{entry.author}</b><br>新手上路<br>帖子 {n * 31}<br>注册 2003-5-{n}</td>'
        f'<td><table width="100%"><tr><td>发表于 {_at(entry)}</td><td align="right"><a href="#pid{n}">#{n}</a></td></tr>'
        f'<tr><td colspan="2"><span class="bold">{entry.body}</span><br><br></td></tr></table></td></tr></table>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(
        f"<table><tr><td><a href='/'>论坛</a> &raquo; {TITLE}</td></tr></table><form name='delpost'>{shown}</form>"
    )


def discuzx(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div id="post_{900 + n}"><table id="pid{900 + n}" class="plhin"><tr><td class="pls" rowspan="2"><div class="pi"><div class="authi"><a href="space-uid-{40 + n}.html" class="xw1">{entry.author}</a></div></div>'
        f'<p><em>帖子</em> {n * 7}</p></td><td class="plc"><div class="pi"><strong><a href="#" id="postnum{900 + n}"><em>{n}</em><sup>#</sup></a></strong><div class="pti"><div class="authi"><em id="authorposton{900 + n}">发表于 {_at(entry)}</em></div></div></div>'
        f'<div class="pct"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_{900 + n}">{entry.body}</td></tr></table></div></div></td></tr><tr><td class="plc plm"><div class="sign">One line of {entry.author}</div></td></tr></table></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<div id="postlist"><h1 class="ts">{TITLE}</h1>{shown}</div>')


def phpwind(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<a name="{70 + n}"></a><div class="t5"><table width="100%"><tr class="tr1"><th class="r_two" rowspan="2"><b><a href="u.php?uid={n}">{entry.author}</a></b><div>级别: 骑士 精华: 0 发帖: {n * 13}</div></th>'
        f'<td class="r_one"><div class="tipad"><span class="fr">{n}楼</span>发表于: {_at(entry)}</div><div class="tpc_content" id="read_{70 + n}">{entry.body}</div></td></tr></table></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h1 id="subject_tpc">{TITLE}</h1>{shown}')


def tieba(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div class="l_post j_l_post clearfix"><div class="d_author"><ul class="p_author"><li class="d_name"><a class="p_author_name j_user_card" href="/home/main?un={entry.author}">{entry.author}</a></li><li class="l_badge"><div>{n}</div></li></ul></div>'
        f'<div class="d_post_content_main"><div class="p_content"><cc><div id="post_content_{800 + n}" class="d_post_content j_d_post_content">{entry.body}</div></cc></div><div class="core_reply"><div class="post-tail-wrap"><span class="tail-info">来自手机</span><span class="tail-info">{n}楼</span><span class="tail-info">{_at(entry)}</span></div></div></div></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h3 class="core_title_txt">{TITLE}</h3><div class="p_postlist">{shown}</div>')


def douban(entries: Sequence[Entry]) -> str:
    first, *others = entries
    opening = (
        f'<h1>{TITLE}</h1><div class="topic-content"><div class="user-face"><img alt="{first.author}" src="/f.png"></div><div class="topic-doc"><h3><span class="from">来自: <a href="/people/{first.author}/">{first.author}</a></span> '
        f'<span class="create-time">{_at(first)}:11</span></h3><div class="rich-content">{first.body}</div></div></div>'
    )
    replies = "".join(
        f'<li class="comment-item" id="{600 + n}" data-cid="{600 + n}"><div class="user-face"><a href="/people/{entry.author}/"><img alt="{entry.author}" src="/f.png"></a></div><div class="reply-doc"><div class="bg-img-green"><h4><a href="/people/{entry.author}/">{entry.author}</a> <span class="pubtime">{_at(entry)}:12</span></h4></div><p class="reply-content">{entry.body}</p><div class="operation-div"><a href="#">赞</a> <a href="#">回应</a></div></div></li>'
        for n, entry in enumerate(others, 1)
    )
    return _page(f'{opening}<ul class="topic-reply">{replies}</ul>')


def v2ex(entries: Sequence[Entry]) -> str:
    first, *others = entries
    opening = f'<div class="box"><div class="header"><h1>{TITLE}</h1><small class="gray"><a href="/member/{first.author}">{first.author}</a> · <span title="{_at(first)}:00 +00:00">4 天前</span></small></div><div class="cell"><div class="topic_content">{first.body}</div></div></div>'
    replies = "".join(
        f'<div id="r_{300 + n}" class="cell"><table width="100%"><tr><td width="48"><img src="/a.png" class="avatar" alt=""></td><td><div class="fr"><span class="no">{n}</span></div><strong><a href="/member/{entry.author}" class="dark">{entry.author}</a></strong> <span class="ago" title="{_at(entry)}:00 +00:00">3 天前</span><div class="reply_content">{entry.body}</div></td></tr></table></div>'
        for n, entry in enumerate(others, 1)
    )
    return _page(f'{opening}<div class="box">{replies}</div>')


def tianya(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div class="atl-item" id="{n}" _host="{entry.author}"><div class="atl-head"><div class="atl-info"><span>{"楼主" if n == 1 else "作者"}：<a href="http://www.example.cn/{5000 + n}" class="js-vip-check">{entry.author}</a></span> <span>时间：{_at(entry)}:00</span></div></div>'
        f'<div class="atl-content"><div class="atl-con-bd"><div class="bbs-content">{entry.body}</div></div><div class="atl-reply"><a href="#">举报</a> <span>{n}楼</span> <a href="#">打赏</a> <a href="#">回复</a></div></div></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h1 class="atl-title">{TITLE}</h1><div class="atl-main">{shown}</div>')


def phpbb(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div id="p{500 + n}" class="post bg{n % 2 + 1}"><dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&u={n}" class="username">{entry.author}</a></dt><dd><strong>Posts:</strong> {n * 29}</dd><dd><strong>Joined:</strong> Mon Feb 0{n}, 2010 3:20 pm</dd></dl>'
        f'<div class="postbody"><h3><a href="#p{500 + n}">Re: {TITLE}</a></h3><p class="author">by <strong><a href="./memberlist.php?mode=viewprofile&u={n}" class="username">{entry.author}</a></strong> » {entry.when:%a %b %d, %Y %I:%M %p}</p><div class="content">{entry.body}</div><div class="signature">Always {entry.author}</div></div></div><hr class="divider">'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f"<h2>{TITLE}</h2>{shown}")


def vbulletin(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div id="edit{n}"><table id="post{700 + n}" class="tborder"><tr><td class="thead"><a name="post{700 + n}"></a>{entry.when:%m-%d-%Y, %I:%M %p}</td><td class="thead" align="right">#<a href="show.php?p={700 + n}"><strong>{n}</strong></a></td></tr>'
        f'<tr valign="top"><td class="alt2" width="175"><a class="bigusername" href="member.php?u={n}">{entry.author}</a><div class="smallfont">Senior Member</div><div class="smallfont">Join Date: Mar 2009<br>Posts: {n * 41}</div></td><td class="alt1" id="td_post_{700 + n}"><div id="post_message_{700 + n}">{entry.body}</div></td></tr></table></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h1>{TITLE}</h1><div id="posts">{shown}</div>').replace(
        "<html>", '<html lang="en-US">'
    )


def xenforo(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<article class="message message--post" data-author="{entry.author}" data-content="post-{400 + n}" id="js-post-{400 + n}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><a class="avatar" href="/members/{entry.author}.{n}/"><span>{entry.author[0].upper()}</span></a><h4 class="message-name"><a href="/members/{entry.author}.{n}/" class="username">{entry.author}</a></h4><h5 class="userTitle">Well-known member</h5><dl><dt>Joined</dt><dd>Feb 1{n}, 2015</dd></dl></section></div>'
        f'<div class="message-cell message-cell--main"><header class="message-attribution"><a href="/threads/1/post-{400 + n}"><time class="u-dt" datetime="{_iso(entry)}" title="{entry.when:%b %d, %Y at %I:%M %p}">{entry.when:%b %d, %Y}</time></a><ul><li><a href="#">#{n}</a></li></ul></header><div class="message-content"><article class="message-body"><div class="bbWrapper">{entry.body}</div></article></div><footer><a href="#">Reply</a></footer></div></div></article>'
        for n, entry in enumerate(entries, 1)
    )
    head = f'<div class="p-title"><h1>{TITLE}</h1></div><div class="p-description"><ul><li>Thread starter <a href="/members/1/" class="username">{entries[0].author}</a></li><li>Start date <time datetime="{_iso(entries[0])}">{entries[0].when:%b %d, %Y}</time></li></ul></div>'
    return _page(f'{head}<div class="block-body">{shown}</div>')


def discourse(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div id="post_{n}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="https://forum.example.org/u/{entry.author}"><span itemprop="name">{entry.author}</span></a></span>'
        f'<span class="crawler-post-infos"><time datetime="{_iso(entry)}" class="post-time">{entry.when:%B %d, %Y, %I:%M%p}</time><span itemprop="position">{n}</span></span></div><div class="post" itemprop="text"><p>{entry.body}</p></div></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<section id="main"></section><noscript><h1>{TITLE}</h1>{shown}</noscript>')


def ips(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<article id="elComment_{200 + n}" class="cPost ipsBox ipsComment"><aside class="ipsComment_author"><h3 class="cAuthorPane_author"><strong><a href="/profile/{n}-{entry.author}/">{entry.author}</a></strong></h3><ul><li>Members</li><li>{n * 17} posts</li></ul></aside>'
        f'<div class="ipsColumn"><div id="comment-{200 + n}_wrap" class="ipsComment_content"><div class="ipsComment_meta"><a href="?do=findComment&comment={200 + n}">Posted <time datetime="{_iso(entry)}" title="{entry.when:%m/%d/%Y %I:%M %p}">{entry.when:%B %d, %Y}</time></a></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_richText"><p>{entry.body}</p></div></div></div></div></article>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h1>{TITLE}</h1><form action="/topic/" method="post">{shown}</form>')


def smf(entries: Sequence[Entry]) -> str:
    shown = "".join(
        f'<div class="windowbg" id="msg{100 + n}"><div class="post_wrapper"><div class="poster"><h4><a href="index.php?action=profile;u={n}" title="View the profile of {entry.author}">{entry.author}</a></h4><ul><li class="postgroup">Full Member</li><li>Posts: {n * 11}</li></ul></div>'
        f'<div class="postarea"><div class="keyinfo"><h5 id="subject_{100 + n}"><a href="#msg{100 + n}">Re: {TITLE}</a></h5><div class="smalltext">&#171; <strong>Reply #{n} on:</strong> {entry.when:%B %d, %Y, %I:%M:%S %p} &#187;</div></div><div class="post"><div class="inner" id="msg_{100 + n}">{entry.body}</div></div></div></div></div>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<div id="forumposts"><h3 class="catbg">Topic: {TITLE}</h3>{shown}</div>')


def stackexchange(entries: Sequence[Entry]) -> str:
    def card(action: str, entry: Entry, n: int) -> str:
        return f'<div class="post-signature"><div class="user-info"><div class="user-action-time">{action} <span title="{entry.when:%Y-%m-%d %H:%M:%SZ}" class="relativetime">{entry.when:%b %d, %Y at %H:%M}</span></div><div class="user-details"><a href="/users/{n}/{entry.author}">{entry.author}</a><span class="reputation-score">{n * 101}</span></div></div></div>'

    first, *others = entries
    asked = f'<div class="question" id="question" data-questionid="90"><div class="votecell">3</div><div class="postcell"><div class="s-prose js-post-body">{first.body}</div>{card("asked", first, 1)}</div></div>'
    answers = "".join(
        f'<div id="answer-{90 + n}" class="answer js-answer" data-answerid="{90 + n}"><div class="votecell">{n}</div><div class="answercell"><div class="s-prose js-post-body">{entry.body}</div>{card("answered", entry, n)}</div></div>'
        for n, entry in enumerate(others, 2)
    )
    return _page(
        f'<h1><a href="/questions/90">{TITLE}</a></h1><div id="mainbar">{asked}<div id="answers"><h2>{len(others)} Answers</h2>{answers}</div></div>'
    )


def nested(entries: Sequence[Entry]) -> str:
    """Comments that answer comments are inside them."""
    shown = ""
    for n, entry in reversed(list(enumerate(entries, 1))):
        shown = f'<div class="thing comment" id="thing_t1_{n}0{n}"><div class="entry"><p class="tagline"><a href="/user/{entry.author}" class="author">{entry.author}</a> <time datetime="{_iso(entry)}">3 days ago</time></p><div class="usertext"><div class="md"><p>{entry.body}</p></div></div><ul><li><a href="#">permalink</a></li><li><a href="#">reply</a></li></ul></div><div class="child">{shown}</div></div>'
    return _page(f'<h1>{TITLE}</h1><div class="commentarea">{shown}</div>')


def rows(entries: Sequence[Entry]) -> str:
    """Each post is two rows of one table; nothing has a class, names are not links."""
    shown = "".join(
        f"<tr><td><b>{entry.author}</b></td><td>{_at(entry)}</td></tr><tr><td>&nbsp;</td><td>{entry.body}</td></tr>"
        for entry in entries
    )
    return _page(f"<h2>{TITLE}</h2><table>{shown}</table>")


def flat(entries: Sequence[Entry]) -> str:
    """Posts are runs of siblings: a line with name and time, then paragraphs, then a rule."""
    shown = "".join(
        f"<h4>{entry.author}</h4><small>{entry.when:%d %B %Y %H:%M}</small><p>{entry.body}</p><hr>"
        for entry in entries
    )
    return _page(f"<h1>{TITLE}</h1><div>{shown}</div>")


def obfuscated(entries: Sequence[Entry]) -> str:
    """Class names of a style compiler, times at the foot, no links to members."""
    shown = "".join(
        f'<section class="css-9x{n}f"><div class="css-1a2b"><img alt="{entry.author}" src="/x.png"><span class="css-77">{entry.author}</span><span class="css-78">Level {n}</span></div><div class="css-3c4d"><p>{entry.body}</p></div><div class="css-5e6f"><span>{_at(entry)}</span><button>Like</button></div></section>'
        for n, entry in enumerate(entries, 1)
    )
    return _page(f'<h1 class="css-1">{TITLE}</h1><main class="css-2">{shown}</main>')


def definition_list(entries: Sequence[Entry]) -> str:
    """Heads are terms, bodies definitions."""
    shown = "".join(
        f"<dt>{entry.author} <i>{entry.when:%B %d, %Y %I:%M %p}</i></dt><dd>{entry.body}</dd>"
        for entry in entries
    )
    return _page(f"<h1>{TITLE}</h1><dl>{shown}</dl>")


ENGINES: dict[str, Callable[[Sequence[Entry]], str]] = {
    build.__name__: build
    for build in (
        discuz2006, discuzx, phpwind, tieba, douban, v2ex, tianya, phpbb, vbulletin, xenforo, discourse, ips, smf,
        stackexchange, nested, rows, flat, obfuscated, definition_list,
    )
}  # fmt: skip
