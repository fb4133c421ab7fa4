"""Posts, authors, times and bodies on pages in the style of many engines, with and without class
names.
"""

import pytest

from evaluation.perturb import hash_names
from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENGINES, ENTRIES
from tests.unit.extractor.samples import read, read_thread

_UNNAMED = {"rows", "flat", "definition_list", "discuz2006"}
"""Engines whose pages show too little to tell the author of a single post from the rest."""
_FLOORED = {
    "discuz2006",
    "discuzx",
    "phpwind",
    "tieba",
    "v2ex",
    "tianya",
    "vbulletin",
    "xenforo",
    "discourse",
    "smf",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_all_posts_with_author_time_and_body(engine: str) -> None:
    thread = read_thread(ENGINES[engine](ENTRIES), kind="thread")
    assert [(post.author, post.body) for post in thread.posts] == [
        (entry.author, entry.body) for entry in ENTRIES
    ]
    assert [
        post.published and post.published.replace(second=0, tzinfo=None) for post in thread.posts
    ] == [entry.when.replace(tzinfo=None) for entry in ENTRIES]


@pytest.mark.parametrize("engine", ENGINES)
def test_posts_count_from_one(engine: str) -> None:
    assert [post.floor for post in read_thread(ENGINES[engine](ENTRIES), kind="thread").posts] == [
        1,
        2,
        3,
        4,
        5,
    ]


@pytest.mark.parametrize("engine", sorted(_FLOORED - {"v2ex", "smf"}))
def test_floors_are_those_printed(engine: str) -> None:
    page = ENGINES[engine](ENTRIES[1:])
    for n in range(4, 0, -1):
        for form in ("#{}<", ">{}楼", ">{}</em>", ">{}</strong>", 'position">{}<'):
            page = page.replace(form.format(n), form.format(n + 20))
    assert [post.floor for post in read_thread(page, "http://forum.example.org/t/17?page=3", kind="thread").posts] == [
        21, 22, 23, 24,
    ]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_classes_are_not_needed(engine: str) -> None:
    thread = read_thread(hash_names(ENGINES[engine](ENTRIES).encode()), kind="thread")
    assert [(post.author, post.body) for post in thread.posts] == [
        (entry.author, entry.body) for entry in ENTRIES
    ]


@pytest.mark.parametrize(
    ("engine", "length"),
    [
        (engine, length)
        for engine in ENGINES
        for length in (2, 3)
        if (engine, length) != ("douban", 2)
    ],
)
def test_short_threads(engine: str, length: int) -> None:
    """Leaves out an opening post and one reply that share neither structure nor time format."""
    thread = read_thread(ENGINES[engine](ENTRIES[:length]), kind="thread")
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES[:length]]


@pytest.mark.parametrize("engine", sorted(set(ENGINES) - _UNNAMED))
def test_a_single_post(engine: str) -> None:
    thread = read_thread(ENGINES[engine](ENTRIES[:1]), kind="thread")
    assert [(post.author, post.body) for post in thread.posts] == [
        (ENTRIES[0].author, ENTRIES[0].body)
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_thread_is_known_by_its_address_and_posts(engine: str) -> None:
    thread = read(ENGINES[engine](ENTRIES), "http://forum.example.org/thread-17-1-1.html")
    assert isinstance(thread, Thread)
    assert thread.kind_confidence > 0.5
