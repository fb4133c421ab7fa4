"""Web views of public channels: their messages are short posts."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.links import read_list_page
from extractor.results import Link, Listing
from tests.unit.extractor.lists.channel_view import NAME, card, message, view

URL = f"https://t.me/s/{NAME}"
HEADERS = {"content-type": "text/html; charset=utf-8"}
NOW = datetime(2026, 3, 6, tzinfo=UTC)


def read(page: str, url: str = URL, patterns: tuple[str, ...] = ()) -> Listing:
    return read_list_page(page.encode(), url, HEADERS, patterns=patterns, collected=NOW)


def test_messages_are_posts_with_author_time_text_and_links() -> None:
    text = (
        "The ferry is <b>late</b> again.<br><br>More: "
        '<a href="https://port.example/ferry">port.example/ferry</a> '
        '<a href="?q=%23ferry">#ferry</a> <i class="emoji"><b>⛴</b></i>'
    )
    first = message(7, "Fog.", time="2026-03-05T09:00:00+00:00")
    listing = read(view([first, message(8, text, time="2026-03-05T12:00:00+02:00")], before=7))
    newest, oldest = listing.links
    assert newest == Link(
        url=f"https://t.me/{NAME}/8",
        content="The ferry is late again.\nMore: port.example/ferry #ferry ⛴",
        author="Harbour News",
        published=datetime(2026, 3, 5, 10, tzinfo=UTC),
        is_post=True,
        links=(Link(url="https://port.example/ferry", title="port.example/ferry"),),
    )
    assert (oldest.content, oldest.is_post) == ("Fog.", True)
    assert listing.next_url == f"https://t.me/s/{NAME}?before=7"


def test_no_page_says_what_stands_at_an_address_of_another_site() -> None:
    forged = message(9, "Forged.").replace(
        f'href="/{NAME}/9"', 'href="https://paper.example/news/1"'
    )
    [link] = read(view([forged])).links
    assert link.url == f"https://t.me/{NAME}/9"


def test_what_says_nothing_is_left_out() -> None:
    picture = message(1, inside='<a class="tgme_widget_message_photo_wrap" href="/p"></a>')
    created = message(2, "Channel created", service=True)
    assert read(view([created, picture, message(3, "Words.")])).links[0].content == "Words."
    assert len(read(view([created, picture, message(3, "Words.")])).links) == 1
    assert read(view([created])) == Listing()


def test_a_reply_has_its_own_words_alone() -> None:
    answered = (
        '<a class="tgme_widget_message_reply" href="/x/1"><div class="tgme_widget_message_text">'
        "The question</div></a>"
    )
    [link] = read(view([message(4, "The answer", inside=answered)])).links
    assert link.content == "The answer"


def test_a_poll_has_its_question_and_its_answers() -> None:
    options = "".join(
        f'<div class="tgme_widget_message_poll_option_text">{answer}</div>'
        for answer in ("The <b>town</b>", "The port")
    )
    poll = f'<div class="tgme_widget_message_poll_question">Who pays?</div>{options}'
    [link] = read(view([message(4, inside=poll)])).links
    assert link.content == "Who pays?\nThe town\nThe port"


@pytest.mark.parametrize("tag", ["a", "span"])
def test_a_forwarded_message_has_who_wrote_it_as_its_author(tag: str) -> None:
    name = f'<{tag} class="tgme_widget_message_forwarded_from_name">Quay <b>Desk</b></{tag}>'
    around = f'<div class="tgme_widget_message_forwarded_from">Forwarded from {name}</div>'
    own, forwarded = read(view([message(4, "Four.", inside=around), message(5, "Five.")])).links
    assert (forwarded.author, forwarded.content) == ("Quay Desk", "Four.")
    assert own.author == "Harbour News"


@pytest.mark.parametrize("time", ["", "yesterday", "2026-03-05T09:00:00"])
def test_a_time_without_a_zone_is_none(time: str) -> None:
    assert read(view([message(4, "Words.", time=time)])).links[0].published is None


def test_patterns_choose_among_the_messages() -> None:
    messages = view([message(4, "Four."), message(5, "Five.")])
    assert [each.content for each in read(messages, patterns=(f"/{NAME}/5",)).links] == ["Five."]


def test_a_card_says_where_the_messages_are() -> None:
    place = f"https://t.me/{NAME}"
    assert URL in read(card(is_public=True), place).problem
    assert "none that everybody can read" in read(card(is_public=False), place).problem


PIECES = (
    '<div class="tgme_widget_message" data-post="a/1">', "</div>", "Words",
    '<div class="tgme_widget_message_text">', '<a class="tgme_widget_message_date" href="/a/1">',
    '<time datetime="2026-03-05T09:00:00+00:00">', "</a>", '<a href="http://[bad">', "<br>",
    '<a class="tme_messages_more" data-before="3" href="?before=3">', '<div class="tgme_page">',
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_no_markup_breaks_the_list(pieces: list[str]) -> None:
    listing = read("".join(["<html><body>", *pieces]))
    assert all(link.content and link.url for link in listing.links if link.is_post)
