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


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("<div>Quilla Marsh, MD, FACP</div>", "Quilla Marsh"),
        ("<div>Quilla Marsh, DVM; Orlo Stane, BA, LVT (Behavior); Tilda Bourne, DVM, DACVB</div>",
         "Quilla Marsh, Orlo Stane, Tilda Bourne"),
        ("<div>Quilla Marsh, Oldtown</div>", ""),
        ("<div>Fall River, MA</div>", ""),
        ("<div>Anna Miller, MA</div>", "Anna Miller"),
        ("<div>Medically reviewed by</div><div>Quilla Marsh, MD</div>", ""),
    ],
)  # fmt: skip
def test_credentials_tell_a_name_after_the_headline(lines: str, expected: str) -> None:
    assert _author(page(beside=lines)) == expected


def test_names_before_words_for_who_writes() -> None:
    lines = "<p>Maxa Quille Journalist</p><p>Orlo Stane, Reporter</p><p>Tilda Bourne Fotograf</p>"
    assert _author(page(beside=lines)) == "Maxa Quille, Orlo Stane"
    assert _author(page(beside="<p>Become a Journalist</p>")) == ""


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


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            "<div>4 min · 812 words · Quilla Marsh | <a href='/edit'>Suggest a change</a></div>",
            "Quilla Marsh",
        ),
        ("<div>March 5, 2024 · 5 min read · Quilla Marsh</div>", "Quilla Marsh"),
        ("<div>5 min read · Anna Miller</div>", "Anna Miller"),
        ("<div>5 min read · Seed Banks</div>", ""),
        ("<div>4 min · 812 words · <a href='/seeds'>Seed Banks</a></div>", ""),
        ("<div>4 min · 812 words · Garden Strategy</div>", ""),
    ],
)
def test_a_name_after_the_facts_of_a_row(row: str, expected: str) -> None:
    assert _author(page(beside=row)) == expected


def test_the_poster_of_an_entry_is_its_author() -> None:
    assert (
        _author(page(beside='<div class="poster entry-poster"><b>marshhen</b></div>')) == "marshhen"
    )


def test_a_visiting_card_is_not_a_teaser() -> None:
    card = (
        '<footer><p><span class="author vcard"><span class="fn">marshhen</span></span></p></footer>'
    )
    assert _author(page(after=f"{'<p>x</p>' * 20}{card}")) == "marshhen"
