"""The dates that a list shows beside its entries."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import UndecodableBytes
from extractor.lists.links import read_list_page

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
URL = "http://www.example.org/news/"
DAYS = [datetime(2026, 3, day, 0, tzinfo=UTC) for day in range(15, 5, -1)]
CARDS = {
    "element": '<time datetime="{day:%Y-%m-%d}">a while ago</time>{link}<p>What it is about.</p>',
    "beside": "<h2>{link}</h2><p class=meta>By <a href=/people/ann/>Ann Lee</a> | "
    "{day:%B %d, %Y} | <a href=/tags/rain/>Rain</a></p>",
    "inside": "<a href=/news/{index}.html><span>{day:%d.%m.%Y}</span><h3>The bridge over the river "
    "number {index} opens</h3></a>",
    "chinese": "{link}<span>{day:%Y年%m月%d日}</span>",
}


def dated(cards: list[str], **options: str) -> dict[str, datetime | None]:
    rows = "".join(f"<li>{card}</li>" for card in cards)
    page = f"<html lang=en><body><h1>News</h1><ul>{rows}</ul></body></html>"
    listing = read_list_page(
        page.encode(), URL, {}, patterns=(r"/news/\d+",), collected=NOW, **options
    )
    return {link.url: link.published for link in listing.links}


def card(form: str, index: int, day: datetime) -> str:
    link = f"<a href=/news/{index}.html>The bridge over the river number {index} opens</a>"
    return form.format(link=link, day=day, index=index)


@pytest.mark.parametrize("name", CARDS)
def test_dates_are_those_of_the_entries(name: str) -> None:
    cards = [card(CARDS[name], index, day) for index, day in enumerate(DAYS)]
    found = dated(cards, time_zone="UTC")
    assert list(found.values()) == DAYS


def test_entries_without_a_date_have_none() -> None:
    cards = [
        card(CARDS["beside"] if index % 2 else "{link}<p>No date</p>", index, day)
        for index, day in enumerate(DAYS)
    ]
    found = dated(cards, time_zone="UTC")
    assert list(found.values()) == [day if index % 2 else None for index, day in enumerate(DAYS)]


@pytest.mark.parametrize(
    "days",
    [
        DAYS[::-1],  # what comes next: events
        [*DAYS[::2], *DAYS[1::2]][::-1],
        DAYS[:4],
        [DAYS[0]] * 9,  # of a licence, or until when an offer stands
        [NOW + timedelta(days=each) for each in range(1, 9)],
    ],
)
def test_dates_that_are_no_order_of_publication_do_not_count(days: list[datetime]) -> None:
    cards = [card(CARDS["beside"], index, day) for index, day in enumerate(days)]
    assert set(dated(cards).values()) == {None}


def test_a_date_in_a_title_or_a_sentence_is_no_date_of_an_entry() -> None:
    title = "<a href=/news/{index}.html>Minutes of {day:%B %d, %Y}</a>"
    told = "<p>It was on {day:%B %d, %Y} that the bridge was closed for the first time, and nobody "
    told += "knew for how long, says the council of the town.</p>"
    cards = [card(title + told, index, day) for index, day in enumerate(DAYS)]
    assert set(dated(cards).values()) == {None}


def test_an_entry_pinned_to_the_top_does_no_harm() -> None:
    days = [DAYS[-1] - timedelta(days=300), *DAYS]
    cards = [card(CARDS["element"], index, day) for index, day in enumerate(days)]
    assert list(dated(cards, time_zone="UTC").values()) == days


@given(st.lists(st.text(max_size=60), max_size=8))
def test_any_text_beside_entries_is_read(texts: list[str]) -> None:
    # A page that consists of control characters in large part is refused by its bytes.
    with suppress(UndecodableBytes):
        dated([f"<a href=/news/{index}>A</a>{text}" for index, text in enumerate(texts)])
