"""Readers' comments below an article: found on its page, and never a part of its text."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import extract
from extractor.results import Article, Hints
from features.comments.bounds import MAX_COMMENT_CHARACTERS, MAX_COMMENTS
from features.comments.page import read_page
from tests.unit.extractor import samples

Said = tuple[tuple[str, str], ...]
SAID = (
    ("Jane Doe", "I walked there yesterday and it looks wonderful already."),
    ("Bob", "Waste of money."),
    ("Karl Meyer", "Will there be parking? The old pier had none at all, which was a pity."),
)
CHINESE = (
    ("海边小王", "昨天去看了，修得真不错，就是人太多。"),
    ("老李", "浪费钱。"),
    ("钓鱼的人", "什么时候可以停车？以前的码头根本没有车位。"),
)
HEADERS = {"content-type": "text/html; charset=utf-8"}
URL = "https://daily.example/2026/pier/"
FORM = (
    "<div id='respond' class='comment-respond'><h3>Leave a Reply</h3><form><p>Your email address "
    "will not be published. Required fields are marked.</p><label>Name</label><textarea></textarea>"
    "<button>Post Comment</button></form></div>"
)


def wordpress(said: Said) -> str:
    items = "".join(
        f"<li id='comment-{hour}' class='comment even depth-1'><article class='comment-body'>"
        f"<footer class='comment-meta'><div class='comment-author vcard'><b class='fn'>{name}</b> "
        f"<span class='says'>says:</span></div><div class='comment-metadata'><a href='#c{hour}'>"
        f"<time datetime='2026-03-05T1{hour}:10:00+00:00'>March 5, 2026 at 1{hour}:10</time></a>"
        f"</div></footer><div class='comment-content'><p>{text}</p></div><div class='reply'>"
        f"<a href='?replytocom={hour}#respond'>Reply</a></div></article></li>"
        for hour, (name, text) in enumerate(said)
    )
    return (
        f"<div id='comments' class='comments-area'><h2>{len(said)} thoughts</h2>"
        f"<ol class='comment-list'>{items}</ol>{FORM}</div>"
    )


def headed(said: Said) -> str:
    rows = "".join(
        f"<div class='row'><p><strong>{name}</strong> <span>5 March 2026, 1{hour}:10</span></p>"
        f"<p>{text}</p></div>"
        for hour, (name, text) in enumerate(said)
    )
    return f"<section><h3>Comments ({len(said)})</h3>{rows}</section>"


def nested(said: Said) -> str:
    """Each comment is inside the one that it answers."""
    inner = ""
    for hour, (name, text) in reversed(list(enumerate(said))):
        answers = f"<ul>{inner}</ul>" if inner else ""
        inner = (
            f"<li class='c'><span class='who'>{name}</span> "
            f"<time datetime='2026-03-05T1{hour}:10Z'>1{hour}:10</time><p>{text}</p>{answers}</li>"
        )
    return f"<div class='comments'><ul>{inner}</ul></div>"


def portal(said: Said) -> str:
    rows = "".join(
        f"<div class='pl-item'><div class='pl-name'>{name}</div><div class='pl-time'>2026-03-05 "
        f"1{hour}:10</div><div class='pl-text'>{text}</div><div><a href='#'>赞(3)</a>"
        "<a href='#'>回复</a></div></div>"
        for hour, (name, text) in enumerate(said)
    )
    return f"<div class='comment-box'><h3>评论（{len(said)}）</h3>{rows}</div>"


def read(comments: str, *, wanted: bool = True, head: str = "", hint: str = "") -> Article:
    text = "".join(
        f"<p>The harbour council said on Monday that pier number {number} will open in spring, "
        "after years of delay and a long debate about money.</p>"
        for number in range(6)
    )
    page = (
        f"<html><head><title>Harbour opens new pier</title>{head}</head><body><header><a href='/'>"
        "Daily</a><nav><a href='/a'>News</a> <a href='/b'>Sport</a></nav></header><main><article>"
        f"<h1>Harbour opens new pier</h1><p class='byline'>By Ann Smith, 5 March 2026</p>{text}"
        f"</article>{comments}</main><aside><h3>Related</h3><ul>"
        "<li><a href='/x1'>Fish market closes</a> 3 March 2026</li>"
        "<li><a href='/x2'>Ferry late again</a> 2 March 2026</li>"
        "<li><a href='/x3'>Bridge painted</a> 1 March 2026</li></ul></aside></body></html>"
    )
    hints = Hints(
        collected=datetime(2026, 3, 6, tzinfo=UTC),
        kind="article",
        read_comments=read_page if wanted else None,
        comments_url=hint,
    )
    result = extract(page.encode(), URL, HEADERS, hints)
    assert isinstance(result, Article)
    return result


@pytest.mark.parametrize("layout", [wordpress, headed, nested, portal])
@pytest.mark.parametrize("said", [SAID, CHINESE])
def test_comments_have_their_author_time_and_words(
    layout: Callable[[Said], str], said: Said
) -> None:
    article = read(layout(said))
    assert [(each.author, each.body) for each in article.comments] == list(said)
    assert [each.published.minute for each in article.comments if each.published] == [10] * 3
    for _, text in said:
        assert text not in article.content


def test_one_comment_is_found() -> None:
    [comment] = read(wordpress(SAID[:1])).comments
    assert (comment.author, comment.body) == SAID[0]


@pytest.mark.parametrize(
    "below",
    ["", FORM, f"<div id='comments'><h2>No comments yet</h2>{FORM}</div>"],
    ids=["nothing", "form", "none yet"],
)
def test_what_is_no_comment_is_none(below: str) -> None:
    assert read(below).comments == ()


def test_nothing_is_read_unless_the_source_wants_comments() -> None:
    head = '<link rel="replies" type="application/atom+xml" href="/pier.atom">'
    article = read(wordpress(SAID), wanted=False, head=head, hint="https://daily.example/c")
    assert (article.comments, article.comments_url) == ((), "")
    assert replace_comments(read(wordpress(SAID), head=head)) == replace_comments(article)


def replace_comments(article: Article) -> Article:
    """Return the article without its comments: the rest does not depend on them."""
    return replace(article, comments=(), comments_url="")


def test_a_page_keeps_no_more_than_the_last_comments() -> None:
    many = tuple((f"Reader {number}", f"Remark {number} on this.") for number in range(600))
    rows = "".join(
        f"<div class='comment'><b class='name'>{name}</b> <time datetime='2026-03-05T10:10Z'>10:10"
        f"</time><p>{text}</p></div>"
        for name, text in many
    )
    comments = read(f"<div id='comments'>{rows}</div>").comments
    assert len(comments) == MAX_COMMENTS
    assert comments[-1].author == "Reader 599"
    [long] = read(wordpress((("Jane Doe", "word " * 9_000),))).comments
    assert len(long.body) == MAX_COMMENT_CHARACTERS


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ('<link rel="alternate" type="application/rss+xml" href="/feed/">', ""),
        ('<link rel="alternate" type="application/rss+xml" href="/comments/feed/">', ""),
        (
            '<link rel="alternate" type="application/rss+xml" href="/feed/">'
            '<link rel="alternate" type="application/rss+xml" href="/2026/pier/feed/">',
            f"{URL}feed/",
        ),
        (
            '<link rel="alternate" type="application/atom+xml" href="/feeds/77/comments/default">',
            "https://daily.example/feeds/77/comments/default",
        ),
        ('<link rel="replies" href="/pier.atom">', "https://daily.example/pier.atom"),
        ('<link rel="replies" type="text/html" href="/pier#comments">', ""),
        ('<link rel="alternate" type="application/rss+xml" href="//x.example/2026/pier/f">', ""),
        ('<link rel="alternate" type="application/rss+xml" href="http://[bad">', ""),
        (
            '<link rel="replies" href="imaps://daily.example/x">'
            '<link rel="alternate" type="application/rss+xml" '
            'href="imaps://daily.example/2026/pier/f">',
            "",
        ),
    ],
)
def test_the_feed_of_the_pages_own_comments_is_found(head: str, found: str) -> None:
    assert read("", head=head).comments_url == found
    assert read("", head=head, hint="https://h.example/c").comments_url == (
        found or "https://h.example/c"
    )


PIECES = (
    "<div class='comments'>", "</div>", "<ul>", "<li>", "</li>", "<time datetime='2026-03-05'>",
    "</time>", "<b>Ann</b>", "<h3>Comments</h3>", "Words that say something.", "<form>", "评论",
    "<table><tr><td>", "2026-03-05 10:00",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_no_markup_breaks_the_article(pieces: list[str]) -> None:
    article = read("".join(pieces))
    assert all(each.body and (each.author or each.published) for each in article.comments)


VOICES = (
    "I live beside it and have waited for this for eleven years.",
    "Nobody has asked us, and that is a shame for the whole town.",
)


@pytest.mark.parametrize(
    "summary", ["Comments", "2 comments", "Show comments (2)", "<h3>Discussion</h3>"]
)
@pytest.mark.parametrize("count", [1, 4])
def test_folded_comments_are_comments_and_no_part_of_the_text(summary: str, count: int) -> None:
    entries = "".join(
        f"<div class=c><b>reader {n}</b> <i>2024-03-0{n} 10:00</i><p>{voice}</p></div>"
        for n, voice in enumerate(VOICES, 3)
    )
    told = "".join(f"<p>{text}</p>" for text in samples.ENGLISH[:count])
    folded = f"<details><summary>{summary}</summary>{entries}</details>"
    title = "The library is open again"
    page = f"<title>{title}</title><div><h1>{title}</h1><p>2024-03-05</p>{told}{folded}</div>"
    article = samples.read_article(page, kind="article", read_comments=read_page)
    assert article.content.split("\n") == list(samples.ENGLISH[:count])
    assert [one.body for one in article.comments] == list(VOICES)
