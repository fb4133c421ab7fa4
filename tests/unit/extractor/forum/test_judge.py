"""What may be the posts of a page, and how the judge rates it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import open_page
from extractor.forum.judge import TIE
from extractor.forum.marked import MarkedPage
from extractor.forum.repeated import repeated_elements
from extractor.results import Hints
from tests.unit.extractor.forum.engines import ENTRIES
from tests.unit.extractor.samples import COLLECTED

_TAGS = st.sampled_from(["div", "li", "p", "td", "section"])
_WORDS = st.sampled_from(["", "a", "The pump hums at night.", "港口下周重新开放，居民都很高兴。"])
_TREES = st.recursive(
    _WORDS,
    lambda inner: st.builds(
        lambda tag, children: f"<{tag}>{''.join(children)}</{tag}>",
        _TAGS,
        st.lists(inner, max_size=6),
    ),
    max_leaves=60,
)


def _marked(body: str) -> MarkedPage:
    html = f"<html><head><title>Cellar</title></head><body>{body}</body></html>"
    return MarkedPage(
        open_page(html.encode(), "https://board.example/t/1", {}, Hints(collected=COLLECTED))
    )


@given(_TREES)
def test_repeated_elements_are_several_in_order_and_apart(body: str) -> None:
    outline = _marked(body).outline
    for records in repeated_elements(outline):
        assert len(records) > 1
        assert all(start < end <= len(outline.tags) for start, end in records)
        assert all(one[1] <= two[0] for one, two in pairwise(records))


@given(_TREES)
def test_all_sets_of_any_page_are_rated_best_first(body: str) -> None:
    rated = _marked(body).rated
    scores = [score for score, _ in rated]
    assert all(two < one + TIE + 1e-4 for one, two in pairwise(scores))
    assert len({records for _, records in rated}) == len(rated)


def test_posts_without_times_names_or_classes_are_found() -> None:
    """Nothing but the form of the page tells that they are posts."""
    posts = "".join(
        f"<div><div>{entry.author}</div><div>{entry.body}</div></div>" for entry in ENTRIES
    )
    marked = _marked(f"<h1>Boiler hums at night</h1><div>{posts}</div><p>Rules Help</p>")
    texts = [marked.outline.text(*record) for record in marked.rated[0][1]]
    assert len(texts) == len(ENTRIES)
    assert all(entry.body in text for entry, text in zip(ENTRIES, texts, strict=True))


def test_a_deep_page_has_no_more_sets_than_a_flat_one_of_its_size() -> None:
    inner = "<p>The pump hums at night.</p>"
    deep = "".join("<div>" for _ in range(400)) + inner * 2 + "".join("</div>" for _ in range(400))
    assert len(repeated_elements(_marked(deep).outline)) <= 3
