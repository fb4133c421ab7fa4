"""What boards of China, Japan, Korea and Taiwan, and pages of shared links, do in their own way."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.unit.extractor.forum.boards import all_posts, post_of, thread_of
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread


def test_bbcode_is_part_of_the_post() -> None:
    posts = all_posts()
    posts[2] = post_of(ENTRIES[2].author, f"[quote]{ENTRIES[2].body}", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == f"[quote]{ENTRIES[2].body}"


def test_words_after_the_number_of_a_post_are_its_authors() -> None:
    posts = all_posts()
    posts[1] = post_of("otto_k", "&gt;&gt;1 Mine hums too", "2024-03-02 08:00")
    posts[2] = post_of("pavel", "&gt;&gt;1乙", "2024-03-02 09:00")
    posts[3] = post_of("quill", "&gt;&gt;2<br>So does mine", "2024-03-02 10:00")
    assert [post.body for post in thread_of(posts).posts[1:4]] == [
        ">>1 Mine hums too",
        ">>1乙",
        "So does mine",
    ]


def test_votes_before_the_words_are_none_of_them() -> None:
    marks = ["推 : ", "噓 : ", "→ : ", "推 : ", "→ : "]
    posts = [
        post_of(entry.author, mark + entry.body, f"{entry.when:%Y-%m-%d %H:%M}")
        for mark, entry in zip(marks, ENTRIES, strict=True)
    ]
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


def test_a_colon_that_few_posts_have_stays() -> None:
    posts = all_posts()
    posts[1] = post_of("otto_k", "Re: the hum, it is the pump", "2024-03-02 08:00")
    assert thread_of(posts).posts[1].body == "Re: the hum, it is the pump"


@pytest.mark.parametrize(
    ("lang", "when"),
    [("ja", "26/10/21(水)18:04:37"), ("ko", "26.10.21 18:04"), ("zh", "26-10-21 18:04")],
)
def test_two_digits_of_a_year_come_first_in_east_asia(lang: str, when: str) -> None:
    posts = [post_of(f"user{n}", entry.body, when) for n, entry in enumerate(ENTRIES)]
    page = f"<html lang={lang}><title>{TITLE}</title><h1>{TITLE}</h1><div>{''.join(posts)}</div>"
    thread = read_thread(
        page,
        "http://forum.example.org/t/17",
        kind="thread",
        collected=datetime(2026, 11, 1, tzinfo=UTC),
    )
    assert {post.published.date().isoformat() for post in thread.posts if post.published} == {
        "2026-10-21"
    }


def test_a_year_of_two_digits_that_is_to_come_is_none() -> None:
    posts = [post_of(f"user{n}", entry.body, "28/12/24 18:04") for n, entry in enumerate(ENTRIES)]
    page = f"<html lang=zh><title>{TITLE}</title><h1>{TITLE}</h1><div>{''.join(posts)}</div>"
    collected = datetime(2026, 11, 1, tzinfo=UTC)
    thread = read_thread(page, "http://forum.example.org/t/17", kind="thread", collected=collected)
    assert {post.published.date().isoformat() for post in thread.posts if post.published} == {
        "2024-12-28"
    }


def test_a_relative_time_beside_an_exact_one_tells_no_zone() -> None:
    posts = [
        post_of(
            entry.author,
            entry.body,
            f'<span class="age" title="2024-03-05T0{n}:15:40 170962{n}540">{12 - n} hours ago</span>',
        )
        for n, entry in enumerate(ENTRIES)
    ]
    collected = datetime(2024, 3, 5, 12, tzinfo=UTC)
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1><div>{''.join(posts)}</div>"
    thread = read_thread(page, "http://forum.example.org/t/17", kind="thread", collected=collected)
    assert [post.published for post in thread.posts] == [
        datetime(2024, 3, 5, n, 15, 40, tzinfo=UTC) for n in range(len(ENTRIES))
    ]
    assert {post.published.utcoffset() for post in thread.posts if post.published} == {timedelta(0)}


@pytest.mark.parametrize("sign", ["[deleted]", "(2 children)", "No. 1188240277"])
def test_what_stands_for_a_name_is_none(sign: str) -> None:
    posts = all_posts()
    posts[2] = (
        f'<div class="post">{sign} <span class="date">2024-03-05 10:10</span><div class="text">[removed]</div></div>'
    )
    assert [post.author for post in thread_of(posts).posts] == [
        "marla",
        "otto_k",
        "",
        "quill",
        "marla",
    ]


def test_words_in_blockquotes_of_a_board_without_names_are_the_posts() -> None:
    posts = [
        f'<table><tr><td>…</td><td class="rtd"><span>{n}</span><span>{entry.when:%Y-%m-%d %H:%M}</span>'
        f'<span>No.{entry.when:%s}</span><a href="#">+</a><blockquote>{entry.body}</blockquote></td></tr></table>'
        for n, entry in enumerate(ENTRIES)
    ]
    found = thread_of(posts).posts
    assert [entry.body in post.body for post, entry in zip(found, ENTRIES, strict=True)] == [
        True
    ] * len(ENTRIES)
    assert [post.author for post in found] == [""] * len(ENTRIES)


def test_lines_that_an_empty_line_shows_to_be_the_authors_are_kept() -> None:
    posts = all_posts()
    posts[0] = post_of(
        "marla",
        "It hums.\nEvery night.\n\nWhat can I do?\n--\nSent from my cellar",
        "2024-03-01 08:05",
    )
    posts[1] = post_of("otto_k", "Turn\nit\noff.", "2024-03-02 08:05")
    assert [post.body for post in thread_of(posts).posts[:2]] == [
        "It hums.\nEvery night.\nWhat can I do?",
        "Turn it off.",
    ]


def test_an_opening_post_whose_head_and_words_are_in_boxes_of_their_own() -> None:
    first, *rest = ENTRIES
    long = f"<p>{first.body}</p><p>It has done so since the plumber was here, and he says that he has done nothing.</p>"
    comments = "".join(
        f'<li><div class="comment_box"><a class="nick" href="/member/{entry.author}">{entry.author}</a>'
        f'<p class="words">{entry.body}</p><span class="date">{entry.when:%Y.%m.%d. %H:%M}</span></div></li>'
        for entry in rest
    )
    page = (
        f"<title>{TITLE}</title><div class=box><div class=article_header><h3>{TITLE}</h3><div class=profile>"
        f'<a href="/member/{first.author}">{first.author}</a><em>Regular</em></div>'
        f"<span class=date>{first.when:%Y.%m.%d. %H:%M}</span><span>Views 812</span></div>"
        f"<div class=container><div class=viewer>{long}</div>"
        f"<div class=CommentBox><ul>{comments}</ul></div></div></div>"
    )
    thread = read_thread(page, "http://cafe.example.org/articles/17", kind="thread")
    assert [post.author for post in thread.posts] == [entry.author for entry in ENTRIES]
    assert thread.posts[0].published == first.when
    assert thread.posts[0].body.startswith(first.body)
