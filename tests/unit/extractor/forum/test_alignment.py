"""Posts whose classes tell every other post, the first one or its author have their parts at the
same places.
"""

from functools import partial

import pytest
from lxml import html

from extractor.forum.alignment import align
from extractor.forum.outline import outline_of
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread
from tests.work import counted

_AUTHORS = [entry.author for entry in ENTRIES]


def _row(number: int, author: str, name: str) -> str:
    entry = ENTRIES[number]
    return (
        f"<table><tr class='{name}'><td>{author}</td><td>{entry.when:%Y-%m-%d %H:%M}</td></tr>"
        f"<tr class='{name}'><td>Stoker</td><td>{entry.body}</td></tr><tr><td class=q></td></tr></table>"
    )


@pytest.mark.parametrize(
    "names",
    [["kd2"] * 20, ["kd2", "x81"] * 10, ["first", *["kd2"] * 20]],
    ids=["one class", "turns", "the first one has its own"],
)  # fmt: skip
def test_classes_that_tell_posts_apart_do_not_part_their_places(names: list[str]) -> None:
    rows = "".join(
        _row(number, author, name)
        for number, (author, name) in enumerate(zip(_AUTHORS, names, strict=False))
    )
    page = f"<title>{TITLE}</title><body><h1>{TITLE}</h1><div>{rows}</div>"
    posts = read_thread(page, "http://forum.example.org/t/17", kind="thread").posts
    assert [post.author for post in posts] == _AUTHORS
    assert [post.body for post in posts] == [entry.body for entry in ENTRIES]


def _places(inner: list[str]) -> list[int]:
    """Return the places of the elements with a class in records with these contents."""
    outline = outline_of(html.fromstring("".join(f"<li>{each}</li>" for each in inner)))
    starts = [node for node, tag in enumerate(outline.tags) if tag == "li"]
    alignment = align(outline, [(start, outline.ends[start]) for start in starts])
    return [alignment.fine[node] for node, name in enumerate(outline.classes) if name]


@pytest.mark.parametrize(
    ("inner", "places"),
    [
        (["<div class=a>x</div>", "<div class=b>y</div>", "<div class=c>z</div>"], 1),
        # What is in one post together are two things.
        (["<div class=a>x</div><div class=b>y</div>"] * 3, 2),
        # So are elements with other contents,
        (["<div class=a>x</div>", "<div class=a>x</div>", "<div class=b><i>y</i></div>"], 2),
        # and the parts of a pair.
        (["<div class=a>x</div>", "<div class=b>y</div>"], 2),
    ],
)
def test_places_of_classes(inner: list[str], places: int) -> None:
    assert len(set(_places(inner))) == places


@pytest.mark.slow
def test_classes_of_their_own_take_work_in_proportion() -> None:
    calls = []
    for count in (4_000, 12_000):
        names = ["".join(chr(97 + int(digit)) for digit in f"{n:05}") for n in range(count)]
        posts = "".join(
            f"<p>{''.join(f'<b class={one}{name}>a</b>' for name in names)}</p>" for one in "xyz"
        )
        outline = outline_of(html.fromstring(f"<body>{posts}</body>"))
        records = [
            (node, outline.ends[node]) for node, tag in enumerate(outline.tags) if tag == "p"
        ]
        calls.append(counted(partial(align, outline, records))[1])
    assert calls[1] < 4 * calls[0]  # nine times as many if it were the square


@pytest.mark.parametrize("link", ["<a href='/m/{0}'>{0}</a>", "<a class='username' href='/x'>{0}</a>"])  # fmt: skip
def test_a_member_whose_name_is_a_number(link: str) -> None:
    authors = ["77", *_AUTHORS[1:]]
    posts = "".join(
        f"<div class=k>{link.format(author)} <a href='/rank'>5</a> <i>{entry.when:%Y-%m-%d %H:%M}</i>"
        f"<p>{entry.body}</p></div>"
        for author, entry in zip(authors, ENTRIES, strict=True)
    )
    page = f"<title>{TITLE}</title><body><h1>{TITLE}</h1><div>{posts}</div>"
    found = read_thread(page, "http://forum.example.org/t/17", kind="thread").posts
    assert [post.author for post in found] == authors
