"""Entries of dictionaries, tables of figures, and unsigned pages that look little like articles are
no articles.
"""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from extractor.extraction import extract, open_page
from extractor.kind import KindPrediction
from extractor.kind_form import is_figures, is_term
from extractor.results import (
    Article,
    Body,
    DateEvidence,
    Extraction,
    Hints,
    Kind,
    Paragraph,
    RejectionReason,
)
from extractor.validity import check_form, check_unsigned, is_signed
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import page

AT = datetime(2024, 3, 6, 12, tzinfo=UTC)
HOURS = tuple(
    Paragraph(text=f"{hour:02} | -{hour % 7}° | {hour % 5}.4 mm", kind="row") for hour in range(24)
)
PROSE = tuple(Paragraph(text=text) for text in samples.ENGLISH)
FORECAST = (
    Paragraph(text="Weather today", kind="heading"),
    Paragraph(text=samples.ENGLISH[0]),
    *HOURS,
)


def _term_page(title: str, headline: str) -> str:
    senses = "".join(f"<li>{sense}</li>" for sense in samples.ENGLISH)
    head = f'<title>{title}</title><meta property="og:type" content="article">'
    return f"<html><head>{head}</head><body><main><h1>{headline}</h1><ol>{senses}</ol></main></body></html>"


def _read(markup: str, url: str, kind: str = "") -> Extraction:
    return extract(markup.encode(), url, {}, Hints(collected=AT, kind=kind))


@pytest.mark.parametrize(
    ("title", "word", "url"),
    [
        (
            "wharf noun - Definition, pictures and usage notes",
            "wharf",
            "https://words.example.org/english/wharf_2",
        ),
        (
            "muelle | Definición | Diccionario de la lengua",
            "muelle",
            "https://palabras.example.org/muelle",
        ),
        ("Kai: Bedeutung, Herkunft, Beispiele", "Kai", "https://woerter.example.org/wort/Kai.html"),
        ("码头的意思_词典", "码头", "https://ci.example.org/%E7%A0%81%E5%A4%B4"),
    ],
)
def test_the_entry_of_a_dictionary_is_not_an_article(title: str, word: str, url: str) -> None:
    markup = _term_page(title, word)
    assert is_term(open_page(markup.encode(), url, {}, Hints(collected=AT)))
    assert not isinstance(_read(markup, url), Article)
    assert isinstance(
        _read(markup.replace(f"<h1>{word}", f"<h1>Seven men and a {word}"), url, "article"), Article
    )


@pytest.mark.parametrize(
    ("title", "headline", "url"),
    [
        (
            "What is a wharf? Definition and examples",
            "What is a wharf?",
            "https://blog.example.org/wharf",
        ),
        ("Wharf reopens after storm", "Wharf", "https://blog.example.org/wharf"),
        (
            "Wharf: a definition of patience",
            "Wharf",
            "https://blog.example.org/2024/03/seven-men-and-a-wharf",
        ),
    ],
)
def test_an_article_may_define_a_word(title: str, headline: str, url: str) -> None:
    assert not is_term(
        open_page(_term_page(title, headline).encode(), url, {}, Hints(collected=AT))
    )


def test_a_text_of_figures_is_a_forecast_or_a_quote() -> None:
    assert is_figures(FORECAST)
    assert not is_figures((*(PROSE * 3), *HOURS))  # an article with its table
    assert not is_figures(FORECAST[:8])


def test_a_timetable_has_many_figures_in_few_rows() -> None:
    rows = tuple(
        Paragraph(text=f"Harbour | 6:4{n} | 8:1{n} | 12:1{n} | 17:3{n}", kind="row")
        for n in range(4)
    )
    notes = (
        Paragraph(text="Buses run late when the bridge is up."),
        Paragraph(text="Lost things: at the depot."),
    )
    assert is_figures((*rows, *notes))
    assert not is_figures((*rows[:1], *notes))
    results = tuple(
        Paragraph(text=f"Rovers | Orlo Stane, the keeper | {n}", kind="row") for n in range(10, 19)
    )
    assert not is_figures(results)


def test_a_page_of_figures_is_an_article_if_somebody_signs_it() -> None:
    opened = open_page(page().encode(), samples.URL, {}, Hints(collected=AT))
    rejection = check_form(opened, Body(paragraphs=FORECAST), is_signed=False)
    assert rejection is not None
    assert rejection.reason is RejectionReason.DOUBTFUL
    assert check_form(opened, Body(paragraphs=FORECAST), is_signed=True) is None


def _dates(source: str, *days: int) -> list[DateEvidence]:
    return [
        DateEvidence(value=AT.replace(month=2, day=day), source=source, raw=str(day))
        for day in days
    ]


def test_an_author_or_a_stated_date_signs_a_page() -> None:
    assert is_signed("Ann Hill", [])
    assert is_signed("", _dates("meta", 1))
    assert is_signed("", _dates("feed", 1))
    assert not is_signed("", _dates("text", 1, 2, 3))


def test_weak_facts_together_make_an_unsigned_page_doubtful() -> None:
    weak = KindPrediction(Kind.ARTICLE, 0.54, 0.54)
    body = Body(paragraphs=PROSE, confidence=0.75)
    for dates in ([], _dates("text", 1, 2, 3)):
        assert check_unsigned(weak, body, dates) is not None
        assert check_unsigned(replace(weak, article=0.7), body, dates) is None
        assert check_unsigned(weak, replace(body, confidence=0.9), dates) is None
        assert check_unsigned(weak, replace(body, confidence=None), dates) is None
    assert check_unsigned(weak, body, _dates("text", 1)) is None


def test_what_only_the_scripts_of_a_video_page_say_describes_the_video() -> None:
    text = " ".join(samples.ENGLISH * 3)
    state = f'<script>window.state = {{"video": {{"title": "Town library opens again", "description": "{text}"}}}}</script>'
    head = '<title>Town library opens again</title><meta name="date" content="2024-03-05">'
    markup = f"<html><head>{head}</head><body><div id='app'></div>{state}</body></html>"
    video = markup.replace("<head>", '<head><meta property="og:type" content="video.other">')
    assert isinstance(_read(markup, samples.URL), Article)
    assert not isinstance(_read(video, samples.URL), Article)
    assert isinstance(_read(video, samples.URL, "article"), Article)
