"""Invented boards that nest replies in posts, each in a markup of its own, in English and
Chinese.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

Row = tuple[str, str, str, int | None]
"""Author, time, words, and the index of the post that is answered."""


@dataclass(frozen=True)
class Said:
    """A post or a reply to it."""

    author: str
    when: datetime
    body: str
    replies: tuple["Said", ...] = ()


def _at(day: int, hour: int, minute: int) -> datetime:
    return datetime(2024, 3, day, hour, minute)


ENGLISH = (
    Said(
        "marla",
        _at(1, 8, 5),
        "The boiler in my cellar hums every night, and nobody knows where the noise comes from.",
        (
            Said("otto_k", _at(1, 8, 40), "How old is the thing, and who looked at it last?"),
            Said("marla", _at(1, 8, 52), "Twenty years."),
        ),
    ),
    Said(
        "Pavel",
        _at(1, 11, 12),
        "It may be air in the pipes, which you can let out with a small key from any shop.",
    ),
    Said(
        "quill",
        _at(2, 7, 30),
        "Ours hummed because the filter was full of sand; cleaning it took ten minutes.",
        (Said("zoe", _at(2, 7, 44), "Same here, and it came back after a year."),),
    ),
    Said(
        "ferris",
        _at(2, 9, 3),
        "Have you looked at the pump? Mine did the same until the bearing was changed.",
        (
            Said("marla", _at(2, 19, 55), "It was the pump after all, thank you."),
            Said("ferris", _at(3, 6, 20), "Glad to hear that. Oil it once a year."),
            Said("Pavel", _at(3, 6, 58), "Good to know for mine."),
        ),
    ),
)
CHINESE = (
    Said(
        "青竹",
        _at(1, 8, 5),
        "地下室的锅炉每天晚上都嗡嗡响，家里没有人知道声音是从哪里来的，请大家帮忙看看。",
        (
            Said("老陈修锅炉", _at(1, 8, 40), "用了多少年了？上次是谁检修的？"),
            Said("青竹", _at(1, 8, 52), "二十年了"),
        ),
    ),
    Said(
        "北山木匠",
        _at(1, 11, 12),
        "可能是管子里有空气，五金店里买一把小钥匙就可以自己放掉，不用请师傅上门。",
    ),
    Said(
        "夜航船",
        _at(2, 7, 30),
        "我们家是因为过滤网里全是沙子才响的，清洗一下只要十分钟，什么工具都不用。",
        (Said("小满", _at(2, 7, 44), "我家也是这样，过了一年又响了"),),
    ),
    Said(
        "石头记",
        _at(2, 9, 3),
        "你看过水泵没有？我家的也这样，去年冬天换了轴承以后就再也没有声音了。",
        (
            Said("青竹", _at(2, 19, 55), "果然是水泵的问题，谢谢你"),
            Said("石头记", _at(3, 6, 20), "解决了就好，以后每年上一次油"),
            Said("北山木匠", _at(3, 6, 58), "学到了"),
        ),
    ),
)
TITLES = {"en": "Boiler hums at night", "zh": "锅炉晚上嗡嗡响"}
TALKS = {"en": ENGLISH, "zh": CHINESE}
Board = Callable[[Sequence[Said]], str]


def rows(posts: Sequence[Said]) -> list[Row]:
    """Return the posts and replies in page order."""
    found: list[Row] = []
    _add(found, posts, None)
    return found


def _add(found: list[Row], posts: Sequence[Said], parent: int | None) -> None:
    for post in posts:
        found.append((post.author, time_of(post), post.body, parent))
        _add(found, post.replies, len(found) - 1)


def time_of(post: Said) -> str:
    """Return the time of a post as boards print it."""
    return f"{post.when:%Y-%m-%d %H:%M}"


def page(board: Board, lang: str, posts: Sequence[Said] | None = None) -> str:
    """Return a page of a board in a language."""
    menu = "".join(f'<li><a href="/board/{n}">Board number {n}</a></li>' for n in range(6))
    title = TITLES[lang]
    return (
        f"<html lang={lang}><head><title>{title}</title></head><body><ul class=menu>{menu}</ul>"
        f"<h1>{title}</h1>{board(TALKS[lang] if posts is None else posts)}"
        '<div class=foot><a href="/rules">Rules</a> <a href="/help">Help</a></div></body></html>'
    )


def _each(posts: Sequence[Said]) -> Iterator[tuple[int, Said]]:
    return enumerate(posts, 1)


def floors_in_floors(posts: Sequence[Said]) -> str:
    """Replies are a list below the post; its first item has another class, its last is a pager."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<li class="sub_single{" sub_first" if not k else ""}"><a href="/home/u?id={n}{k}"><img src=a.png></a>'
            f'<div class="sub_cnt"><a class="at" href="/home/u?id={n}{k}">{one.author}</a>: <span class="sub_main">{one.body}</span>'
            f'<div class="sub_tail"><span class="sub_time">{time_of(one)}</span> <a href="#">Reply</a></div></div></li>'
            for k, one in enumerate(post.replies)
        )
        box = f'<ul class="sub_list">{inner}<li class="sub_pager"><a href="#">Say something too</a></li></ul>'
        shown += (
            f'<div class="l_post"><div class="d_author"><a class="p_author_name" href="/home/u?id={n}">{post.author}</a></div>'
            f'<div class="d_content"><div class="p_body">{post.body}</div><div class="tail">{n}楼 <span class="tail-time">{time_of(post)}</span></div>'
            f"{box if post.replies else ''}</div></div>"
        )
    return f'<div class="p_list">{shown}</div>'


def notes_before_signatures(posts: Sequence[Said]) -> str:
    """Replies are boxes inside the words' cell, before the signature."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<div class="pstl xs1"><div class="psta"><a href="space-uid-{n}{k}.html"><img src=a.png></a> <a href="space-uid-{n}{k}.html" class="xi2">{one.author}</a></div>'
            f'<div class="psti">{one.body}&nbsp;<span class="xg1">发表于 {time_of(one)}</span></div></div>'
            for k, one in enumerate(post.replies)
        )
        box = f'<h3 class="psth">点评</h3>{inner}' if post.replies else ""
        shown += (
            f'<div id="post_{n}"><table><tr><td class="pls"><div class="authi"><a href="space-uid-{n}.html">{post.author}</a></div></td>'
            f'<td class="plc"><div class="pi">#{n} <em>发表于 {time_of(post)}</em></div><div class="t_f">{post.body}</div><div class="cm">{box}</div>'
            f'<div class="sign">Every pump of {post.author} is oiled</div></td></tr></table></div>'
        )
    return f"<div id=postlist>{shown}</div>"


def questions_and_answers(posts: Sequence[Said]) -> str:
    """Comments are rows of a table of their own; the author and time of a post stand above them."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<tr id="comment-{n}{k}" class="comment"><td class="score">{k}</td><td><div class="comment-text"><span class="copy">{one.body}</span> – '
            f'<a href="/users/{n}{k}" class="comment-user">{one.author}</a> <span class="comment-date">{time_of(one)}</span></div></td></tr>'
            for k, one in enumerate(post.replies)
        )
        shown += (
            f'<div class="answer" id="a-{n}"><div class="votes">{n * 3}</div><div class="text">{post.body}</div>'
            f'<div class="owner"><span class="when">{time_of(post)}</span> <a href="/users/{n}">{post.author}</a></div>'
            f'<div class="comments"><table>{inner}</table><a href="#">Add a comment</a></div></div>'
        )
    return f"<div id=answers>{shown}</div>"


def nested_articles(posts: Sequence[Said]) -> str:
    """Replies are articles inside articles, with times for machines."""

    def article(post: Said, kind: str) -> str:
        inner = "".join(article(one, "reply") for one in post.replies)
        return (
            f'<article class="{kind}"><header><a rel="author" href="/u/{post.author}">{post.author}</a>'
            f'<time datetime="{post.when:%Y-%m-%dT%H:%M:%S}+08:00">{time_of(post)}</time></header>'
            f"<p>{post.body}</p>{f'<section>{inner}</section>' if inner else ''}</article>"
        )

    return "".join(article(post, "post") for post in posts)


def without_classes(posts: Sequence[Said]) -> str:
    """No element has a class; replies are items of a list."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<li><b><a href="/member/{n}{k}">{one.author}</a></b> ({time_of(one)})<br>{one.body}</li>'
            for k, one in enumerate(post.replies)
        )
        shown += (
            f'<tr><td><a href="/member/{n}">{post.author}</a></td><td><i>{time_of(post)}</i><div>{post.body}</div>'
            f"{f'<ol>{inner}</ol>' if inner else ''}</td></tr>"
        )
    return f"<table>{shown}</table>"


def footers_last(posts: Sequence[Said]) -> str:
    """Author and time of a post stand below its replies."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<div class="mini"><span class="nick"><a href="/people/{n}{k}">{one.author}</a></span><span class="mini-text">{one.body}</span><span class="ago">{time_of(one)}</span></div>'
            for k, one in enumerate(post.replies)
        )
        shown += (
            f'<section class="entry"><div class="entry-text"><p>{post.body}</p></div><div class="minis">{inner}</div>'
            f'<footer class="entry-foot"><a class="nick" href="/people/{n}">{post.author}</a> <span class="date">{time_of(post)}</span></footer></section>'
        )
    return f"<div class=entries>{shown}</div>"


def utility_classes(posts: Sequence[Said]) -> str:
    """All boxes have the same kind of classes, which say how they look."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<div class="d-flex p-2 border" role="listitem"><div class="d-flex"><a class="text-bold" href="/profile/{n}{k}">{one.author}</a> · <span class="text-muted">{time_of(one)}</span></div><div class="d-flex"><p>{one.body}</p></div></div>'
            for k, one in enumerate(post.replies)
        )
        shown += (
            f'<div class="d-flex p-4 mb-3" id="p{n}"><div class="d-flex"><a class="text-bold" href="/profile/{n}">{post.author}</a><span class="text-muted">{time_of(post)}</span></div>'
            f'<div class="d-flex flex-column"><p>{post.body}</p></div><div class="d-flex flex-column" role="list">{inner}</div></div>'
        )
    return f'<div class="d-flex flex-column">{shown}</div>'


def discussions(posts: Sequence[Said]) -> str:
    """Discussions below a post, in a box with a heading that counts them."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<dl class="discussion"><dt><a href="/user/{n}{k}" class="username">{one.author}</a></dt><dd class="said">{one.body}</dd><dd class="at">{time_of(one)} <a href="#">Report</a></dd></dl>'
            for k, one in enumerate(post.replies)
        )
        count = len(post.replies)
        box = (
            f'<div class="box"><h4>{count} discussions</h4>{inner}<p class="more">Show all {count}</p></div>'
            if count
            else ""
        )
        shown += (
            f'<li class="message"><div class="card"><a class="username" href="/user/{n}">{post.author}</a><span>Posts: {n * 17}</span></div>'
            f'<div class="main"><div class="meta">#{n} · {time_of(post)}</div><div class="content">{post.body}</div>{box}</div></li>'
        )
    return f"<ul class=messages>{shown}</ul>"


def hidden_until_opened(posts: Sequence[Said]) -> str:
    """Replies are served hidden; a script would open them."""
    shown = ""
    for n, post in _each(posts):
        inner = "".join(
            f'<div class="answer-item" data-id="{n}{k}"><a class="user-name" href="/space/{n}{k}">{one.author}</a><time datetime="{one.when:%Y-%m-%d %H:%M}">{time_of(one)}</time><div class="answer-text">{one.body}</div></div>'
            for k, one in enumerate(post.replies)
        )
        shown += (
            f'<div class="topic-post" data-id="{n}"><a class="user-name" href="/space/{n}">{post.author}</a><time datetime="{post.when:%Y-%m-%d %H:%M}">{time_of(post)}</time>'
            f'<div class="topic-text">{post.body}</div><div class="folded" style="display:none">{inner}</div></div>'
        )
    return f"<div class=topic>{shown}</div>"


BOARDS: dict[str, Board] = {
    board.__name__: board
    for board in (
        floors_in_floors,
        notes_before_signatures,
        questions_and_answers,
        nested_articles,
        without_classes,
        footers_last,
        utility_classes,
        discussions,
        hidden_until_opened,
    )
}
