"""Posts that are rows of tables: a rule, a column or a line about the author beside the words."""

from collections.abc import Callable

import pytest

from tests.unit.extractor.forum.boards import thread_of
from tests.unit.extractor.forum.engines import ENTRIES, Entry

_MOTTOES = {
    "marla": "Certified for pumps.",
    "quill": "Who writes no test writes letters of apology, sooner or later.",
}
_BODIES = [entry.body for entry in ENTRIES]


def _ruled(entry: Entry) -> str:
    """Return a post whose words are in the row below a rule, and whose footer is rows without
    classes, too.
    """
    return (
        f'<tr><td class="sep"><table><tr><td class="row1" rowspan="3"><span class="name"><b>{entry.author}</b></span>'
        f'<br><span class="details">Novice<br></span></td><td class="row1"><table><tr><td><span class="details">'
        f"{entry.when:%d/%m/%Y %H:%M:%S}</span></td></tr><tr><td><hr></td></tr><tr><td><span><div>{entry.body}</div>"
        '</span></td></tr></table></td></tr><tr><td class="row1"><span class="signature"><hr>'
        f"{_MOTTOES.get(entry.author, '')}</span></td></tr>"
        '<tr><td><a href="/p/1"><img src="i.gif"></a></td></tr><tr><td><a href="#top">back to top</a></td></tr>'
        "</table></td></tr>"
    )


def test_the_words_below_a_rule_are_not_a_footer() -> None:
    page = f"<table>{''.join(map(_ruled, ENTRIES))}</table>"
    assert [post.body for post in thread_of([page]).posts] == _BODIES


def _striped(number: int, entry: Entry) -> str:
    """Return a post of several rows.

    The classes of every other one end in "_alt", a column is about the author.
    """
    row = "post_alt" if number % 2 else "post"
    advert = '<tr class="post"><td></td><td class="message"></td></tr>' if number == 0 else ""
    return (
        f'<tr class="head"><td class="user"><a href="/profile/{entry.author}">{entry.author}</a></td>'
        f'<td class="posted"><span class="date">{entry.when:%Y-%m-%d %H:%M}</span></td></tr>'
        f'<tr class="{row}"><td class="box">Rank: {"Novice" if number % 3 else "Advanced member"}<br>Groups: All<br>'
        f"Posts: {17 * number}<br>Place: {entry.author[::-1]}ville</td>"
        f'<td class="message"><div>{entry.body}</div></td></tr>{advert}'
        '<tr class="foot"><td colspan="2"><a href="#top">Back to top</a></td></tr>'
    )


def test_the_column_about_the_author_is_not_the_body_where_rows_are_striped() -> None:
    page = f"<table>{''.join(_striped(*pair) for pair in enumerate(ENTRIES))}</table>"
    assert [post.body for post in thread_of([page]).posts] == _BODIES


def _spaced(number: int, entry: Entry) -> str:
    """Return a post of rows without classes: a spacer but for the first ones, author and words,
    number and time.
    """
    spacer = '<tr><td colspan="2"><img src="spacer.gif"></td></tr>' if number > 1 else ""
    return (
        f"{spacer}<tr><td><b>{entry.author}</b><br>Posts: 17<br>"
        f"Place: {entry.author[::-1]}ville</td>"
        f"<td><div>{entry.body}</div></td></tr>"
        f'<tr><td><a href="#top">Top</a></td><td><b>#4</b>, {entry.when:%d %b, %Y %H:%M}</td></tr>'
    )


def _headed(_number: int, entry: Entry) -> str:
    """Return a post of two rows without classes: the names of the columns, and what is in them."""
    return (
        "<tr><td>Author</td><td>Message</td><td>Date</td></tr><tr>"
        f"<td>{entry.author}</td><td>{entry.body}</td><td>{entry.when:%d %b, %Y %H:%M}</td></tr>"
    )


@pytest.mark.parametrize("row", [_spaced, _headed])
def test_rows_of_one_form_are_no_posts_of_their_own(row: Callable[[int, Entry], str]) -> None:
    rows = "".join(row(*pair) for pair in enumerate(ENTRIES))
    posts = thread_of([f"<table>{rows}</table>"]).posts
    assert [post.body for post in posts] == _BODIES
    assert [post.author for post in posts] == [entry.author for entry in ENTRIES]
    assert [post.published for post in posts] == [entry.when for entry in ENTRIES]


def _listed(number: int, entry: Entry) -> str:
    """Return an answer of a list of terms: number and time, then a list of the author and the
    words.
    """
    return (
        f'<dt class="date"><input type="checkbox"><span><a href="/c?n={number}">[{number}]</a></span>'
        f'<span class="when">{entry.when:%Y-%m-%d %H:%M}</span></dt><dd><dl class="answer"><dt>'
        f'<a href="/show?id={entry.author}">{entry.author}</a></dt><dd>{entry.body}</dd></dl></dd>'
    )


def test_answers_that_are_terms_with_a_list_of_their_own() -> None:
    first, *others = ENTRIES
    opening = (
        f'<dl class="thread"><dt><span class="title">A noise below</span><span class="when">{first.when:%Y-%m-%d %H:%M}'
        f'</span></dt><dd><dl><dt><a href="/show?id=1">{first.author}</a></dt><dd>{2 * (first.body + "<br><br>")}</dd>'
        '</dl></dd><dd class="foot">For all members <a href="/r">Report this topic</a></dd></dl>'
    )
    answers = f'<form><dl class="answers">{"".join(_listed(*pair) for pair in enumerate(2 * others, 1))}</dl></form>'
    members = '<ul><li><a href="/list_member?id=7">Members (1,284)</a></li></ul>'
    posts = thread_of([f"<div>{members}<h2>Board</h2><div>{opening}{answers}</div></div>"]).posts
    assert [(post.author, post.body) for post in posts[1:]] == [
        (entry.author, entry.body) for entry in 2 * others
    ]
