"""Authors beside what is no name: the site, a weekday, an office; and how a name is written."""

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page


def _author(markup: str) -> str:
    return samples.read_article(markup, "http://news.example.org/2024/03/05/a", kind="article").author


def test_the_site_after_a_stated_person_is_no_author() -> None:
    head = '<meta name="author" content="Maxa Quille, EXAMPLE">'
    assert _author(page(head=head)) == "Maxa Quille"


def test_a_stated_name_is_written_as_the_page_shows_it() -> None:
    head = '<meta name="author" content="Maxa Quille">'
    assert _author(page(head=head, beside="<div>Maxa QUILLE example.org</div>")) == "Maxa QUILLE"
    assert _author(page(head=head, beside="<div>BY MAXA QUILLE</div>")) == "Maxa Quille"


def test_the_weekday_of_a_date_ends_a_name() -> None:
    assert _author(page(beside="<div>Door Maxa Quille Woensdag 11 juni 2023 om 3.00 uur</div>")) == "Maxa Quille"


def test_who_wrote_the_story_on_the_last_line() -> None:
    last = "<p>Story by Maxa Quille of the Office of Letters. Photographs by Tilda Bourne.</p>"
    assert _author(page(after=f"{'<p>x</p>' * 20}{last}")) == "Maxa Quille"
