"""Statistics of tables: the table with the most text of its own."""

from evaluation.published import table_statistics
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import ENGLISH


def _table(inside: str) -> str:
    return f"<table><tr><td>{inside}</td></tr></table>"


def test_the_table_with_most_text_of_its_own_is_the_content() -> None:
    """The outer table contains more with the two inside it, but less of its own."""
    page = page_of(
        _table(f"Of the site{_table(paragraphs(*ENGLISH))}{_table(paragraphs(ENGLISH[0]))}")
    )
    assert table_statistics.extract(page) == "\n".join(ENGLISH)


def test_links_do_not_count_but_stay() -> None:
    menu = "".join(f"<a>{text}</a>" for text in ENGLISH * 2)
    page = page_of(_table(menu) + _table(f"<p>{ENGLISH[0]} <a>More</a></p>"))
    assert table_statistics.extract(page) == f"{ENGLISH[0]} More"


def test_a_page_without_tables_is_taken_whole() -> None:
    assert (
        table_statistics.extract(page_of(f"<p>menu</p>{paragraphs(ENGLISH[0])}"))
        == f"menu\n{ENGLISH[0]}"
    )
