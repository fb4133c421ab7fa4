"""Which parts of an article's page are marked, and what is said of the others."""

import json

import pytest

from features.origins.tests.views import marked, parts, said
from tests.unit.extractor.samples import COLLECTED, ENGLISH, article_page

TITLE = "Town library opens again"
BYLINE = 'By <a href="/ann">Ann Hill</a> <time datetime="2024-03-05T10:30:00Z">5 March</time>'
SIGNED = article_page().replace("<span>2024-03-05 10:30</span>", f"<span>{BYLINE}</span>")


def json_ld(**stated: object) -> str:
    entity = json.dumps({"@type": "NewsArticle", **stated})
    return f'<script type="application/ld+json">{entity}</script>'


def test_what_the_page_shows_is_marked_where_it_shows_it() -> None:
    view = marked(SIGNED)
    assert parts(view, "title") == [TITLE]
    assert parts(view, "author") == ["Ann Hill"]
    assert parts(view, "day") == ["5 March"]
    assert parts(view, "text") == list(ENGLISH)
    assert said(view, "title") == ["#heading h1", "title"]
    assert said(view, "author") == ["#byline"]
    assert said(view, "day") == ["#time"]
    assert said(view, "text") == ["#lines"]
    assert (view.taken, view.total, view.unsure, view.missing) == (4, 17, 0, 0)


def test_what_the_head_states_comes_first_where_the_extractor_takes_it_from_there() -> None:
    head = json_ld(
        headline=TITLE,
        datePublished="2024-03-05T10:30:00Z",
        author={"@type": "Person", "name": "Ann Hill"},
    )
    meta = f'<meta property="og:title" content="{TITLE}">'
    view = marked(SIGNED.replace("<head>", f"<head>{head}{meta}"))
    assert said(view, "title") == ["#heading h1", "meta og:title", "json-ld headline"]
    assert said(view, "author") == ["json-ld author", "#byline"]
    assert said(view, "day") == ["json-ld datePublished", "#time"]
    assert parts(view, "author") == ["Ann Hill?"]
    assert parts(view, "day") == ["5 March?"]


def test_a_heading_with_other_words_comes_behind_what_says_the_title_alone() -> None:
    head = json_ld(headline=TITLE, datePublished="2024-03-05T10:30:00Z")
    view = marked(article_page(head=head).replace("<h1>", "<h1>LIVE: "))
    assert said(view, "title") == ["json-ld headline", "#heading h1"]
    assert parts(view, "title") == [f"{TITLE}?"]


def test_an_author_is_found_where_json_ld_describes_persons_elsewhere() -> None:
    person = {"@type": "Person", "@id": "#ann", "name": "Ann Hill"}
    head = json_ld(headline=TITLE, author={"@id": "#ann"}) + json_ld(**person)
    view = marked(article_page(head=head))
    assert said(view, "author") == ["json-ld author"]


def test_a_name_in_the_text_is_no_byline_if_another_line_is() -> None:
    text = ("Ann Hill was there, too, and she liked it very much, she says.", *ENGLISH)
    view = marked(article_page(paragraphs=text, date="By Ann Hill, 2024-03-05"))
    assert parts(view, "author") == ["Ann Hill"]
    assert parts(view, "text") == list(text)


def test_what_no_line_shows_is_named_and_not_marked() -> None:
    name = "article:published_time"
    head = f'<meta property="{name}" content="2024-03-05T10:30:00Z">'
    meta = f'<meta property="og:title" content="{TITLE}"><meta name="author" content="Ann Hill">'
    page = article_page(head=head + meta, date="").replace(f"<h1>{TITLE}</h1>", "")
    view = marked(page)
    assert said(view, "day") == [f"meta {name}"]
    assert said(view, "author") == ["meta author"]
    assert said(view, "title")[0] == "meta og:title"
    assert [parts(view, field) for field in ("title", "author", "day")] == [[], [], []]


def test_the_feed_is_named_and_what_is_not_its_text_is_not_marked() -> None:
    whole = "\n".join(
        (*ENGLISH, *(f"{line} That is known since {n}." for n, line in enumerate(ENGLISH)))
    )
    view = marked(
        article_page(date="", paragraphs=ENGLISH[:1]),
        content=whole,
        author="Ann Hill",
        published=COLLECTED.replace(hour=9),
    )
    assert said(view, "text") == ["feed"]
    assert parts(view, "text") == []
    assert said(view, "author") == ["feed"]
    assert said(view, "day") == ["feed"]
    listed = marked(
        article_page(date=""),
        channel="list",
        published=COLLECTED.replace(hour=9),
        published_rough=True,
    )
    assert said(listed, "day") == ["list"]


@pytest.mark.parametrize("channel", ["board", "json"])
def test_a_list_with_exact_times_is_not_called_a_feed(channel: str) -> None:
    view = marked(
        article_page(date=""),
        channel=channel,
        title=TITLE,
        author="Ann Hill",
        published=COLLECTED.replace(hour=9),
    )
    assert "list" in said(view, "title")
    assert "feed" not in said(view, "title")
    assert said(view, "author") == ["list"]
    assert said(view, "day") == ["list"]


def test_a_text_in_a_script_is_said_to_be_there() -> None:
    body = " ".join(ENGLISH * 3)
    head = json_ld(headline=TITLE, articleBody=body, datePublished="2024-03-05T10:30:00Z")
    view = marked(f"<html><head>{head}<title>{TITLE}</title></head><body></body></html>")
    assert said(view, "text") == ["script"]
    assert view.runs == ()
    assert view.missing == 1


def test_of_lines_that_come_again_those_between_their_neighbours_are_meant() -> None:
    teaser = f"<p>{ENGLISH[1]}</p>"
    view = marked(article_page().replace('<div class="more">', f'<div class="more">{teaser}'))
    assert parts(view, "text") == list(ENGLISH)
    assert view.unsure == 0


def test_where_it_cannot_be_known_all_are_marked_and_counted() -> None:
    teaser = f"<p>{ENGLISH[-1]}</p>"
    view = marked(article_page().replace('<div class="more">', f'<div class="more">{teaser}'))
    assert parts(view, "text") == [*ENGLISH[:-1], f"{ENGLISH[-1]}?", f"{ENGLISH[-1]}?"]
    assert view.unsure == 2


def test_names_and_days_are_marked_as_whole_words() -> None:
    """A style sheet alone divides the day from what follows it."""
    page = article_page(date="By Ann Hill</span><span>5 March 2024</span><span>Source: Us")
    view = marked(page.replace("Section 1", "Joann Hillary"))
    assert parts(view, "author") == ["Ann Hill"]
    assert parts(view, "day") == ["5 March 2024"]


def test_many_lines_that_are_left_out_are_folded() -> None:
    menu = "".join(f"<li>Entry {n}</li>" for n in range(400))
    view = marked(article_page().replace("<ul>", f"<ul>{menu}", 1))
    first = view.runs[0]
    assert (first.is_left, first.total, len(first.lines)) == (True, 405, 12)
    assert parts(view, "text") == list(ENGLISH)


def test_a_large_page_is_cut_and_says_so() -> None:
    text = [f"{line} This is number {n}." for n in range(2_000) for line in ENGLISH]
    view = marked(article_page(paragraphs=text))
    shown = [line for run in view.runs for line in run.lines]
    assert view.is_cut
    assert len(shown) <= 500
    assert sum(len(piece.text) for line in shown for piece in line.pieces) < 70_000
    assert view.taken == len(text)
    anchors = {piece.anchor for line in shown for piece in line.pieces}
    assert {origin.anchor for origin in view.origins} <= anchors | {""}
