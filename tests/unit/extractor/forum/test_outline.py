"""Arrays of a page; any page, however built, is read to the end."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.forum.marks import find_marks
from extractor.forum.outline import outline_of
from extractor.forum.records import candidate_sets
from extractor.page import dom
from extractor.results import Article, Rejection, Thread
from tests.unit.extractor.samples import read

_TAGS = (
    "div",
    "p",
    "table",
    "tr",
    "td",
    "ul",
    "li",
    "a",
    "span",
    "blockquote",
    "article",
    "time",
    "br",
    "b",
    "form",
)
_TEXTS = (
    "2024-03-05 10:10",
    "anna",
    "anna wrote:",
    "Joined: 2011",
    "#3",
    "3 days ago",
    "Some words of a post that go on and on.",
)
_ATTRIBUTES = (
    'class="post quote"',
    'id="p12"',
    'href="/user/anna"',
    'datetime="2024-03-05T10:10:00Z"',
    'class="username"',
)
_PAGES = st.lists(
    st.tuples(
        st.sampled_from(_TAGS), st.sampled_from(_ATTRIBUTES), st.sampled_from(_TEXTS), st.booleans()
    ),
    max_size=60,
).map(
    lambda parts: "".join(
        f"<{tag} {more}>{text}{f'</{tag}>' * closes}" for tag, more, text, closes in parts
    )
)


@given(_PAGES)
def test_ranges_nest_and_sums_add_up(page: str) -> None:
    outline = outline_of(dom.body_of(dom.parse(f"<body>{page}</body>")))
    for node, end in enumerate(outline.ends):
        assert node < end <= outline.ends[max(outline.parents[node], 0)]
    assert outline.weight(0, len(outline.tags)) == sum(
        outline.weight(node, node + 1) for node, tag in enumerate(outline.tags) if not tag
    )


@given(_PAGES)
def test_records_are_in_order_and_apart(page: str) -> None:
    outline = outline_of(dom.body_of(dom.parse(f"<body>{page}</body>")))
    for records in candidate_sets(outline, find_marks(outline)):
        ends = [0, *(end for _, end in records)]
        assert all(
            before <= start < end for before, (start, end) in zip(ends, records, strict=False)
        )


@given(_PAGES)
def test_any_page_gives_the_same_answer_twice(page: str) -> None:
    first = read(page, "http://forum.example.org/thread/1", kind="thread")
    assert read(page, "http://forum.example.org/thread/1", kind="thread") == first


@pytest.mark.slow
@pytest.mark.parametrize(
    "build",
    [
        lambda n: "<br>" * 5 * n,
        lambda n: "<div>2024-03-05 10:10" * n,
        lambda n: "<p>2024-03-05 10:10</p>" * n,
        lambda n: "<a class=username href=/user/1>anna</a>" * n,
        lambda n: "".join(f"<div id=p{k}><b>anna</b> 2024-03-05 10:10 some words of a post</div>" for k in range(n)),
        lambda n: "".join(f"<div class='c{k}'><i class=username>n{k}</i><i>1 day ago</i>words</div>" for k in range(n)),
        lambda n: "<blockquote>anna wrote: words" * n,
        lambda n: f"<div title='{'2024-03-05 10:10 ' * n}'>2024-03-05 10:10 {'x' * n}</div>",
    ],
)  # fmt: skip
def test_size_does_no_harm(build: Callable[[int], str]) -> None:
    """The work is counted, not timed: quadratic work would not end."""
    found = read(
        f"<title>A large page</title>{build(20_000)}",
        "http://forum.example.org/thread/1",
        kind="thread",
    )
    assert isinstance(found, Article | Thread | Rejection)
