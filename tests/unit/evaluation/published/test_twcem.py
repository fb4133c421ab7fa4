"""TWCEM: which rows are kept, where the title begins and ends the content, and the title itself."""

from hypothesis import given
from hypothesis import strategies as st

from evaluation.published import twcem
from tests.unit.evaluation.published.pages import page_of

TITLE = "Town library opens again"


def test_rows_are_chosen_by_length_punctuation_and_the_title() -> None:
    rows = [
        "Home, sport, town.",  # kept, shares one word with the title
        "Menu of the library that opens",  # no punctuation
        "The library opens its doors, at last.",  # the first with two shared words: begins
        "It is larger.",
        "Ha!",  # shorter than 4 characters
        "Readers are glad.",
        "So the town has its library back.",  # the last with two shared words: ends
        "Written by us.",
    ]
    assert twcem.select_rows(rows, TITLE) == [rows[2], rows[3], rows[5], rows[6]]


def test_each_direction_is_searched_over_its_half() -> None:
    """The only row about the title is in the second half: it ends the content, and the first kept
    row begins it.
    """
    rows = ["One, two.", "Three, four.", "Five, six.", "The library opens, again.", "Seven, eight."]
    assert twcem.select_rows(rows, TITLE) == rows[:4]
    assert twcem.select_rows(rows[::-1], TITLE) == rows[::-1][1:]


def test_without_a_match_all_kept_rows_are_content() -> None:
    rows = ["One, two.", "no mark", "Three, four."]
    assert twcem.select_rows(rows, "") == ["One, two.", "Three, four."]
    assert twcem.select_rows([], TITLE) == []


def test_shared_words_must_stand_in_order() -> None:
    """Backwards only one of the two words can be matched; a Chinese character is a word."""
    rows = ["重新开放，图书馆。", "馆书图，一二三。", "四五六。", "七八九。"]
    assert twcem.select_rows(["甲，乙。", *rows], "图书馆重新开放")[0] == rows[0]
    assert twcem.select_rows(["甲，乙。", rows[1], *rows[2:]], "图书馆")[0] == "甲，乙。"


def test_the_headline_is_the_title() -> None:
    assert (
        twcem.page_title(page_of(f"<title>{TITLE} - Courier</title><h1>{TITLE}</h1><p>x</p>"))
        == TITLE
    )


def test_without_a_headline_the_nearest_heading_is_the_title_then_a_named_element() -> None:
    assert (
        twcem.page_title(page_of("<body><h2>Library</h2><h3>Far and away</h3></body>")) == "Library"
    )
    assert twcem.page_title(page_of('<body><div id="mytitle">Library</div></body>')) == "Library"
    assert (
        twcem.page_title(page_of('<body><div class="title big">Library</div></body>')) == "Library"
    )
    assert twcem.page_title(page_of('<body><div class="subtitle">Library</div></body>')) == ""


def test_a_row_is_what_stands_between_block_tags() -> None:
    text = twcem.extract(
        page_of(
            f"<title>{TITLE}</title><p>The <b>library</b>\nopens, again.</p><p>It<br>is, now.</p>"
        )
    )
    assert text.split("\n") == ["The library opens, again.", "is, now."]


@given(*[st.lists(st.sampled_from("abcd"), max_size=30)] * 2)
def test_common_subsequence_against_the_textbook(first: list[str], second: list[str]) -> None:
    row = [0] * (len(second) + 1)
    for ours in first:
        diagonal = 0
        for place, theirs in enumerate(second, 1):
            diagonal, row[place] = (
                row[place],
                diagonal + 1 if ours == theirs else max(row[place], row[place - 1]),
            )
    assert twcem.common_subsequence(first, second) == row[-1]
