"""A table or a list of definitions of which most is in the text is in it whole."""

import pytest

from extractor.body.whole import with_whole_tables
from extractor.page.blocks import read_blocks
from tests.html_trees import html_tree
from tests.unit.extractor.samples import ENGLISH, read_article

TABLE = """<table><caption>Opening hours</caption><tr><th>Day</th><th>Hours</th></tr>
<tr><td>Monday</td><td><ul><li>10:00 to 20:00</li><li>closed in the south hall</li></ul></td></tr>
<tr><td>Tuesday</td><td>08:30 to 17:15</td></tr></table>"""
TERMS = "<dl><dt>Who pays?</dt><dd>The council does.</dd><dt>Until when?</dt><dd>May.</dd></dl>"


def _completed(markup: str, *chosen: str) -> list[str]:
    blocks = read_blocks(html_tree(f"<body>{markup}<p>Read on</p></body>"))
    places = [index for index, text in enumerate(blocks.texts) if text in chosen]
    assert len(places) == len(chosen)
    return [blocks.texts[index] for index in with_whole_tables(blocks, places)]


def test_the_labels_of_rows_and_columns_are_added() -> None:
    hours = ("10:00 to 20:00", "closed in the south hall", "08:30 to 17:15")
    assert _completed(TABLE, *hours) == [
        "Opening hours", "Day", "Hours", "Monday", *hours[:2], "Tuesday", hours[2],
    ]  # fmt: skip


def test_the_last_definition_is_added() -> None:
    terms = ("Who pays?", "The council does.", "Until when?")
    assert _completed(TERMS, *terms) == [*terms, "May."]


@pytest.mark.parametrize(
    ("markup", "chosen"),
    [
        ("<table><tr><td>A long text of the page</td></tr><tr><td>Home</td><td>Sport</td></tr></table>",
         "A long text of the page"),
        ("<table><tr><td>First line<br>Second line</td><td>Home</td></tr></table>", "First line"),
    ],
)  # fmt: skip
def test_a_table_that_arranges_the_page_is_left_alone(markup: str, chosen: str) -> None:
    assert _completed(markup, chosen) == [chosen]


@pytest.mark.parametrize("chosen", ["Monday", "Opening hours"])
def test_a_table_of_which_little_is_in_the_text_is_left_out(chosen: str) -> None:
    assert _completed(TABLE, chosen) == []
    assert _completed(f"<table><tr><td>{TABLE}</td></tr></table>", chosen) == []


CELLS = ("North quay", "Three ships a week", "South quay", "Nine", "East quay", "Four ships a day")


@pytest.mark.parametrize("cell", ["{}", "<p>{}</p>", "<div>{}</div>", "<ul><li>{}</li></ul>"])
def test_a_table_with_elements_or_breaks_in_its_cells_is_whole(cell: str) -> None:
    rows = [
        f"<tr><td>{cell.format(left)}</td><td>{cell.format(right)}<br>as before</td></tr>"
        for left, right in zip(CELLS[::2], CELLS[1::2], strict=True)
    ]
    found = _completed(f"<table>{''.join(rows)}</table>", *CELLS[:5])
    assert [text for text in found if text != "as before"] == list(CELLS)
    assert found.count("as before") == 3


def test_a_table_in_an_article_is_whole_or_left_out() -> None:
    told = [f"<p>{text}</p>" for text in ENGLISH]
    rows = [("Quay", "Ships"), ("North quay", "9"), ("South quay", "14")]
    for cell in ("{}", "<p>{}</p>", "<div>{}</div>"):
        table = "".join(
            f"<tr><td>{cell.format(left)}</td><td>{cell.format(right)}</td></tr>"
            for left, right in rows
        )
        for place in range(len(told) + 1):
            page = "".join([*told[:place], f"<table>{table}</table>", *told[place:]])
            article = read_article(
                f"<title>All the ships of today</title><h1>All the ships of today</h1>{page}",
                kind="article",
            )
            found = [one.text for one in article.paragraphs if one.text not in ENGLISH]
            assert found in ([], ["Quay | Ships", "North quay | 9", "South quay | 14"])


def test_a_column_that_is_called_like_the_headline_stays() -> None:
    before, after = "".join(f"<p>{text}</p>" for text in ENGLISH[:2]), f"<p>{ENGLISH[2]}</p>"
    page = (
        "<html><head><title>Hours of the market halls</title></head><body><article>"
        f"<h1>Hours of the market halls</h1>{before}{TABLE}{after}</article></body></html>"
    )
    assert "Day | Hours" in [one.text for one in read_article(page, kind="article").paragraphs]
