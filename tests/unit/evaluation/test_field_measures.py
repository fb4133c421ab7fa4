"""Measures of titles, authors, days and images."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from evaluation.measures.fields import (
    author_right,
    day_right,
    has_all,
    has_none,
    image_right,
    title_right,
)


@pytest.mark.parametrize(
    ("found", "gold", "right"),
    [
        ("A day at sea", "A day at sea", True),
        ("A  DAY\u00a0at sea ", "A day at sea", True),
        ("“A day” – at sea’s end", '"A day" - at sea\'s end', True),
        ("ＡＢＣ１２３", "abc123", True),
        ("A day\u200b at sea", "A day at sea", True),
        ("A day at sea | The Lantern", "A day at sea", False),
        ("A day at sea!", "A day at sea", False),
        ("", "A day at sea", False),
        ("A day at sea", None, None),
    ],
)
def test_a_title_is_right_letter_by_letter(
    found: str, gold: str | None, right: bool | None
) -> None:
    assert title_right(found, gold) is right


@pytest.mark.parametrize(
    ("found", "gold", "right"),
    [
        ("Mara Lind", "MARA LIND", True),
        ("By Mara Lind", "Mara Lind", True),
        ("Mara Lind, Peter Quill", "Peter Quill and Mara Lind", True),
        ("Mara Lind; Peter Quill", "Mara Lind & Peter Quill", True),
        ("作者：陈晓岚", "陈晓岚", True),
        ("赵延东、风笑天", "风笑天，赵延东", True),
        ("高木健一", "高木健一記者", True),
        ("宋怡, 杨志华", "宋怡 杨志华", True),
        ("杨志华, 宋怡", "宋怡 杨志华", False),
        ("Anders Holm", "Anders Holm", True),
        ("Mara Lind", "Mara Lind, Peter Quill", False),
        ("", "Mara Lind", False),
        ("Mara Lind", None, None),
    ],
)
def test_authors_are_compared_as_a_set_of_names(
    found: str, gold: str | None, right: bool | None
) -> None:
    assert author_right(found, gold) is right


EAST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("found", "gold", "right"),
    [
        (datetime(2024, 3, 5, tzinfo=UTC), "2024-03-05", True),
        (datetime(2024, 3, 4, tzinfo=UTC), "2024-03-05", False),
        (datetime(2024, 3, 4, 20, tzinfo=UTC), "2024-03-05 05:00:00+09:00", True),
        (datetime(2024, 3, 5, 5, tzinfo=EAST), "2024-03-05T05:00:00+09:00", True),
        (datetime(2024, 3, 4, 20, tzinfo=UTC), "2024-03-05", False),
        (datetime(2003, 7, 24, tzinfo=UTC), "2003-7-24", True),
        (None, "2024-03-05", False),
        (datetime(2024, 3, 5, tzinfo=UTC), "in spring", None),
        (datetime(2024, 3, 5, tzinfo=UTC), "2024-13-05", None),
        (datetime(2024, 3, 5, tzinfo=UTC), None, None),
    ],
)
def test_the_printed_day_counts(
    found: datetime | None, gold: str | None, right: bool | None
) -> None:
    assert day_right(found, gold) is right


def test_an_image_is_known_by_its_file_name() -> None:
    gold = "https://cdn.example.org/a/640/Quay%20side.jpg?width=640"
    assert image_right("http://img.example.com/quay side.jpg", gold) is True
    assert image_right("http://img.example.com/pier.jpg", gold) is False
    assert image_right("", gold) is False
    assert image_right("x.jpg", None) is None


def test_words_that_are_demanded_or_forbidden_are_found_whatever_their_space_and_quotes() -> None:
    text = "The “ferry”\n\nruns again. 渡轮恢复运行。"
    assert has_all(text, ('the "ferry" runs', "渡轮恢复")) is True
    assert has_all(text, ("the ferry", "渡轮")) is False
    assert has_none(text, ("Read more", "Share")) is True
    assert has_none(text, ("Read more", "runs AGAIN")) is False
    assert has_all(text, None) is has_none(text, None) is None
