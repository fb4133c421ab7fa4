"""Months and milliseconds, cursors, records."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.dates import day_start
from storage.documents.periods import ended_before, iso_day, milliseconds, period_of
from storage.documents.port import Document, DocumentPost
from storage.documents.positions import NEVER, Position, read_cursor, write_cursor
from storage.documents.records import pack, storable_document, unpack

_AWARE = st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 1, 1),
    timezones=st.just(UTC) | st.just(timezone(timedelta(hours=8))),
)
_TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
_POSTS = st.builds(
    DocumentPost,
    author=_TEXT,
    published=st.none() | _AWARE,
    floor=st.none() | st.integers(1, 999),
    body=_TEXT,
    quoted=_TEXT,
)


def test_a_period_is_a_month_in_utc() -> None:
    shanghai = timezone(timedelta(hours=8))
    assert period_of(datetime(2026, 11, 1, 7, 59, tzinfo=shanghai)) == "2026.10"
    assert period_of(datetime(987, 1, 1, tzinfo=UTC)) == "0987.01"


@pytest.mark.parametrize(
    ("period", "day", "ended"),
    [
        ("2026.10", date(2026, 10, 31), False),
        ("2026.10", date(2026, 11, 1), True),
        ("2026.12", date(2026, 12, 31), False),
        ("2026.12", date(2027, 1, 1), True),
        ("2027.01", date(2026, 12, 31), False),
    ],
)
def test_ended_before(period: str, day: date, ended: bool) -> None:
    assert ended_before(period, day) is ended


@given(_AWARE)
def test_milliseconds_fall_on_their_day(moment: datetime) -> None:
    start = milliseconds(day_start(moment.astimezone(UTC).date()))
    assert start <= milliseconds(moment) < start + 86_400_000
    assert iso_day(milliseconds(moment) // 86_400_000) == moment.astimezone(UTC).date().isoformat()
    assert milliseconds(moment) > NEVER


@given(st.builds(Position, st.floats(0, 1e9), st.integers(NEVER, -NEVER), st.text(max_size=512)))
def test_a_cursor_comes_back(position: Position) -> None:
    assert read_cursor(write_cursor(position)) == position


def test_no_cursor() -> None:
    assert read_cursor("") is None


@given(
    st.builds(
        Document,
        id=_TEXT,
        url=_TEXT,
        canonical_url=_TEXT,
        source=_TEXT,
        source_id=st.integers(0, 2**31),
        site=_TEXT,
        channel=_TEXT,
        kind=st.sampled_from(["article", "thread"]),
        lang=_TEXT,
        title=_TEXT,
        content=_TEXT,
        author=_TEXT,
        published=st.none() | _AWARE,
        collected=_AWARE,
        date_evidence=st.lists(_TEXT, max_size=2).map(tuple),
        tags=st.lists(_TEXT, max_size=2).map(tuple),
        thread=_TEXT,
        thread_page=st.integers(1, 99),
        posts=st.lists(_POSTS, max_size=2).map(tuple),
        page_kind=st.sampled_from(["", "article", "thread", "listing", "other"]),
        kind_confidence=st.none() | st.floats(0, 1),
        confidence=st.none() | st.floats(0, 1),
        modified=st.none() | _AWARE,
        changes=st.integers(0, 30),
        changed=st.none() | _AWARE,
        gone=st.none() | _AWARE,
        image=_TEXT,
        next_url=_TEXT,
    )
)
def test_a_record_comes_back_with_storable_texts(document: Document) -> None:
    assert unpack(pack(document)) == storable_document(document)


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ([None, 0, 1], [None, 0, 1]),
        ([1, 0, 0], [None, 0, 0]),  # in a circle
        ([0, 1, 2], [None, None, None]),  # of themselves
        ([None, 7, -1], [None, None, None]),  # that are nowhere
        ([None, "0", True], [None, None, None]),
        ([None, 0.0, [0]], [None, None, None]),
    ],
)
def test_a_parent_that_is_no_post_before_it_is_none(stored: list[Any], read: list[Any]) -> None:
    record = pack(_threaded(len(stored)))
    for post, parent in zip(record["posts"], stored, strict=True):
        post["parent"] = parent
    assert [post.parent for post in unpack(record).posts] == read


def test_posts_of_an_older_version_have_no_parent() -> None:
    record = pack(_threaded(2))
    for post in record["posts"]:
        del post["parent"]
    assert unpack(record) == _threaded(2)


def _threaded(posts: int) -> Document:
    moment = datetime(2026, 11, 2, tzinfo=UTC)
    texts: dict[str, Any] = dict.fromkeys(
        ("id", "url", "canonical_url", "source", "site", "channel", "lang", "title", "author"), "x"
    )
    post = DocumentPost(author="ann", published=moment, floor=None, body="Yes.")
    return Document(
        **texts,
        source_id=1,
        kind="thread",
        content="",
        published=moment,
        collected=moment,
        posts=(post,) * posts,
    )


def test_a_record_of_an_older_version_is_a_document_without_what_it_did_not_know() -> None:
    moment = datetime(2026, 11, 2, tzinfo=UTC)
    texts: dict[str, Any] = dict.fromkeys(
        (
            "id",
            "url",
            "canonical_url",
            "source",
            "site",
            "channel",
            "lang",
            "title",
            "content",
            "author",
        ),
        "x",
    )
    document = Document(**texts, source_id=1, kind="article", published=moment, collected=moment)
    later = {
        "page_kind",
        "kind_confidence",
        "confidence",
        "modified",
        "image",
        "next_url",
        "changes",
        "changed",
        "gone",
    }
    record = {name: value for name, value in pack(document).items() if name not in later}
    assert unpack(record) == document
