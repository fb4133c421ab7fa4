"""Properties of every registered body algorithm: only text of the page, no chance, no failure,
bounded work.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.algorithms import BODIES
from evaluation.published import tag_paths
from tests.unit.evaluation.published.pages import page_of
from tests.unit.extractor.samples import CHINESE, ENGLISH, RUSSIAN, article_page

pytestmark = pytest.mark.slow

PUBLISHED = [name for name in BODIES if name != "newsloom"]

_texts = st.text("ab ,.。，\n\u3000\xa0的<&", max_size=20).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
_tags = st.sampled_from(
    [
        "a",
        "p",
        "div",
        "span",
        "b",
        "br",
        "h1",
        "ul",
        "li",
        "table",
        "tr",
        "td",
        "textarea",
        "center",
        "section",
        "x-y",
    ]
)
_markup = st.recursive(
    _texts,
    lambda inner: st.builds(
        lambda tag, parts, closed: f"<{tag}>{''.join(parts)}" + (f"</{tag}>" if closed else ""),
        _tags,
        st.lists(inner, max_size=5),
        st.booleans(),
    ),
    max_leaves=40,
)


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("texts", [ENGLISH, CHINESE, RUSSIAN])
def test_a_plain_article_is_in_the_text(name: str, texts: tuple[str, ...]) -> None:
    """Its paragraphs differ in length, because path ratios depend on that."""
    found = BODIES[name](
        page_of(article_page(paragraphs=(*texts, " ".join(texts[:2]), *texts)))
    ).text
    assert set(texts) <= set(found.split("\n"))


@pytest.mark.parametrize("name", PUBLISHED)
@given(markup=_markup)
def test_every_line_is_text_of_the_page_in_its_order(name: str, markup: str) -> None:
    html = f"<html><body>{markup}</body></html>"
    page = page_of(html)
    found = BODIES[name](page).text
    rest = iter("".join("".join(map(str, page.body.itertext())).split()))
    assert all(char in rest for char in "".join(found.split()))
    assert all(line == " ".join(line.split(" ")).strip() for line in found.split("\n"))
    assert BODIES[name](page_of(html)).text == found


def _flat() -> str:
    return "<p>word, one</p>text, more<br>" * 12_000


def _deep() -> str:
    return ("<div>" * 900 + "text, here." + "</div>" * 900 + "<p>b, c</p>") * 30


def _many_paths() -> str:
    """Return leaves at the ends of long random chains of tags, few of them alike."""
    draw = random.Random(7)
    chains = [[draw.choice(("b", "i", "u", "em")) for _ in range(200)] for _ in range(150)]
    return "".join(
        "".join(f"<{tag}>" for tag in chain)
        + "a, b."
        + "".join(f"</{tag}>" for tag in reversed(chain))
        for chain in chains
    )


def _long_line() -> str:
    return "<p>" + "a, " * 100_000 + "<b>" + "b" * 300_000


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("make", [_flat, _deep, _many_paths, _long_line])
def test_large_pages_are_read(name: str, make: Callable[[], str]) -> None:
    page = page_of(make())
    assert isinstance(BODIES[name](page).text, str)


def test_distances_between_paths_cost_no_more_than_the_walk_between_their_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rows of all tables together, one step of arithmetic each, are fewer than the page's
    tags.
    """
    rows = []
    plain = tag_paths.edit_distance

    def counted(first: list[str], second: list[str]) -> int:
        rows.append(len(second))
        return plain(first, second)

    monkeypatch.setattr(tag_paths, "edit_distance", counted)
    for html in (_flat(), _deep(), _many_paths()):
        rows.clear()
        page = page_of(html)
        BODIES["cepr"](page)
        assert sum(rows) <= len(page.steps)
