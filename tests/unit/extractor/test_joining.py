"""The pages of an article are joined in order, each text once; what is missing lowers the
confidence.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.joining import as_far_as_read, is_other_day, is_same_headline, join_pages, take_whole
from extractor.results import Article, Paragraph

DAY = datetime(2026, 3, 1, 8, tzinfo=UTC)


def page(*texts: str, **fields: object) -> Article:
    given: dict[str, Any] = {
        "title": "The long way home",
        "published": DAY,
        "confidence": 0.9,
        **fields,
    }
    return Article(
        url="http://a.example/1",
        canonical_url="",
        content="\n".join(texts),
        paragraphs=tuple(Paragraph(text=text) for text in texts),
        **given,
    )


def test_headline_lead_and_closing_line_of_every_page_are_kept_once() -> None:
    first = page(
        "Lead.", "One.", "Two.", "Write to us.", next_url="http://a.example/1?page=2", page_count=3
    )
    second = page(
        "The long way home (2/3)",
        "Lead.",
        "Three.",
        "Write to us.",
        next_url="http://a.example/1?page=3",
    )
    third = page("The Long  Way Home - Page 3", "Lead.", "Four.", "Write to us.")
    joined = join_pages(join_pages(first, second), third)
    assert joined.content.split("\n") == [
        "Lead.",
        "One.",
        "Two.",
        "Three.",
        "Four.",
        "Write to us.",
    ]
    assert joined.content == "\n".join(each.text for each in joined.paragraphs)
    assert (joined.pages, joined.page_count, joined.next_url) == (3, 3, "")
    assert as_far_as_read(joined) == joined


def test_a_text_that_returns_later_in_the_page_stays() -> None:
    joined = join_pages(page("Lead.", "He said no.", "One."), page("Two.", "He said no.", "Three."))
    assert joined.content.split("\n") == [
        "Lead.",
        "He said no.",
        "One.",
        "Two.",
        "He said no.",
        "Three.",
    ]


@given(
    st.lists(
        st.lists(st.integers(0, 10**9), min_size=1, max_size=5, unique=True), min_size=1, max_size=5
    )
)
def test_no_text_is_lost_or_moved(pages: list[list[int]]) -> None:
    texts = [[f"{number}/{text}." for text in texts] for number, texts in enumerate(pages)]
    joined = page(*texts[0])
    for each in texts[1:]:
        joined = join_pages(joined, page(*each))
    assert joined.content.split("\n") == [text for each in texts for text in each]
    assert joined.pages == len(texts)


def test_a_page_that_adds_nothing_ends_the_article() -> None:
    """Galleries repeat the text below every picture."""
    first = page("Lead.", "One.", next_url="http://a.example/1?page=2", page_count=30)
    ended = join_pages(first, page("Lead.", "One.", next_url="http://a.example/1?page=3"))
    assert (ended.content, ended.next_url) == (first.content, "")
    assert as_far_as_read(ended).confidence == 0.9


def test_a_page_that_repeats_the_last_but_for_a_line_ends_the_article() -> None:
    texts = [f"Paragraph {number} says something of its own at some length." for number in range(9)]
    first = page(*texts, next_url="http://a.example/1?page=2", page_count=2)
    joined = join_pages(
        first, page(*texts, "Read 812 times.", next_url="http://a.example/1?page=3")
    )
    assert (joined.content, joined.next_url, joined.pages) == (first.content, "", 1)


@pytest.mark.parametrize(
    ("title", "same"),
    [
        ("The long way home", True),
        ("", True),
        ("The long way home, page 2", True),
        ("the long way home (2)", True),
        ("The long way home (2/4)", True),
        ("A short cut", False),
    ],
)
def test_a_later_page_has_the_headline_of_the_first(title: str, same: bool) -> None:
    assert is_same_headline(page("One."), page("Two.", title=title)) is same


def test_chinese_marks_of_pages_do_not_count() -> None:
    assert is_same_headline(page("一。", title="长江的源头"), page("二。", title="长江的源头（2）"))
    assert is_same_headline(
        page("一。", title="长江的源头"), page("二。", title="长江的源头 第2页")
    )


@pytest.mark.parametrize(
    ("published", "other"),
    [
        (None, False),
        (DAY, False),
        (DAY + timedelta(hours=20), False),
        (DAY + timedelta(days=7), True),
    ],
)
def test_an_article_of_the_same_name_has_another_day(
    published: datetime | None, other: bool
) -> None:
    assert is_other_day(page("One."), page("Two.", published=published)) is other


@pytest.mark.parametrize(
    ("pages", "count", "next_url", "confidence"),
    [
        (1, 1, "", 0.9),
        (4, 4, "", 0.9),
        (2, 4, "", 0.6),
        (2, 2, "http://a.example/1?page=3", 0.72),
        (1, 3, "", 0.45),
    ],
)
def test_missing_pages_lower_the_confidence(
    pages: int, count: int, next_url: str, confidence: float
) -> None:
    """F1 of a text with the share r of its pages is at most 2r / (1 + r)."""
    stored = as_far_as_read(page("One.", pages=pages, page_count=count, next_url=next_url))
    assert stored.confidence == pytest.approx(confidence)
    assert stored.page_count == max(count, pages + bool(next_url))
    assert as_far_as_read(replace(stored, confidence=None)).confidence is None


def test_a_view_of_the_whole_article_takes_the_place_of_its_pages() -> None:
    first = page(
        "Lead of some length.",
        "One, of some length.",
        next_url="http://a.example/1?page=2",
        page_count=3,
    )
    whole = page("Lead of some length.", "One, of some length.", "Two.", "Three.", confidence=0.8)
    taken = take_whole(first, whole)
    assert taken
    assert (taken.content, taken.pages, taken.next_url, taken.confidence) == (
        whole.content,
        3,
        "",
        0.8,
    )


@pytest.mark.parametrize(
    "texts",
    [
        ("Lead of some length.", "One, of some length."),
        ("Lead of some length.",),
        (
            "Another story altogether.",
            "It goes on.",
            "It goes on and on and on.",
            "It does not end.",
        ),
    ],
)
def test_a_view_without_more_of_the_same_text_is_refused(texts: tuple[str, ...]) -> None:
    first = page(
        "Lead of some length.",
        "One, of some length.",
        next_url="http://a.example/1?page=2",
        page_count=3,
    )
    assert take_whole(first, page(*texts)) is None
