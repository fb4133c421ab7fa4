"""What stands beside posts and looks like them or like a part of them: newest threads, members'
cards, files.
"""

from collections.abc import Sequence

import pytest

from extractor.extraction import open_page
from extractor.forum.alignment import align
from extractor.forum.marked import MarkedPage
from extractor.forum.offers import offer_facts
from extractor.forum.outline import class_shape
from extractor.results import Hints, Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE, Entry
from tests.unit.extractor.samples import COLLECTED, read_thread

_URL = "http://forum.example.org/viewtopic.php?f=9&t=3377&start=10"
_BODIES = [entry.body for entry in ENTRIES]


def _thread(content: str, lang: str = "en") -> Thread:
    page = f"<html lang={lang}><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{content}"
    return read_thread(page, _URL, kind="thread")


def _post(entry: Entry, body: str = "", more: str = "") -> str:
    when = f"{entry.when:%d %b %Y, %H:%M}"
    return (
        f'<div class="post"{more}><p class="author">by <a class="username" href="./memberlist.php">{entry.author}</a> '
        f'<span class="date">{when}</span></p><div class="content">{body or entry.body}</div></div>'
    )


def _posts(count: int = len(ENTRIES)) -> str:
    return f"<div>{''.join(map(_post, ENTRIES[:count]))}</div>"


def _newest(titles: Sequence[str]) -> str:
    rows = (
        f'<li class="row"><dl><dt><a href="./viewtopic.php?f=9&amp;t={100 + number}" class="topictitle">{title}</a><br>'
        f'by <a class="username" href="./memberlist.php">{entry.author}</a> {entry.when:%d %b %Y, %H:%M}</dt>'
        f"<dd>{number + 3} replies</dd><dd>Last message by {entry.author}<br>{entry.when:%d %b %Y, %H:%M}</dd></dl>"
        for number, (title, entry) in enumerate(zip(titles, ENTRIES * 5, strict=False))
    )
    return (
        f'<div class="panel"><h3>Newest threads</h3><ul class="topics">{"".join(rows)}</ul></div>'
    )


_TITLES = [
    f"{what} {where}"
    for what in (
        "A pump that will not start",
        "Cracks in the old chimney",
        "What to do about mice",
        "Oil or wood pellets",
    )
    for where in (
        "in the cellar",
        "at my mother's",
        "after the flood",
        "in a rented flat",
        "for a small house",
    )
]


@pytest.mark.parametrize("count", [3, 5])
def test_the_newest_threads_before_the_posts_are_not_posts(count: int) -> None:
    found = _thread(_newest(_TITLES) + _posts(count))
    assert [post.body for post in found.posts] == _BODIES[:count]


def test_posts_with_links_to_pages_of_their_authors_are_posts() -> None:
    posts = (
        f'<div class="m"><a href="/{entry.author}">{entry.author} of Oldtown</a> <i>{entry.when:%d %b %Y, %H:%M}</i>'
        f"<div>{entry.body}</div></div>"
        for entry in ENTRIES
    )
    assert [post.body for post in _thread("".join(posts)).posts] == _BODIES


def test_a_page_that_only_lists_threads_is_not_a_thread() -> None:
    found = read_thread(
        f"<title>Heating</title><h1>Heating</h1>{_newest(_TITLES)}", _URL, kind="thread"
    )
    assert found.kind_confidence < 0.5


def _card(number: int) -> str:
    title = ("Regular", "Beginner", "Old hand", "Plumber", "Guest of honour")[number % 5]
    return (
        f"<span>{title}<br><br>Group: Members<br>Messages: {1083 + 7 * number}<br>Registered: 1{number}.02.10<br>"
        f"Reputation: {20 + number}</span>"
    )


def test_a_member_s_card_beside_a_short_post_is_not_part_of_it() -> None:
    words = [
        "It hums again, as loud as in the winter.",
        "Oh.",
        "Mine too, since Monday evening.",
        "Thanks",
        "It is fixed!",
    ]
    rows = (
        f"<table><tr><td class=head>{entry.author}</td><td class=head>{entry.when:%d %b %Y, %H:%M}</td></tr>"
        f"<tr><td class=post{1 + number % 2}>{_card(number)}</td>"
        f"<td class=post{1 + number % 2}><div class=postcolor>{body}</div></td></tr>"
        f"<tr><td>&nbsp;</td><td><a href='#'>Report</a></td></tr></table>"
        for number, (entry, body) in enumerate(zip(ENTRIES, words, strict=True))
    )
    assert [post.body for post in _thread(f"<div>{''.join(rows)}</div>").posts] == words


def test_what_a_reader_sees_of_a_file_only_on_its_picture_is_not_part_of_the_post() -> None:
    tip = '<div class="tip aimg_tip" style="position: absolute; display: none"><b>boiler.jpg</b> (182 KB, 39 views)</div>'
    spoiler = '<div class="bb-box" style="display:none">It was the bearing.</div>'
    shown = [
        _post(ENTRIES[0], f"{ENTRIES[0].body}<br><img src=a.jpg>{tip}{spoiler}"),
        *map(_post, ENTRIES[1:]),
    ]
    first = _thread(f"<div>{''.join(shown)}</div>").posts[0].body
    assert first.replace("\n", " ") == f"{ENTRIES[0].body} It was the bearing."


def test_the_number_of_a_post_is_not_a_time() -> None:
    """1041200100 would be a day of 2002, as seconds since 1970."""
    shown = [
        _post(entry, more=f' data-id="{1041200100 + 811 * n}"') for n, entry in enumerate(ENTRIES)
    ]
    found = _thread(f"<div>{''.join(shown)}</div>")
    assert [post.published.replace(tzinfo=None) for post in found.posts if post.published] == [
        entry.when.replace(tzinfo=None) for entry in ENTRIES
    ]


@pytest.mark.parametrize("shown", ["{:%-d %B %Y, %H:%M}", "{:%d/%m/%Y %H:%M}"])
def test_the_name_of_a_month_or_the_time_between_posts_tells_which_number_is_the_month(
    shown: str,
) -> None:
    stamp = '<abbr data-utime="{:%m/%d/%Y %H:%M:%S}">{}</abbr>'
    posts = (
        f'<div class="post"><a class="username">{entry.author}</a> {stamp.format(entry.when, shown.format(entry.when))}'
        f'<div class="content">{entry.body}</div></div>'
        for entry in ENTRIES
    )
    found = _thread(f"<div>{''.join(posts)}</div>", lang="de").posts
    assert [(post.published.month, post.published.day) for post in found if post.published] == [
        (entry.when.month, entry.when.day) for entry in ENTRIES
    ]


def test_rows_of_two_colours_are_alike() -> None:
    for one, other in (
        ("post row1", "post row2"),
        ("x-odd", "x-even"),
        ("trowodd", "troweven"),
        ("alt1", "alt2"),
        ("x", "x_alt"),
    ):
        assert class_shape(one) == class_shape(other)
    for one, other in (
        ("col1", "col2"),
        ("evening", "oddity"),
        ("h1", "h2"),
        ("seven", "sodd"),
        ("x", "salt"),
    ):
        assert class_shape(one) != class_shape(other)


def test_panels_of_members_in_rows_of_their_own_are_no_posts() -> None:
    rows = "".join(
        f"<tr><td><b>{entry.author}</b></td><td>{entry.when:%Y-%m-%d %H:%M}<p>{entry.body}</p></td></tr>"
        f"<tr><td>UID {index}81<br>Credits {index}<br>Joined 2003-3-8</td><td><a href=/u/{index}>View profile</a>"
        f" <a href='#top'>TOP</a></td></tr>"
        for index, entry in enumerate(ENTRIES)
    )
    found = _thread(f"<table>{rows}</table>").posts
    assert [post.body for post in found] == [entry.body for entry in ENTRIES]


def test_a_link_to_nowhere_on_a_page_without_an_address() -> None:
    page = f"<h1>{TITLE}</h1>" + "".join(
        _post(entry, f"{entry.body} <a href='http:///x.example'>there</a>") for entry in ENTRIES
    )
    assert len(read_thread(page, "", kind="thread").posts) == len(ENTRIES)


def test_words_behind_a_date_are_as_different_as_they_are() -> None:
    posts = "".join(
        f"<article><b>{entry.author}</b><div><i>{entry.when:%B %d, %Y}</i><p>{entry.body}</p></div></article>"
        for entry in ENTRIES
    )
    page = open_page(posts.encode(), _URL, {}, Hints(collected=COLLECTED))
    marked = MarkedPage(page)
    tops = [node for node, tag in enumerate(marked.outline.tags) if tag == "article"]
    records = [(top, marked.outline.ends[top]) for top in tops]
    boxes = [
        [[node] for node in range(*record) if marked.outline.tags[node] == "div"]
        for record in records
    ]
    alignment = align(marked.outline, records)
    (facts,) = offer_facts(alignment, marked.marks, boxes, [() for _ in records]).values()
    assert facts["variety"] == 1.0
