"""Titles that all pages of a site have, and words before a headline that are not part of it."""

import pytest

from tests.unit.extractor import samples

TEXT = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
HEADLINE = "Old mill bridge to close for good"


def _title(markup: str) -> str:
    return samples.read_article(
        markup, "http://paper.example.org/2003/0619/bridge.htm", kind="article"
    ).title


@pytest.mark.parametrize(
    "standing", ["Online Edition", "Untitled Document", "Home Page", "Printer-friendly version"]
)
def test_a_title_that_is_every_pages_gives_way_to_the_line_above_the_text(standing: str) -> None:
    page = f"<html><head><title>{standing}</title></head><body><font size=6><b>{HEADLINE}</b></font>{TEXT}</body></html>"
    assert _title(page) == HEADLINE


def test_a_headline_of_the_same_words_stays() -> None:
    page = f"<html><head><title>Online edition</title></head><body><h1>Online edition</h1>{TEXT}</body></html>"
    assert _title(page) == "Online edition"


@pytest.mark.parametrize(
    ("mark", "title"),
    [("Abonné", HEADLINE), ("The story of how the", f"The story of how the {HEADLINE}")],
)
def test_a_short_mark_before_the_headline_that_titles_for_sharing_lack(
    mark: str, title: str
) -> None:
    head = f'<title>Hartwell - {HEADLINE} | The Courier</title><meta property="og:title" content="{HEADLINE}">'
    page = f"<html><head>{head}</head><body><h1><span>{mark}</span> {HEADLINE}</h1>{TEXT}</body></html>"
    assert _title(page) == title


def test_the_name_of_a_blog_in_the_title_element_and_its_heading() -> None:
    head = f'<title>Moss and marginalia</title><meta property="og:title" content="{HEADLINE}">'
    blog = '<h1><a href="/">Moss and marginalia</a></h1>'
    page = f"<html><head>{head}</head><body>{blog}<h2><a href='/post/17'>{HEADLINE}</a></h2>{TEXT}</body></html>"
    assert _title(page) == HEADLINE


def test_a_title_that_is_only_the_name_of_the_site_gives_way_to_the_line_that_heads_the_text() -> (
    None
):
    page = (
        "<html><head><title>Paper Example</title></head><body><h1>Paper Example</h1>"
        "<p><a href='/map'>Map</a></p>"
        f"<div><b>{HEADLINE}</b></div><div>2024-03-05</div>{TEXT}</body></html>"
    )
    assert _title(page) == HEADLINE


@pytest.mark.parametrize(
    "title", ["A year with the word 关系 in Dunfold", "Reading 论语 on night trains"]
)
@pytest.mark.parametrize(
    "byline", ["<h2>Nadia Rowe</h2>", "<p>Nadia Rowe and Otto Kern report from Elmsworth</p>"]
)
def test_an_english_title_with_chinese_signs_stays(title: str, byline: str) -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    page = f"<title>{title} - Courier</title><div><div>{title}</div>{byline}{text}</div>"
    assert samples.read_article(page, kind="article").title == title
