"""Titles of threads whose pages declare only the name of their board."""

import pytest

from tests.unit.extractor.forum.engines import ENTRIES
from tests.unit.extractor.samples import read_thread

_TITLE = "Hum in the cellar"
_BOARD = "Cellar talk"


def _posts(heads: list[str]) -> str:
    return "".join(
        f'<div class="post">{head}<a class="name" href="/member/{n}">{ENTRIES[n].author}</a> '
        f"<i>{ENTRIES[n].when:%Y-%m-%d %H:%M}</i><div>{ENTRIES[n].body}</div></div>"
        for n, head in enumerate(heads)
    )


def _title(before: str, heads: list[str], declared: str = _BOARD) -> str:
    return read_thread(
        f"<title>{declared}</title><body><h1><a href='/'>{_BOARD}</a></h1>{before}{_posts(heads)}",
        "http://board.example/show?no=17",
        kind="thread",
    ).title


@pytest.mark.parametrize(
    "heads",
    [
        [f"<b>{_TITLE}</b>", f"<b>Re: {_TITLE}</b>", "<b>Re: Thanks</b>", ""],
        [f"<b>Opening post----{_TITLE}</b>", *(f"<b>No {n}----AW: {_TITLE}</b>" for n in (1, 2))],
        [f"<h4>Subject: {_TITLE}</h4>", f"<h4>RE: {_TITLE}</h4>", "<h4>RE: Boilers</h4>"],
    ],
    ids=["plain", "numbered", "labelled"],
)
def test_what_replies_answer_is_the_title(heads: list[str]) -> None:
    assert _title("<h2>Details of the topic</h2>", heads) == _TITLE


def test_what_replies_answer_is_the_title_without_the_section() -> None:
    section = "<h1>Tools / <span>Boilers</span></h1>"
    heads = ["", f"<b>RE: {_TITLE}</b>", f"<b>RE: {_TITLE}</b>"]
    declared = f"{_TITLE} - Boilers - {_BOARD}"
    assert _title(f"{section}<h2>{_TITLE}</h2>", heads, declared) == _TITLE


def test_replies_to_an_older_subject_do_not_take_a_word_from_the_title() -> None:
    solved = f"[SOLVED] {_TITLE}"
    heads = [f"<h3>{solved}</h3>", f"<h3>Re: {_TITLE}</h3>", f"<h3>Re: {_TITLE}</h3>"]
    assert _title(f"<h2>{solved}</h2>", heads, f"{solved} - {_BOARD}") == solved


@pytest.mark.parametrize(
    "menu",
    [
        "<p><a href='/d'>Discussion</a></p><p><a href='/m'>Members of the club</a></p>",
        "<table><tr><th>Topic</th><th>Author of the topic</th></tr></table>",
        "<select><option>Subject</option><option>Message and subject</option></select>",
        "<dl><dt>Title</dt><dd>Senior member of the board</dd></dl>",
    ],
)
def test_labels_of_menus_columns_and_members_name_no_title(menu: str) -> None:
    title = "My chain jumps off"
    assert _title(menu, ["", "", ""], title) == title


def test_headings_of_all_posts_are_no_titles() -> None:
    heads = [f"<h3>{text}</h3>" for text in ("Moderator", "Senior member", "New member")]
    assert _title("", heads, "The Boiler Pages") == "The Boiler Pages"


@pytest.mark.parametrize(
    ("title", "declared"), [(_TITLE, f"{_TITLE} - {_BOARD}"), ("Hum?", "Hum?")]
)
def test_a_title_in_a_plain_line_before_the_posts_stays(title: str, declared: str) -> None:
    before = f"<h3>Moderators and rules</h3><p>{title}</p>"
    assert _title(before, ["", "", ""], declared) == title


def test_a_part_of_the_declared_title_that_the_first_post_shows() -> None:
    notice = "<h1>Does this post break the rules of our house?</h1>"
    posts = f"<p>{_TITLE}</p>{_posts(['', '', ''])}"
    thread = read_thread(
        f"<title>{_TITLE} - The Boiler Pages</title><body>"
        f"<div><p>{_TITLE}</p>{posts}</div><footer>{notice}</footer>",
        "http://board.example/show?no=17",
        kind="thread",
    )
    assert thread.title == _TITLE


@pytest.mark.parametrize(
    ("before", "declared"),
    [
        ("<h3>Log in or register</h3>", f"{_TITLE} - {_BOARD}"),
        (
            f"<h1>Boilers</h1><table><td>Topic: {_TITLE} (Read 5 times)</table>",
            f"{_TITLE} - {_BOARD}",
        ),
        (f"<h2>Who is online</h2><b>{_TITLE} [solved]</b>", _TITLE),
        ("<h1>Hum in <em>the cellar</em></h1>", _TITLE),
    ],
    ids=["menu", "counted", "solved", "marked words"],
)
def test_a_title_that_is_shown_with_other_words_stays(before: str, declared: str) -> None:
    assert _title(before, ["", "", ""], declared).startswith(_TITLE)


def test_one_reply_about_something_else_does_not_name_the_thread() -> None:
    heads = ["", "<b>Re: Rules of the board</b>", ""]
    before = f"<h1>{_TITLE}</h1><div>Rules of the board</div>"
    assert _title(before, heads, f"{_TITLE} - {_BOARD}") == _TITLE
