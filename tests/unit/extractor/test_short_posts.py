"""Short posts: whole from their list, whatever their length."""

from datetime import UTC, datetime

import pytest

from extractor.lists.entry_text import MAX_POST_CHARACTERS, post_text
from extractor.results import Article, Hints, Kind, Rejection, RejectionReason
from extractor.short_posts import short_post

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
URL = "https://social.example/@ann/1"


def test_a_post_of_one_character_is_kept() -> None:
    post = short_post(URL, Hints(collected=NOW, content="\N{OK HAND SIGN}", author="Ann"))
    assert isinstance(post, Article)
    assert (post.kind, post.content, post.author) == (Kind.POST, "\N{OK HAND SIGN}", "Ann")
    assert post.published is None


def test_its_title_is_its_beginning() -> None:
    text = "The ferry waits for nobody today, and the quay is closed until the wind turns.\n" * 3
    post = short_post(URL, Hints(collected=NOW, content=text.strip(), published=NOW))
    assert isinstance(post, Article)
    assert post.title.endswith("…")
    assert text.replace("\n", " ").startswith(post.title.removesuffix("…"))
    assert post.published == NOW
    assert len(post.paragraphs) == 3


@pytest.mark.parametrize(
    ("hints", "reason"),
    [
        (Hints(collected=NOW), RejectionReason.EMPTY),
        (Hints(collected=NOW, content="Hello", require_date=True), RejectionReason.NO_DATE),
    ],
)
def test_a_post_is_refused_by_name(hints: Hints, reason: RejectionReason) -> None:
    refused = short_post(URL, hints)
    assert isinstance(refused, Rejection)
    assert refused.reason is reason


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>One.</p><p>Two<br>three.</p>", "One.\nTwo\nthree."),
        ("One &amp; two\n\nthree", "One & two\nthree"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("x" * 20_000, "x" * MAX_POST_CHARACTERS),
    ],
)
def test_the_text_of_a_post(markup: str, text: str) -> None:
    assert post_text(markup) == text
