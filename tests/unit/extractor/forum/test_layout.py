"""What long threads of a site show is used to read its short ones."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import open_page
from extractor.forum.layout import layout_of, merged
from extractor.forum.marked import MarkedPage
from extractor.results import Hints, PostLayout, Thread
from tests.unit.extractor.forum.engines import ENGINES, ENTRIES, Entry
from tests.unit.extractor.samples import COLLECTED, read_thread

PLAIN = {"rows", "flat", "definition_list"}
"""Engines whose posts have no class of their own, so that nothing tells them from other parts of a
page.
"""
NEIGHBOURS = "".join(
    f'<div class="row"><a href="/gates/{number}">{title}</a> <a href="/u/{name}">{name}</a> <span>2024-03-0{number} 10:15'
    f"</span><p>{title}: this has been asked before, and the answers there may well help you, too.</p></div>"
    for number, (title, name) in enumerate(
        (
            ("Which paint for old gates", "tilda"),
            ("The pump drips since May", "oskar"),
            ("Two lamps for sale", "wanda"),
        ),
        1,
    )
)
"""Similar threads with names, times and texts, as much alike as posts are, under addresses of no
known engine.
"""


def _posts(thread: Thread) -> list[tuple[str, str]]:
    return [(post.author, post.body) for post in thread.posts]


def forum_page(*entries: Entry, more: str = "", first: str = "") -> str:
    posts = "".join(
        f'<div class="entry {"fresh" if number % 2 else "odd"}{f" {first}" if first and not number else ""}">'
        f'<b class="by"><a href="/u/{entry.author}">{entry.author}</a></b> <i>{entry.when:%Y-%m-%d %H:%M}</i>'
        f'<div class="words">{entry.body}</div></div>'
        for number, entry in enumerate(entries)
    )
    return (
        f"<html><head><title>Boiler hums - Cellar talk</title></head><body><h1>Boiler hums</h1>"
        f'<div class="list">{posts}</div>{more}</body></html>'
    )


@pytest.mark.parametrize("engine", sorted(ENGINES.keys() - PLAIN))
@pytest.mark.parametrize("count", [1, 2])
def test_short_threads_of_a_known_site(engine: str, count: int) -> None:
    layout = read_thread(ENGINES[engine](ENTRIES), kind="thread").layout
    assert layout
    thread = read_thread(ENGINES[engine](ENTRIES[:count]), kind="thread", post_layout=layout)
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES[:count]]


@pytest.mark.parametrize("engine", sorted(PLAIN))
def test_posts_without_a_class_show_no_layout(engine: str) -> None:
    assert read_thread(ENGINES[engine](ENTRIES), kind="thread").layout is None


def test_a_list_of_similar_threads_is_taken_for_posts_only_where_the_site_is_unknown() -> None:
    layout = read_thread(forum_page(*ENTRIES), kind="thread").layout
    short = forum_page(ENTRIES[1], more=NEIGHBOURS)
    assert len(read_thread(short, kind="thread").posts) > 1
    thread = read_thread(short, kind="thread", post_layout=layout)
    assert _posts(thread) == [(ENTRIES[1].author, ENTRIES[1].body)]
    assert thread.layout is None, "a page teaches what it shows by itself, not what it was told"


def test_posts_that_are_where_the_layout_says_are_surer() -> None:
    layout = read_thread(forum_page(*ENTRIES), kind="thread").layout
    short = forum_page(ENTRIES[1])
    alone, told = (
        read_thread(short, kind="thread"),
        read_thread(short, kind="thread", post_layout=layout),
    )
    assert _posts(told) == _posts(alone)
    assert alone.confidence is not None
    assert told.confidence is not None
    assert alone.confidence < told.confidence < 1


def test_a_layout_that_the_page_does_not_need_changes_no_confidence() -> None:
    layout = read_thread(forum_page(*ENTRIES), kind="thread").layout
    long = forum_page(*ENTRIES)
    alone, told = (
        read_thread(long, kind="thread"),
        read_thread(long, kind="thread", post_layout=layout),
    )
    assert told.confidence == alone.confidence


def test_a_long_thread_overrules_the_layout_of_a_list_beside_it() -> None:
    short = read_thread(forum_page(ENTRIES[1], more=NEIGHBOURS), kind="thread")
    assert short.layout
    long = forum_page(*ENTRIES, *ENTRIES[1:], more=NEIGHBOURS)
    thread = read_thread(long, kind="thread", post_layout=short.layout)
    assert len(thread.posts) == 9
    assert thread.overrules_layout
    assert thread.layout != short.layout
    again = read_thread(long, kind="thread", post_layout=thread.layout)
    assert (again.posts, again.layout, again.overrules_layout) == (
        thread.posts,
        thread.layout,
        False,
    )


ANSWER = Entry(
    "wanda",
    ENTRIES[-1].when.replace(hour=22),
    "Ten minutes? It took me a whole Sunday and two new seals.",
)


def _tree(entry: Entry, replies: str = "", *, role: str = "") -> str:
    return (
        f'<div class="note {role}"><p class="head"><a href="/u/{entry.author}">{entry.author}</a> '
        f'<time datetime="{entry.when.isoformat()}">then</time></p><div class="words">{entry.body}'
        f'</div><ul class="tools"><li>reply</li></ul><div class="below">{replies}</div></div>'
    )


def _nested_page(trees: str) -> str:
    return (
        "<html><head><title>Boiler hums - Cellar talk</title></head><body><h1>Boiler hums</h1>"
        f'<div class="talk">{trees}</div></body></html>'
    )


def _chain(entries: tuple[Entry, ...], role: str = "") -> str:
    first, *rest = entries
    return _tree(first, _chain(tuple(rest), role) if rest else "", role=role)


@pytest.mark.parametrize("role", ["", "deep"])
@pytest.mark.parametrize("answered", [False, True])
def test_posts_side_by_side_stay_where_the_site_is_known_for_nested_ones(
    role: str, *, answered: bool
) -> None:
    chains = _nested_page(_chain((*ENTRIES, *ENTRIES[1:]), role))
    layout = read_thread(chains, kind="thread").layout
    assert layout
    *others, last = ENTRIES
    beside = "".join(_tree(entry, role="top" if role else "") for entry in others)
    answer = _tree(ANSWER, role=role) if answered else ""
    page = _nested_page(beside + _tree(last, answer, role="top" if role else ""))
    alone = read_thread(page, kind="thread")
    told = read_thread(page, kind="thread", post_layout=layout)
    assert _posts(told) == _posts(alone)
    assert len(told.posts) == len(ENTRIES) + answered


def test_class_names_that_differ_from_post_to_post_are_left_out() -> None:
    layout = read_thread(forum_page(*ENTRIES, first="opening"), kind="thread").layout
    assert layout
    assert layout.post.splitlines()[0] == "div entry"


def test_a_site_with_another_layout_is_read_as_before() -> None:
    layout = read_thread(ENGINES["xenforo"](ENTRIES), kind="thread").layout
    for page in (forum_page(*ENTRIES), forum_page(*ENTRIES[:2])):
        alone = read_thread(page, kind="thread")
        assert read_thread(page, kind="thread", post_layout=layout) == alone


def test_a_menu_without_a_class_that_was_taken_for_the_opening_post_shows_no_layout() -> None:
    menu = "<table><tr><td>News, culture, sport, contact. It is 2026-03-09 11:20</td></tr></table>"
    posts = "".join(
        f'<table class="post"><tr><td>{entry.when:%Y-%m-%d %H:%M}<p>{entry.body}</p></td></tr></table>'
        for entry in ENTRIES
    )
    html = f"<body>{menu}<form>{posts}</form></body>"
    marked = MarkedPage(
        open_page(html.encode(), "http://forum.example.org/1", {}, Hints(collected=COLLECTED))
    )
    rows = [
        (node, marked.outline.ends[node])
        for node, tag in enumerate(marked.outline.tags)
        if tag == "tr"
    ]
    assert layout_of(marked, rows[1:])
    assert layout_of(marked, rows) is None


def test_an_empty_box_and_an_advertisement_are_not_posts() -> None:
    layout = read_thread(forum_page(*ENTRIES), kind="thread").layout
    advertisement = '<div class="entry fresh"><p>Buy a new boiler today, and save more than you would think.</p></div>'
    page = forum_page(*ENTRIES[:2]).replace(
        '<div class="entry odd">', f'{advertisement}<div class="entry odd">', 1
    )
    page = page.replace('<div class="list">', '<div class="list"><div class="entry fresh"></div>')
    thread = read_thread(page, kind="thread", post_layout=layout)
    assert _posts(thread) == [(entry.author, entry.body) for entry in ENTRIES[:2]]


PATHS = st.lists(
    st.tuples(st.sampled_from(["div", "li", "article"]), st.sets(st.sampled_from("abcd"))),
    min_size=1,
    max_size=4,
)


@given(PATHS, PATHS, st.booleans(), st.integers(1, 3), st.integers(1, 3))
def test_what_two_pages_have_in_common_fits_both(
    one: list[tuple[str, set[str]]],
    other: list[tuple[str, set[str]]],
    timed: bool,
    run: int,
    other_run: int,
) -> None:
    first, second = (
        PostLayout(
            post="\n".join(" ".join((tag, *sorted(names))) for tag, names in path),
            run=length,
            timed=timed,
        )
        for path, length in ((one, run), (other, other_run))
    )
    common = merged(first, second)
    assert merged(second, first) == common
    is_alike = [tag for tag, _ in one] == [tag for tag, _ in other] and run == other_run
    shared = [names & others for (_, names), (_, others) in zip(one, other, strict=False)]
    assert (common is not None) == (is_alike and any(shared))
    if common:
        assert [set(line.split()[1:]) for line in common.post.splitlines()] == shared
        assert merged(replace(common), common) == common
