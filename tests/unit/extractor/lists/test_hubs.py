"""The hub that a feed offers: in its links, in its headers, in JSON."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.feeds import read_feed
from extractor.lists.hubs import hub_of
from extractor.results import Hub

URL = "https://a.example/feed.xml"
HUB = "https://hub.example/"
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>{}'
    '<entry><title>One</title><link href="https://a.example/1"/></entry></feed>'
)
RSS = (
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>A</title>{}'
    "<item><title>One</title><link>https://a.example/1</link></item></channel></rss>"
)


def offered(body: str, headers: dict[str, str] | None = None) -> Hub | None:
    return read_feed(body.encode(), URL, headers or {}, datetime(2026, 3, 2, tzinfo=UTC)).hub


@pytest.mark.parametrize(("form", "prefix"), [(ATOM, ""), (RSS, "atom:")])
def test_the_links_of_a_feed(form: str, prefix: str) -> None:
    links = f'<{prefix}link rel="hub" href="{HUB}"/><{prefix}link rel="self" href="https://a.example/self.xml"/>'
    assert offered(form.format(links)) == Hub(address=HUB, topic="https://a.example/self.xml")
    assert offered(form.format(f'<{prefix}link rel="hub" href="{HUB}"/>')) == Hub(
        address=HUB, topic=URL
    )
    assert offered(form.format("")) is None
    assert offered(form.format(f'<{prefix}link rel="hub" href="javascript:alert(1)"/>')) is None


def test_a_json_feed() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "feed_url": "https://a.example/feed.json",
        "hubs": [
            {"type": "rssCloud", "url": "https://no.example/"},
            {"type": "WebSub", "url": HUB},
            7,
        ],
        "items": [{"url": "https://a.example/1"}],
    }
    assert offered(json.dumps(feed)) == Hub(address=HUB, topic="https://a.example/feed.json")
    assert offered(json.dumps({**feed, "hubs": "x"})) is None


@pytest.mark.parametrize(
    ("header", "hub"),
    [
        (
            f'<{HUB}>; rel="hub", <https://a.example/s>; rel="self"',
            Hub(address=HUB, topic="https://a.example/s"),
        ),
        (f"<{HUB}>;rel=hub", Hub(address=HUB, topic=URL)),
        (f'<{HUB}>; title="a, b"; rel="nofollow HUB"', Hub(address=HUB, topic=URL)),
        ("<https://u:p@hub.example/>; rel=hub", None),
        ("<https://u@hub.example/>; rel=hub", None),
        (f"<//u:p@hub.example/>; rel=hub, <{HUB}>; rel=hub", Hub(address=HUB, topic=URL)),
        (f"<{HUB}>; rel=hub, <https://u:p@a.example/s>; rel=self", Hub(address=HUB, topic=URL)),
        ("</hub>; rel=hub", Hub(address="https://a.example/hub", topic=URL)),
        ('<https://a.example/2>; rel="next"', None),
        (f"<{HUB}", None),
        (f"<{HUB}{'x' * 2_000}>; rel=hub", None),
    ],
)
def test_headers_come_first(header: str, hub: Hub | None) -> None:
    assert offered(ATOM.format(""), {"link": header}) == hub
    link = '<link rel="hub" href="https://other.example/"/>'
    assert (offered(ATOM.format(link), {"link": header}) == hub) is (hub is not None)


@given(st.text(max_size=300))
def test_any_header_is_read(header: str) -> None:
    hub_of(URL, {"link": header}, ())


def test_the_password_of_a_feed_is_not_told_to_its_hub() -> None:
    assert hub_of("https://u:p@a.example/feed", {"link": f"<{HUB}>; rel=hub"}, ()) is None
