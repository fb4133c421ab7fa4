"""Times of posts that only a script of the page holds."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(("contentHtml", "content", "createdAt", "created", "x")), inner, max_size=4
    ),
    max_leaves=20,
)  # fmt: skip


def _thread(state: object, shown: str = "") -> Thread:
    """Read a page whose posts have no times, but for what is ``shown`` in each, and whose script
    holds a state.
    """
    posts = "".join(
        f'<article><h3 class="PostUser-name">{entry.author}</h3>{shown}<div class="Post-body"><p>{entry.body}</p></div>'
        "</article>"
        for entry in ENTRIES
    )
    held = json.dumps(state).replace("<", chr(92) + "u003c")
    script = f'<script type="application/json">{held}</script>'
    page = f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{posts}{script}</body></html>"
    return read_thread(page, "https://forum.example.org/d/17-hum", kind="thread")


def _post(
    body: str, when: datetime, text: str = "contentHtml", time: str = "createdAt"
) -> dict[str, object]:
    return {"type": "posts", "attributes": {text: body, time: f"{when:%Y-%m-%dT%H:%M:%S}+00:00"}}


@pytest.mark.parametrize(
    ("text", "time"), [("contentHtml", "createdAt"), ("body", "created_at"), ("cooked", "created")]
)
def test_the_time_of_a_post_is_that_of_the_object_with_its_words(text: str, time: str) -> None:
    posts = [_post(f"<p>{entry.body}</p>", entry.when, text, time) for entry in reversed(ENTRIES)]
    state = {"included": posts, "padding": "x" * 300}
    assert [post.published for post in _thread(state).posts] == [entry.when for entry in ENTRIES]


def test_words_with_a_quote_before_them_are_found_by_their_end() -> None:
    quoted = f"<blockquote><p>{'Somebody said so. ' * 4}</p></blockquote><p>{ENTRIES[1].body}</p>"
    state = [_post(quoted, ENTRIES[1].when), "x" * 300]
    assert [post.published for post in _thread(state).posts] == [
        None,
        ENTRIES[1].when,
        None,
        None,
        None,
    ]


def test_words_of_several_objects_tell_nothing() -> None:
    other = datetime(2024, 1, 1, 1, 1, tzinfo=UTC)
    state = [_post(ENTRIES[1].body, moment) for moment in (ENTRIES[1].when, other)]
    assert not any(post.published for post in _thread([*state, "x" * 300]).posts)


def test_a_time_that_the_page_shows_is_the_posts() -> None:
    state = [_post(entry.body, entry.when) for entry in ENTRIES]
    shown = "<time datetime='2024-02-01T10:10:00Z'>1 February</time>"
    assert {post.published for post in _thread(state, shown).posts} == {
        datetime(2024, 2, 1, 10, 10, tzinfo=UTC)
    }


@given(_VALUES)
def test_whatever_a_script_holds_the_posts_are_read(value: object) -> None:
    posts = _thread([value, _post(ENTRIES[0].body, ENTRIES[0].when), "x" * 300]).posts
    assert [post.body for post in posts] == [entry.body for entry in ENTRIES]
