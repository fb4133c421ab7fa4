"""A document's page from the archive: what is shown of it, and what is not."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from features.archive.store.opening import open_archive_writer
from features.archive.store.port import Answer
from storage.keys import url_key
from tests.unit.webui.hostile_page import hostile_page
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
URL = "https://news.example/story"
PLACE = f"/documents/{url_key(URL)}/archived/"


@pytest.fixture
def archived(ports: "Stores") -> Callable[..., None]:
    """Store a document with pages in the archive."""

    def store(*bodies: bytes, **fields: Any) -> None:
        with closing(open_archive_writer(ports.settings)) as writer:
            given = {
                "url": URL,
                "status": 200,
                "headers": {"content-type": "text/html"},
                "fetched": datetime.now(UTC),
            }
            places = tuple(
                writer.append(Answer(**{**given, "body": body, **fields})) for body in bodies
            )
        ports.documents().write([article(URL, "Ferry runs again", archived=places)])

    return store


def test_a_page_is_shown_in_a_frame_that_can_do_nothing(
    browse: Browse, archived: Callable[..., None]
) -> None:
    archived("<html><body><p class=x>Fähre fährt wieder</p></body></html>".encode("latin-1"))
    client = browse("analyst")
    shown = client.get(PLACE)
    assert 'sandbox=""' in shown.content.decode()
    assert f'src="{PLACE}1/page/"' in shown.content.decode()
    assert "frame-src 'self'" in shown.headers["Content-Security-Policy"]
    page = client.get(f"{PLACE}1/page/")
    assert '<p class="x">Fähre fährt wieder</p>' in page.content.decode()
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[:2] == ["sandbox", "default-src 'none'"]
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert (page.headers["X-Frame-Options"], page.headers["Referrer-Policy"]) == (
        "SAMEORIGIN",
        "no-referrer",
    )
    assert page.headers["Cache-Control"] == "private, no-store"
    assert f'href="{PLACE}"' in client.get(f"/documents/{url_key(URL)}/").content.decode()


def test_nothing_that_runs_or_loads_is_left(browse: Browse, archived: Callable[..., None]) -> None:
    archived(hostile_page("https://away.example").encode())
    page = browse("analyst").get(f"{PLACE}1/page/").content.decode()
    assert "Read me." in page
    assert "The last line." in page
    for wrong in (
        "away.example",
        "<script",
        "<link",
        "<iframe",
        "<svg",
        "<form",
        "<input",
        "<button",
        "<select",
        "<textarea",
        "http-equiv",
        "javascript:",
        " on",
        "href=",
    ):
        assert wrong not in page.lower(), wrong


@pytest.mark.parametrize(
    "body", [b"", b"\x00\x01\x02" * 500, b"<script>", b"<html><frameset></frameset>", b"<" * 3000]
)
def test_odd_pages_are_shown_or_refused(
    browse: Browse, archived: Callable[..., None], body: bytes
) -> None:
    archived(body)
    client = browse("analyst")
    assert client.get(PLACE).status_code == 200
    assert client.get(f"{PLACE}1/page/").status_code in (200, 404)


def test_a_page_of_which_much_is_removed_is_cleaned_in_linear_time(
    browse: Browse, archived: Callable[..., None]
) -> None:
    archived(b"<meta>a" * 150_000)
    page = browse("analyst").get(f"{PLACE}1/page/").content
    assert b"a" * 150_000 in page


def test_a_form_that_holds_the_page_leaves_the_page(
    browse: Browse, archived: Callable[..., None]
) -> None:
    archived(
        b"<form action=/away><h1>Ferry</h1><label>Name <input name=n></label>"
        b"<button formaction=/a>Send</button><select><option>One</select><p>The last line.</form>"
    )
    page = browse("analyst").get(f"{PLACE}1/page/").content.decode()
    for text in ("<h1>Ferry</h1>", "Name", "Send", "One", "The last line."):
        assert text in page, text


def test_a_page_that_is_too_large_or_gone_says_so(
    browse: Browse, archived: Callable[..., None], ports: "Stores"
) -> None:
    archived(b"<p>" + b"x" * 2_000_001)
    assert (
        "pages of more than 2,000,000 are not shown"
        in browse("analyst").get(PLACE).content.decode()
    )
    for path in (ports.settings.home / "archive").iterdir():
        path.unlink()
    client = browse("analyst")
    assert "The archive cannot show this page." in client.get(PLACE).content.decode()
    assert client.get(f"{PLACE}1/page/").status_code == 404


def test_an_article_of_several_pages_has_a_link_to_each(
    browse: Browse, archived: Callable[..., None]
) -> None:
    archived(b"<p>one</p>", b"<p>two</p>")
    client = browse("analyst")
    assert f'href="{PLACE}2/"' in client.get(PLACE).content.decode()
    assert b"<p>two</p>" in client.get(f"{PLACE}2/page/").content
    assert client.get(f"{PLACE}3/").status_code == client.get(f"{PLACE}0/").status_code == 404


def test_a_page_with_characters_that_xml_does_not_allow_is_shown(
    browse: Browse, archived: Callable[..., None]
) -> None:
    pages = (
        '<p title="a{}b">Read me.</p>',
        '<p style="color: r{}ed">Read me.</p>',
        "<style>p {{ color: r{}ed }}</style><p>Read me.</p>",
        '<img src="data:image/png;base64,{}"><p>Read me.</p>',
        "<p t{}itle=a>Read me.</p>",
        "<p>Read {}me.</p>",
    )
    signs = ("\x00", "\x01", "\x0b", "\x1b", "\ufffe", "\uffff", "&#1;", "&#xfffe;")
    bodies = [f"<html><body>{page.format(sign)}Read on.</body>" for page in pages for sign in signs]
    archived(*(body.encode() for body in bodies))
    client = browse("analyst")
    for number, body in enumerate(bodies, 1):
        shown = client.get(f"{PLACE}{number}/page/")
        assert "Read on." in shown.content.decode(), body


def test_a_sign_that_is_taken_out_of_a_style_lets_nothing_load(
    browse: Browse, archived: Callable[..., None]
) -> None:
    archived(
        b'<html><body><p style="background: u\x01rl(http://x.example/)">Read</p></body></html>'
    )
    page = browse("analyst").get(f"{PLACE}1/page/").content.decode()
    assert "url(" not in page
