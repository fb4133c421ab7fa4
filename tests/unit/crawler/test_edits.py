"""A new name beside a text is no edit; a new sentence is."""

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.edits import is_edited

TEXT = (
    "The town library opened its doors again yesterday after two years of work.",
    "Readers can borrow thirty thousand books there, and hear stories at weekends.",
    "What comes next",
    "People who live nearby hope that the bus stop will be mended soon.",
)
LABELS = ["Nadia Rowe", "Photo by Reuters", "Old Kessing"]


def _joined(*lines: str) -> str:
    return "\n".join(lines)


@pytest.mark.parametrize(
    "label", ["Nadia Rowe", "Otto F. Kern", "Photo by Reuters", "Sport", "王小明"]
)
@pytest.mark.parametrize("index", [0, 2, 4])
def test_a_name_on_a_line_of_its_own_comes_and_goes_without_an_edit(label: str, index: int) -> None:
    more = _joined(*TEXT[:index], label, *TEXT[index:])
    assert not is_edited(_joined(*TEXT), more)
    assert not is_edited(more, _joined(*TEXT))


def test_other_labels_in_their_place_are_no_edit() -> None:
    before = _joined(*TEXT, "Community Kitchens", "Old Kessing")
    assert not is_edited(before, _joined(*TEXT, "Marlow Heights"))


def test_a_name_that_moved_is_no_edit() -> None:
    assert not is_edited(_joined("Photo by Reuters", *TEXT), _joined(*TEXT, "Photo by Reuters"))


@pytest.mark.parametrize(
    "line",
    [
        "Smith resigned on Wednesday evening after the vote",
        "CORRECTION The budget is 5 million not 50 million",
        "Turnout 45 percent",
        "He was 84 [1]",
        "Arsenal 1 Chelsea 0",
        "“We will fight on”, she said",
        "Mayor resigns",
        "No one hurt",
        "نادية",
        "四人死亡",
        "노조 파업 철회",
        "เสียชีวิต",
    ],
)
def test_a_line_that_tells_something_is_an_edit_even_without_a_full_stop(line: str) -> None:
    assert is_edited(_joined(*TEXT), _joined(*TEXT, line))
    assert is_edited(_joined(line, *TEXT), _joined(*TEXT))


def test_another_score_is_an_edit() -> None:
    scores = "Arsenal 1 Chelsea 0", "Liverpool 2 Everton 3"
    assert is_edited(*(_joined(*TEXT, score) for score in scores))


@pytest.mark.parametrize(
    ("line", "added"),
    [
        (
            "สภาเมืองลงมติอนุมัติงบประมาณใหม่สำหรับโรงเรียนเมื่อวันอังคาร "
            "หลังการถกเถียงกันหลายเดือนระหว่างสองพรรคใหญ่และผู้ปกครองของนักเรียน",
            "นายกเทศมนตรีลาออกในวันพุธ",
        ),
        (2 * "မြို့တော်ကောင်စီသည် ဘတ်ဂျက်အသစ်ကို အတည်ပြုခဲ့သည်။ ", "သေဆုံးသူ ၁၂ ဦးရှိသည်။"),
        (2 * "Քաղաքային խորհուրդը հաստատեց դպրոցների նոր բյուջեն։ ", "Քաղաքապետը հրաժարական տվեց։"),
    ],
)
def test_a_sentence_in_a_script_with_other_full_stops_or_none(line: str, added: str) -> None:
    assert is_edited(_joined(*[line] * 3), _joined(*[line] * 3, added))


def test_white_space_and_line_breaks_are_no_edit() -> None:
    assert not is_edited(_joined(*TEXT), "  ".join(TEXT).replace(". ", ".\n "))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("two years of work", "three years of work"),
        (TEXT[3], ""),
        (TEXT[3], f"{TEXT[3]}\nUpdate: the bus runs again"),
        (TEXT[3], f"{TEXT[3]}\n更新：现场已恢复通行"),
        (TEXT[3], f"{TEXT[3]}\nNo one was hurt."),
        ("What comes next", "What comes after that"),
        (f"{TEXT[0]}\n{TEXT[1]}", f"{TEXT[1]}\n{TEXT[0]}"),
    ],
)
def test_edits_of_a_publisher(before: str, after: str) -> None:
    text = _joined(*TEXT)
    assert before in text
    assert is_edited(text, text.replace(before, after))


def test_each_line_of_a_list_is_its_content() -> None:
    table = [f"Team {number} | {number * 3} points" for number in range(9)]
    assert is_edited(_joined(TEXT[0], *table), _joined(TEXT[0], *table[:-1]))


LINES = st.lists(st.sampled_from((*TEXT, *LABELS, "")) | st.text(max_size=90), max_size=9)


@given(LINES)
def test_a_text_is_no_edit_of_itself(lines: list[str]) -> None:
    assert not is_edited(_joined(*lines), _joined(*lines))


@given(LINES, LINES)
def test_an_edit_is_one_in_both_directions(one: list[str], other: list[str]) -> None:
    assert is_edited(_joined(*one), _joined(*other)) == is_edited(_joined(*other), _joined(*one))


@given(st.integers(0, 4), st.integers(0, 4))
def test_a_sentence_that_came_is_an_edit_among_any_labels(before: int, after: int) -> None:
    old = _joined(*LABELS[:before], *TEXT)
    new = _joined(*LABELS[:after], *TEXT, "The mayor has resigned.")
    assert is_edited(old, new)


ASIDE = [
    "Source: The Elmsworth Courier",
    "2026-11-25 Source: The Elmsworth Courier Editor: Ilse Okafor",
    "来源：北嶼新区晚报客户端 责任编辑：韩松林",
    "Share this article on Facebook, Twitter, by mail",
    "分享到：微信 微博 朋友圈",
]


@pytest.mark.parametrize("line", ASIDE)
@pytest.mark.parametrize("index", [0, 4])
def test_a_line_of_facts_or_an_offer_to_share_comes_and_goes_without_an_edit(
    line: str, index: int
) -> None:
    more = _joined(*TEXT[:index], line, *TEXT[index:])
    assert not is_edited(_joined(*TEXT), more)
    assert not is_edited(more, _joined(*TEXT))


def test_another_source_in_its_place_is_an_edit() -> None:
    before = _joined(*TEXT, "Source: The Elmsworth Courier")
    assert is_edited(before, _joined(*TEXT, "Source: The Elmsworth Herald"))


COMMENT = "I live beside the library and have waited for this for eleven years."


def test_a_line_that_the_page_still_shows_was_not_removed() -> None:
    more, less = _joined(*TEXT, COMMENT), _joined(*TEXT)
    assert is_edited(more, less)
    assert not is_edited(more, less, kept={COMMENT})
    assert is_edited(less, more, kept={COMMENT})


def test_a_line_that_the_page_showed_before_is_not_new() -> None:
    more, less = _joined(COMMENT, *TEXT), _joined(*TEXT)
    assert not is_edited(less, more, known={COMMENT})
    assert is_edited(more, less, known={COMMENT})


def test_an_edit_beside_lines_that_were_not_removed_is_an_edit() -> None:
    after = _joined(*TEXT).replace("two years", "five years")
    assert is_edited(_joined(*TEXT, COMMENT), after, kept={COMMENT})


def test_the_parts_of_a_row_may_be_lines() -> None:
    assert not is_edited(_joined(*TEXT[:2]), " | ".join(TEXT[:2]))


LONG = tuple(f"Row {number} tells what the ferry carried that day." for number in range(5_000))


@pytest.mark.parametrize("label", ["Nadia Rowe", "Source: The Elmsworth Courier"])
def test_a_label_at_a_very_long_text_is_no_edit(label: str) -> None:
    for index in (0, len(LONG) // 2, len(LONG)):
        assert not is_edited(_joined(*LONG), _joined(*LONG[:index], label, *LONG[index:]))


def test_many_other_lines_are_an_edit() -> None:
    assert is_edited(_joined(*LONG), _joined(*LONG[::-1]))


def _steps(before: str, after: str) -> int:
    """Return the calls that a comparison takes."""
    steps = 0

    def note(_frame: FrameType, event: str, _: object) -> None:
        nonlocal steps
        steps += event == "call"

    sys.setprofile(note)
    try:
        is_edited(before, after)
    finally:
        sys.setprofile(None)
    return steps


def test_the_lines_of_a_very_long_text_are_only_compared() -> None:
    short, long = (
        _joined(*(f"Of {count} rows this is {number}" for number in range(count)))
        for count in (1_000, 5_000)
    )
    more = _steps(long, f"Nadia Rowe\n{long}") - _steps(short, f"Nadia Rowe\n{short}")
    assert more < 3 * 4_000


def test_a_second_comparison_judges_no_line_again() -> None:
    rows = _joined(*(f"This is row {number}" for number in range(200)))
    first = _steps(rows, f"Nadia Rowe\n{rows}")
    assert _steps(rows, f"Nadia Rowe\n{rows}") < first / 2
