"""The parts of posts: author, time, the post that they answer, and what is not part of them."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread


def _thread(
    posts: Sequence[str], url: str = "http://forum.example.org/t/17", extra: str = ""
) -> Thread:
    shown = "".join(f'<div class="post" id="p{n}">{post}</div>' for n, post in enumerate(posts, 1))
    page = f"<html><head><title>{TITLE} - Cellar talk</title></head><body><h1>{TITLE}</h1><div>{shown}</div>{extra}"
    return read_thread(page, url, kind="thread")


def _post(
    author: str, body: str, when: str = "2024-03-05 10:10", more: str = "", foot: str = ""
) -> str:
    return (
        f'<div class="side"><a class="username" href="/member/{author}">{author}</a><br>{more}</div>'
        f'<div class="main"><div class="head">{when}</div><div class="text">{body}</div>{foot}</div>'
    )


def test_a_post_whose_author_is_deleted_is_a_post_all_the_same() -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[2] = posts[2].replace(
        '<a class="username" href="/member/Pavel">Pavel</a>', '<i class="username">Deleted</i>'
    )
    thread = _thread(posts)
    assert [post.author for post in thread.posts] == [
        "marla",
        "otto_k",
        "Deleted",
        "quill",
        "marla",
    ]
    assert len(thread.posts) == 5


@pytest.mark.parametrize("place", [0, 1])
def test_an_advertisement_in_the_form_of_posts_is_none(place: int) -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts.insert(
        place,
        '<div class="main"><div class="text">Buy two radiators today and pay for one of them.</div></div>',
    )
    assert [post.body for post in _thread(posts).posts] == [entry.body for entry in ENTRIES]


def test_a_text_that_names_nobody_below_the_headline_opens_the_thread() -> None:
    opening = " ".join(entry.body for entry in ENTRIES * 3)
    posts = [_post(entry.author, entry.body) for entry in ENTRIES[1:]]
    shown = "".join(f'<div class="post" id="p{n}">{post}</div>' for n, post in enumerate(posts, 1))
    thread = read_thread(
        f"<html><head><title>{TITLE} - Cellar talk</title></head><body><h1>{TITLE}</h1>"
        f'<div class="question"><p>{opening}</p><p>And how would you find it?</p></div>'
        f"<div>{shown}</div>",
        "http://forum.example.org/t/17",
        kind="thread",
    )
    assert thread.posts[0].body.startswith(opening)
    assert thread.posts[0].author == ""
    assert len(thread.posts) == len(ENTRIES)


def test_dates_of_registration_and_edits_are_not_the_time() -> None:
    posts = [
        _post(
            entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M}", "Registered: 2009-01-02 03:04",
            "<div>Last edited by the owner on 2024-03-05 23:59</div>",
        )
        for entry in ENTRIES
    ]  # fmt: skip
    thread = _thread(posts)
    assert [post.published for post in thread.posts] == [entry.when for entry in ENTRIES]
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES]


def test_the_editor_of_a_post_is_not_its_author() -> None:
    def card(action: str, name: str, when: str) -> str:
        return f'<div class="card"><div>{action} <span>{when}</span></div><a href="/users/{name}">{name}</a></div>'

    posts = [
        f'<div class="text">{entry.body}</div>'
        + (card("edited", "busybody", "2024-03-05 12:00") if n % 2 else "")
        + card("answered", entry.author, f"{entry.when:%Y-%m-%d %H:%M}")
        for n, entry in enumerate(ENTRIES)
    ]
    thread = _thread(posts)
    assert [post.author for post in thread.posts] == [entry.author for entry in ENTRIES]
    assert [post.published for post in thread.posts] == [entry.when for entry in ENTRIES]


def test_letters_in_place_of_portraits_are_not_names() -> None:
    posts = [
        f'<a href="/member/{entry.author}">{entry.author[0].upper()}</a>{_post(entry.author, entry.body)}'
        for entry in ENTRIES
    ]
    assert [post.author for post in _thread(posts).posts] == [entry.author for entry in ENTRIES]


def test_names_of_digits_and_numbers_after_names() -> None:
    posts = [
        _post("30816", ENTRIES[0].body),
        _post("otto", ENTRIES[1].body),
        _post("pavel", ENTRIES[2].body),
    ]
    assert [post.author for post in _thread(posts).posts] == ["30816", "otto", "pavel"]
    counted = [post.replace("</a><br>", " (157)</a><br>") for post in posts]
    assert [post.author for post in _thread(counted[1:]).posts] == ["otto", "pavel"]


@pytest.mark.parametrize(
    "quote",
    [
        '<blockquote><cite>marla wrote:</cite>{}</blockquote>',
        '<div class="quote"><b>marla</b> wrote on 2024-03-01 08:05<br>{}</div>',
        '<div class="bbCodeBlock bbCodeQuote" data-author="marla"><div>marla said:</div><div>{}</div></div>',
        '<div class="bbcode_quote"><div>Originally Posted by <strong>marla</strong></div><div>{}</div></div>',
        "<div><div>Quote:</div><table><tr><td><div>Originally Posted by <strong>marla</strong></div>"
        "<div>{}</div></td></tr></table></div>",
        '<div class="quote"><blockquote>marla 发表于 2024-3-1 08:05<br>{}</blockquote></div>',
        '<fieldset class="quote"><legend>Zitat von marla</legend>{}</fieldset>',
        '<blockquote><div>On 3/1/2024 at 8:05 AM, marla said:</div><div>{}</div></blockquote>',
        '<blockquote><div>marla said:</div><div>{}</div><a role="button" tabindex="0">Click to expand</a></blockquote>',
        '<div class="bbcode_quote"><div>Originally Posted by <b>marla</b> <a href="/p/1">View Post</a></div>{}</div>',
        "<blockquote><cite>(2024-03-01, 08:05 AM)marla Wrote:</cite>{}</blockquote>",
        "<blockquote><cite>marla hat geschrieben:</cite>{}</blockquote>",
        '<fieldset class="quote"><legend>引用 1 楼 marla 的回复:</legend>{}</fieldset>',
        '<blockquote class="ipsQuote"><div>4 minutes ago, marla said:</div>'
        "<div><p>{}</p></div></blockquote>",
        '<div class="forumQuoter">marla said:</div><div class="forumQuote">{}</div>',
    ],
)  # fmt: skip
def test_quotes_are_set_apart_with_whom_they_answer(quote: str) -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[1] = _post("otto_k", quote.format(ENTRIES[0].body) + ENTRIES[1].body)
    post = _thread(posts).posts[1]
    assert (post.body, post.quoted, post.reply_to) == (ENTRIES[1].body, ENTRIES[0].body, "marla")


def test_whom_a_quote_names_stays_if_no_author_of_the_page_is_named() -> None:
    quote = "<blockquote><cite>nobody_here wrote:</cite>It hums.</blockquote>"
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[2] = _post("Pavel", quote + ENTRIES[2].body)
    posts[3] = posts[3].replace(ENTRIES[3].author, "")
    assert _thread(posts).posts[2].reply_to == "nobody_here"


@pytest.mark.parametrize(
    ("call", "answered"),
    [
        ("@otto_k ", "otto_k"),
        ("回复 otto_k：", "otto_k"),
        ("@nobody_here ", "nobody_here"),
        ("Reply to marla: ", "marla"),
    ],
)
def test_whom_a_post_calls(call: str, answered: str) -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[2] = _post("Pavel", call + ENTRIES[2].body)
    assert [post.reply_to for post in _thread(posts).posts] == ["", "", answered, "", ""]


def test_signatures_titles_and_labels_are_not_words_of_a_post() -> None:
    posts = [
        _post(
            entry.author, f"<b>Re: {TITLE}</b><br>{entry.body}<br>__________<br>Words of wisdom by {entry.author}",
            foot='<div class="foot"><a href="#">Reply</a> <a href="#">Report</a></div>',
        )
        for entry in ENTRIES
    ]  # fmt: skip
    assert [post.body for post in _thread(posts).posts] == [entry.body for entry in ENTRIES]


def test_pages_of_the_thread() -> None:
    pager = (
        "<b>1</b>"
        + "".join(f'<a href="/t/17?page={n}">{n}</a>' for n in (2, 3, 9))
        + '<a href="/t/18?page=2">Other</a>'
    )
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    thread = _thread(posts, extra=f"<div>{pager}<a href='/t/170'>Another</a></div>")
    assert thread.page_urls == tuple(f"http://forum.example.org/t/17?page={n}" for n in (2, 3, 9))
    assert (thread.page, thread.next_url) == (1, "http://forum.example.org/t/17?page=2")


def test_pictures_alone_make_no_body_but_a_post() -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[1] = _post("otto_k", '<img src="/pump.jpg" alt="">')
    thread = _thread(posts)
    assert [post.author for post in thread.posts] == [entry.author for entry in ENTRIES]
    assert thread.posts[1].body == ""


def test_the_head_of_a_thread_is_not_a_post() -> None:
    posts = [_post(entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M}") for entry in ENTRIES]
    first = ENTRIES[0]
    begun = f'begun by <a href="/member/x">{first.author}</a> {first.when:%Y-%m-%d %H:%M}'
    head = f"<div>Discussion among neighbours about heating, {begun}</div>"
    shown = "".join(f'<div class="post">{post}</div>' for post in posts)
    page = (
        f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{head}<div>{shown}</div>"
    )
    assert len(read_thread(page, kind="thread").posts) == 5


def test_replies_that_are_built_unlike_the_opening_have_their_own_body() -> None:
    long = "".join(f"<p>{entry.body} {entry.body}</p>" for entry in ENTRIES)
    opening = (
        '<div class="post"><div class="side"><a class="username" href="/member/marla">marla</a></div>'
        f'<div class="head">2024-03-05 10:10</div><div class="topic-rich"><div class="wrap">{long}</div></div></div>'
    )
    replies = "".join(
        f'<div class="post"><div class="side"><a class="username" href="/member/{name}">{name}</a></div>'
        f'<div class="head">2024-03-05 1{n}:20</div><div class="reply"><div class="content">{text}</div></div>'
        f'<div class="bar"><span>Liked by ({n}1)</span><span>Show all of the answers ({n})</span></div></div>'
        for n, (name, text) in enumerate(
            [("otto_k", "Bleed it first."), ("quill", "Seconded."), ("zed", "It helped.")]
        )
    )
    page = f"<html><title>{TITLE}</title><body><h1>{TITLE}</h1><div>{opening}{replies}</div>"
    thread = read_thread(page, "http://forum.example.org/t/17", kind="thread")
    assert [post.body for post in thread.posts][1:] == [
        "Bleed it first.",
        "Seconded.",
        "It helped.",
    ]


def test_posts_that_a_list_of_the_best_repeats_are_there_once() -> None:
    posts = [
        _post(entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M:%S}") for entry in ENTRIES
    ]
    best = "".join(f'<div class="post">{post}</div>' for post in posts[1:3])
    shown = "".join(f'<div class="post">{post}</div>' for post in posts)
    page = f"<html><title>{TITLE}</title><body><h1>{TITLE}</h1><div><div>{best}</div><div>{shown}</div></div>"
    thread = read_thread(page, "http://forum.example.org/t/17", kind="thread")
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES]


def test_a_post_written_twice_is_there_twice() -> None:
    posts = [_post(entry.author, entry.body) for entry in (*ENTRIES, ENTRIES[-1])]
    assert len(_thread(posts).posts) == len(ENTRIES) + 1


def test_words_against_copying_are_not_part_of_a_post() -> None:
    jam = '<font class="jammer">0 P) c8 w# U6</font><br><span style="display:none">" g+ z6 X1 t(</span>'
    posts = [
        _post(entry.author, f"{entry.body}{jam}That was at {entry.when:%H:%M}.")
        for entry in ENTRIES
    ]
    said = [f"{entry.body}\nThat was at {entry.when:%H:%M}." for entry in ENTRIES]
    assert [post.body for post in _thread(posts).posts] == said


SHEET = """<style>/* .shown{display:none} */ p{margin:0}
@media print{.shown{display:none}} .k4:hover{display:none}
div .k1, .k2 { color: red; DISPLAY : none !important } .k3{font-size:0px} .shown b{display:none}
.spoiler-text{display:none}</style>"""


@pytest.mark.parametrize(
    "jam",
    [
        '<span class="k1">{}</span>',
        '<font class="x k2">{}</font>',
        '<i class="k3">{}</i>',
        '<span style="font-size:0">{}</span>',
        '<span style="font-size: 0px; color: #fff">{}</span>',
        '<span style="visibility: hidden">{}</span>',
        '<span style="position:absolute;left:-9999px">{}</span>',
        '<span style="opacity:0">{}</span>',
        '<span class="sr-only">{}</span>',
    ],
)
def test_words_against_copying_that_a_style_hides_are_not_part_of_a_post(jam: str) -> None:
    hidden = jam.format("0 P) c8 w# U6")
    posts = [
        _post(entry.author, f"{entry.body} {hidden}That was at {entry.when:%H:%M}.{hidden}")
        for entry in ENTRIES
    ]
    said = [f"{entry.body} That was at {entry.when:%H:%M}." for entry in ENTRIES]
    assert [post.body for post in _thread([SHEET + posts[0], *posts[1:]]).posts] == said


@pytest.mark.parametrize(
    "shown",
    [
        '<span class="shown">{}</span>',
        '<span class="k4">{}</span>',
        '<span class="spoiler-text">{}</span>',
        '<span style="font-size: 0.9em">{}</span>',
        '<span style="opacity: 0.5">{}</span>',
        '<span class="k1"><p>{}</p></span>',
    ],
)
def test_words_that_a_reader_sees_or_may_show_are_part_of_a_post(shown: str) -> None:
    more = [f"So much for this: {entry.body[:30]}" for entry in ENTRIES]
    posts = [
        _post(entry.author, f"{entry.body} {shown.format(words)}")
        for entry, words in zip(ENTRIES, more, strict=True)
    ]
    found = _thread([SHEET + posts[0], *posts[1:]]).posts
    assert all(words in post.body for words, post in zip(more, found, strict=True))


@pytest.mark.parametrize(
    "quote",
    [
        '<blockquote class="c-replyCite"><b>marla wrote:</b><br>It hums every single night.</blockquote>',
        '<div class="quoteheader"><a href="#p1">Cita de: marla en 5 de Marzo de 2024</a></div>'
        '<div class="quote">It hums every single night.</div>',
        '<div class="x1"><div class="x2">Originally Posted By: marla</div><div class="x3">It hums.</div></div>',
        '<p><a href="/member/marla">@marla</a> said in <a href="/t/17">Boiler hums at night in the cellar</a>:</p>'
        "<blockquote><p>It hums every single night.</p></blockquote>",
        "<div><div>اقتباس:</div><div>المشاركة الأصلية كتبت بواسطة marla<br>It hums every single night.</div></div>",
    ],
)
def test_quotes_of_many_forms_are_set_apart(quote: str) -> None:
    answer = "Then it is the pump, and that costs about forty."
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[2] = _post("quill", quote + f"<p>{answer}</p>")
    post = _thread(posts).posts[2]
    assert post.body == answer
    assert "It hums" in post.quoted


def test_comments_below_a_post_that_answer_somebody_are_not_quotes() -> None:
    comments = "".join(
        f'<li><a href="/member/{name}">{name}</a> : 回复 <a href="/member/marla">marla</a> :{text}</li>'
        for name, text in [
            ("otto_k", "盐要放多少呢，我上次放多了，结果第二天它更不愿意动了。"),
            ("zed", "千分之五就够了。"),
        ]
    )
    posts = [
        _post(
            entry.author, entry.body, "",
            foot=f'<div class="core"><div><a href="#">回复({2 * n})</a><span>{entry.when:%Y-%m-%d %H:%M}</span></div>'
            f'<ul class="lzl">{comments if n == 1 else ""}</ul></div>',
        )
        for n, entry in enumerate(ENTRIES)
    ]  # fmt: skip
    thread = _thread(posts)
    assert [post.published for post in thread.posts] == [entry.when for entry in ENTRIES]
    assert thread.posts[1].body.startswith(ENTRIES[1].body)


@pytest.mark.parametrize(
    "note",
    [
        "发布于 2024-03-05 23:58・上海",
        "This topic was modified 5 years ago by Corrine Vale. Reason: versions",
        "Użytkownik marla edytował ten post 21 marzec 2024 - 17:55",
        "Сообщение отредактировал marla: 5.3.2024, 22:10",
    ],
)
def test_notes_of_edits_are_not_part_of_a_post(note: str) -> None:
    posts = [_post(entry.author, entry.body) for entry in ENTRIES]
    posts[1] = _post(ENTRIES[1].author, f"{ENTRIES[1].body}<div>{note}</div>")
    assert [post.body for post in _thread(posts).posts] == [entry.body for entry in ENTRIES]


def test_lines_that_differ_only_in_the_author_are_the_forums() -> None:
    posts = [
        _post(
            entry.author,
            f"<div>Re: {TITLE}</div><div>Respuesta de {entry.author} sobre el tema</div>{entry.body}",
        )
        for entry in ENTRIES
    ]
    assert [post.body for post in _thread(posts).posts] == [entry.body for entry in ENTRIES]


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ('<div class="author-name"><a href="/show/{name}">{name}</a></div><div class="author-title">Member</div>'
         '<div class="author-location">Loc: Maine</div>', None),
    ],
)  # fmt: skip
def test_ranks_places_and_numbers_are_not_authors(card: str, names: str | None) -> None:
    posts = [
        f'<div class="side">{card.format(name=entry.author)}</div><div class="head">{entry.when:%Y-%m-%d %H:%M}</div>'
        f'<div class="text">{entry.body}</div>'
        for entry in ENTRIES
    ]
    assert [post.author for post in _thread(posts).posts] == [
        names or entry.author for entry in ENTRIES
    ]


def test_a_blockquote_in_every_post_is_not_a_quote() -> None:
    posts = [
        f"<table><tr><td>[{n}] <b>{TITLE}</b></td></tr><tr><td><font size=2>Written by: <font color=green>"
        f"<b>{entry.author}</b></font> Date: {entry.when:%Y/%m/%d (%a) %H:%M} <a href=/home>Home</a></font><br>"
        f"<img src=1.jpg><blockquote>{entry.body[:30]}.</blockquote></td></tr></table>"
        for n, entry in enumerate(ENTRIES, 4512)
    ]
    assert [post.body for post in _thread(posts).posts] == [
        f"{entry.body[:30]}." for entry in ENTRIES
    ]


def test_a_post_has_the_links_of_its_own_words() -> None:
    bodies = [entry.body for entry in ENTRIES]
    bodies[1] = (
        '<blockquote><cite>marla wrote:</cite>See <a href="http://quoted.example/">here</a></blockquote>'
        'I followed <a href="https://guide.example/pumps?id=3">this guide</a> and '
        '<a href="/t/9">an older thread</a>. <a href="http://banner.example/"><img src="b.png"></a>'
        '<a href="mailto:a@b.example">Write me</a>'
        '<div class="signature">Visit <a href="http://mine.example/">my shop</a></div>'
    )
    posts = [_post(entry.author, body) for entry, body in zip(ENTRIES, bodies, strict=True)]
    assert [(link.url, link.title) for link in _thread(posts).posts[1].links] == [
        ("https://guide.example/pumps?id=3", "this guide"),
        ("http://forum.example.org/t/9", "an older thread"),
    ]
    assert not any(post.links for post in _thread(posts).posts[2:])


def test_the_zone_of_the_forum_is_learned_from_what_it_shows() -> None:
    stamp = (
        '<time datetime="2024-03-05T14:10:00+00:00" title="5 March 2024 09:10">an hour ago</time>'
    )
    posts = [_post(entry.author, entry.body, stamp) for entry in ENTRIES[:2]]
    published = _thread(posts).posts[0].published
    assert published == datetime(2024, 3, 5, 14, 10, tzinfo=UTC)
    assert published is not None
    assert published.isoformat() == "2024-03-05T09:10:00-05:00"
