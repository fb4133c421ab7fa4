"""Cases of forums unlike the common engines: boxes beside the words, short replies, quotes in
lines, odd times.
"""

from collections.abc import Sequence

import pytest

from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread


def _thread(inner: str, url: str = "http://forum.example.org/t/17") -> Thread:
    page = f"<html><head><title>{TITLE} - Cellar talk</title></head><body><h1>{TITLE}</h1>{inner}</body></html>"
    return read_thread(page, url, kind="thread")


def _boxes(bodies: Sequence[str], *, side: str = "", below: str = "") -> str:
    """Return one box a post, with a column about the author and something below the words."""
    posts = []
    for number, (entry, body) in enumerate(zip(ENTRIES, bodies, strict=False), 1):
        own = {"n": number, "points": 17 * number, "name": entry.author}
        posts.append(
            f'<div class="item" id="p{number}"><div class="who"><a href="/member/{entry.author}">{entry.author}</a>'
            f'{side.format(**own)}</div><div class="what"><div class="line">{entry.when:%Y-%m-%d %H:%M}</div>'
            f'<div class="say">{body}</div>{below.format(**own)}</div></div>'
        )
    return f"<div>{''.join(posts)}</div>"


def test_points_of_the_author_are_not_the_words_of_short_posts() -> None:
    tip = "<div><div>Newcomer with {points} points, {points} more until the next level of this board</div></div>"
    bodies = ["It hums.", "Mine too.", "Since May.", "Try oil.", "Thanks."]
    thread = _thread(_boxes(bodies, side=tip * 2))
    assert [post.body for post in thread.posts] == bodies


def test_a_form_for_uploads_is_not_the_words() -> None:
    form = "<div><form><p>Drag your files here to attach them, at most two megabytes each.</p><input></form></div>"
    bodies = [entry.body for entry in ENTRIES]
    assert [post.body for post in _thread(_boxes(bodies, below=form)).posts] == bodies


def test_equal_short_replies_keep_their_words() -> None:
    bodies = [ENTRIES[0].body, "+1", "+1", "+1", ENTRIES[4].body]
    assert [post.body for post in _thread(_boxes(bodies)).posts] == bodies


def test_two_posts_of_terms_have_their_words() -> None:
    terms = "".join(
        f'<dt><a href="/member/{entry.author}">{entry.author}</a> {entry.when:%Y-%m-%d %H:%M}</dt><dd>{body}</dd>'
        for entry, body in zip(ENTRIES, ("Does anyone know?", "+1"), strict=False)
    )
    assert [post.body for post in _thread(f"<dl>{terms}</dl>").posts] == ["Does anyone know?", "+1"]


def test_comments_below_posts_are_not_posts() -> None:
    comments = (
        "<ul class='comments'><li>Have you asked the neighbours, I wonder. <a href='/member/vera'>vera</a> "
        "<span>2024-03-06 11:1{n}</span></li><li>That is what I would like to know. <a href='/member/udo'>udo</a> "
        "<span>2024-03-06 12:1{n}</span></li></ul>"
    )
    bodies = [f"<p>{entry.body}</p>" for entry in ENTRIES]
    thread = _thread(_boxes(bodies, below=comments))
    assert [(post.author, post.body) for post in thread.posts] == [
        (entry.author, entry.body) for entry in ENTRIES
    ]


@pytest.mark.parametrize("count", [3, 5])
def test_an_opening_post_of_another_structure_is_found(count: int) -> None:
    first, *others = ENTRIES[:count]
    replies = "".join(
        f'<li id="c{number}"><b><a href="/member/{entry.author}">{entry.author}</a></b> '
        f"<i>{entry.when:%Y-%m-%d %H:%M}</i><p>{entry.body}</p></li>"
        for number, entry in enumerate(others)
    )
    opening = (
        f'<section><p>by <a href="/member/{first.author}">{first.author}</a>, {first.when:%Y-%m-%d %H:%M}</p>'
        f"<article><p>{first.body}</p></article></section>"
    )
    thread = _thread(f"{opening}<ol>{replies}</ol>")
    assert [(post.author, post.body) for post in thread.posts] == [
        (one.author, one.body) for one in ENTRIES[:count]
    ]


def test_quoted_lines_and_references_are_set_apart() -> None:
    bodies = [
        ENTRIES[0].body,
        f"&gt;&gt;48001<br>{ENTRIES[1].body}",
        f"marla wrote:<br>&gt; It hums every night.<br>&gt; Nobody knows why.<br>{ENTRIES[2].body}",
        f'<aside class="bbQuote">It hums every night, and nobody knows why.</aside>{ENTRIES[3].body}',
        ENTRIES[4].body,
    ]
    posts = _thread(_boxes(bodies)).posts
    assert [post.body for post in posts] == [entry.body for entry in ENTRIES]
    assert posts[2].quoted == "It hums every night.\nNobody knows why."
    assert posts[2].reply_to == "marla"
    assert "nobody knows why" in posts[3].quoted


def test_names_after_labels_and_in_lines_with_times() -> None:
    mails = "".join(
        f"<div><p>From: {entry.author} &lt;<a href='mailto:x'>x at example.org</a>&gt;<br>"
        f"Date: {entry.when:%Y-%m-%d %H:%M}</p><pre>{entry.body}</pre></div>"
        for entry in ENTRIES
    )
    assert [post.author for post in _thread(mails).posts] == [entry.author for entry in ENTRIES]
    terms = "".join(
        f"<dt>{number}: {entry.author} {entry.when:%Y-%m-%d %H:%M}</dt><dd>{entry.body}</dd>"
        for number, entry in enumerate(ENTRIES, 1)
    )
    assert [post.author for post in _thread(f"<dl>{terms}</dl>").posts] == [
        entry.author for entry in ENTRIES
    ]


def test_the_exact_time_in_a_title_beats_the_relative_one() -> None:
    posts = "".join(
        f'<div class="item"><a href="/u/{entry.author}">{entry.author}</a> '
        f'<span title="{entry.when:%Y年%m月%d日 %H時%M分}">2 years ago</span><p>{entry.body}</p></div>'
        for entry in ENTRIES
    )
    found = [post.published for post in _thread(f"<div>{posts}</div>").posts]
    assert [f"{one:%Y-%m-%d %H:%M}" for one in found if one] == [
        f"{entry.when:%Y-%m-%d %H:%M}" for entry in ENTRIES
    ]


def test_an_opening_post_is_earlier_than_a_reply_whose_time_stands_elsewhere() -> None:
    """The first reply has its time in another element than most, as in trees of comments."""
    first, *others = ENTRIES
    replies = "".join(
        f'<li id="c{number}"><p class="{"first" if number == 0 else "later"}"><a>{entry.author}</a> '
        f"<i>{entry.when:%Y-%m-%d %H:%M}</i></p><p>{entry.body}</p></li>"
        for number, entry in enumerate(others)
    )
    head = f'<h1>{TITLE}</h1><a href="/u/{first.author}">{first.author}</a> {first.when:%Y-%m-%d %H:%M}'
    thread = _thread(
        f"<div>{head}<p>{first.body}</p></div><p>Hot Top New Old Controversial</p><ul>{replies}</ul>"
    )
    assert thread.posts[0].body == first.body
