"""Names that no word for authorship introduces on their line: with credentials, or below a
label.
"""

import pytest

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page


def _author(markup: str) -> str:
    return samples.read_article(
        markup, "http://news.example.org/2024/03/05/a", kind="article"
    ).author


def test_names_that_each_have_their_label_complete_the_statement() -> None:
    lines = "".join(f"<div>{role}</div><div>{name}</div>" for role, name in
                    (("Текст", "Maxa Quille"), ("Текст", "Anna Stane"), ("Ілюстрація", "Tilda Bourne")))  # fmt: skip
    head = '<meta name="author" content="Maxa Quille">'
    assert _author(page(head=head, beside=lines)) == "Maxa Quille, Anna Stane"


def test_names_below_a_label_that_fills_its_line() -> None:
    assert _author(
        page(
            beside="<div>Written by</div><div>MX</div><div>Maxa Quille</div><div>Reader services</div>"
        )
    ) == ("Maxa Quille")
    box = (
        "<div>Author(s)</div><div>Anna Miller</div><div>Paul Stone</div><div>Related stories</div>"
    )
    assert _author(page(after=box)) == "Anna Miller, Paul Stone"
    assert _author(page(beside="<div>Written by</div><div>Maxa - Reader services</div>")) == "Maxa"
    assert _author(page(beside="<div>Written by</div><div>Sections</div>")) == ""
    other = "<div>By</div><div>Peter Gray</div>"
    assert _author(page(after=f"{'<p>x</p>' * 20}{box}{other}")) == ""


@pytest.mark.parametrize("zone", ["", " GMT-5", " UTC+05:30"])
def test_the_author_shares_a_line_with_source_and_date(zone: str) -> None:
    line = f"Source: The Courier October 09, 2023 03:53{zone} {{}}"
    assert _author(page(beside=f"<div>{line.format('Amara Marchetti')}</div>")) == "Amara Marchetti"
    assert _author(page(beside=f"<div>{line.format('updated every hour')}</div>")) == ""


def test_the_poster_of_an_entry_is_its_author() -> None:
    assert (
        _author(page(beside='<div class="poster entry-poster"><b>marshhen</b></div>')) == "marshhen"
    )


def test_a_visiting_card_is_not_a_teaser() -> None:
    card = (
        '<footer><p><span class="author vcard"><span class="fn">marshhen</span></span></p></footer>'
    )
    assert _author(page(after=f"{'<p>x</p>' * 20}{card}")) == "marshhen"
