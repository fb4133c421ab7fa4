"""Authors beside what is no name: the site, a weekday, an office; and how a name is written."""

import pytest

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page


def _author(markup: str) -> str:
    return samples.read_article(
        markup, "http://news.example.org/2024/03/05/a", kind="article"
    ).author


def test_a_stated_name_is_written_as_the_page_shows_it() -> None:
    head = '<meta name="author" content="Maxa Quille">'
    assert _author(page(head=head, beside="<div>Maxa QUILLE example.org</div>")) == "Maxa QUILLE"
    assert _author(page(head=head, beside="<div>BY MAXA QUILLE</div>")) == "Maxa Quille"


def test_the_weekday_of_a_date_ends_a_name() -> None:
    assert (
        _author(page(beside="<div>Door Maxa Quille Woensdag 11 juni 2023 om 3.00 uur</div>"))
        == "Maxa Quille"
    )


def test_who_wrote_the_story_on_the_last_line() -> None:
    last = "<p>Story by Maxa Quille of the Office of Letters. Photographs by Tilda Bourne.</p>"
    assert _author(page(after=f"{'<p>x</p>' * 20}{last}")) == "Maxa Quille"


def test_an_office_after_a_name_in_capitals_is_none_of_it() -> None:
    assert (
        _author(page(head='<meta name="author" content="By MAXA P. QUILLE Courier Staff Writer">'))
        == "MAXA P. QUILLE"
    )
    assert _author(page(head='<meta name="author" content="M. P. Quille">')) == "M. P. Quille"


def test_particles_of_other_languages_are_part_of_a_name() -> None:
    assert (
        _author(page(beside="<p>By Maxa Quille & Orlo arap Stane</p>"))
        == "Maxa Quille, Orlo arap Stane"
    )


def test_the_joint_in_a_persian_name_stays() -> None:
    assert _author(page(after="<p>گزارش از: مهسا کریمی\u200cنیا</p>")) == "مهسا کریمی\u200cنیا"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("<p>Ein Gastbeitrag von Maxa Quille</p>", "Maxa Quille"),
        ("<p>Words <b>Maxa Quille</b> / Photography <b>Orlo Stane</b></p>", "Maxa Quille"),
        ("<p>Текст <a>Maxa Quille</a></p><p>Фото <a>Tilda Bourne</a></p>", "Maxa Quille"),
        ("<p>Follow us on LINE @example</p>", ""),
    ],
)  # fmt: skip
def test_labels_of_who_wrote_the_words(lines: str, expected: str) -> None:
    assert _author(page(beside=lines)) == expected


@pytest.mark.parametrize(
    ("generator", "author"),
    [
        ("Discuz! X3.4", "Discuz! Team and Comsenz UI Team"),
        ("XOOPS", "XOOPS"),
        ("", "PbootCMS"),
    ],
)
def test_the_software_of_a_site_is_not_an_author(generator: str, author: str) -> None:
    head = f'<meta name="generator" content="{generator}"><meta name="author" content="{author}">'
    assert _author(page(head=head)) == ""
    assert _author(page(head=head, beside="<p>by Maxa Quille</p>")) == "Maxa Quille"


def test_a_person_may_be_named_as_the_software_is() -> None:
    head = '<meta name="generator" content="Hugo 0.120"><meta name="author" content="Hugo Quille">'
    assert _author(page(head=head)) == "Hugo Quille"
