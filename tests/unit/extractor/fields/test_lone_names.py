"""Names that no word for authorship introduces on their line: with credentials, or below a label."""

import pytest

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page


def _author(markup: str) -> str:
    return samples.read_article(markup, "http://news.example.org/2024/03/05/a", kind="article").author


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


def test_names_below_a_label_that_fills_its_line() -> None:
    assert _author(
        page(beside="<div>Written by</div><div>MX</div><div>Maxa Quille</div><div>Reader services</div>")
    ) == ("Maxa Quille")
    box = "<div>Author(s)</div><div>Anna Miller</div><div>Paul Stone</div><div>Related stories</div>"
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
