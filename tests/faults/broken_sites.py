"""Sites of the fake web that break, each in a way of its own, and the sources of them."""

from typing import Any

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord

PATTERN, FEED, ERROR, CHALLENGED, MOVED, REDESIGNED, REFUSED = (
    "talbote", "harbour-times", "valley-courier", "old-quay", "costa-verde", "haixia", "copper-street",
)  # fmt: skip
SITES = (PATTERN, FEED, ERROR, CHALLENGED, MOVED, REDESIGNED)
"""Sites of one fake web. ``REFUSED`` needs another one, which ``break_sites`` stops."""
NEW_PAGES = 18
"""Pages after the redesign, which is to be named within 20."""
NAMED = {
    "pattern": "failing (no_links)",
    "feed": "failing (bad_feed)",
    "error": "failing (http_5xx)",
    "refused": "failing (connect)",
    "challenge": "blocked (challenge)",
    "moved": "moved",
    "redesign": "changed",
}
"""The state that each source of ``sources`` is to show once its site is broken."""


def source(
    name: str, address: str, channel: str = "list", *, seconds: int, **fields: Any
) -> SourceRecord:
    common = {"pace_seconds": 0.0, "interval_seconds": seconds, "obey_robots": False}
    return SourceRecord(id=0, name=name, channel=channel, address=address, **{**common, **fields})


def sources(web: FakeWeb, doomed: FakeWeb, seconds: int) -> list[SourceRecord]:
    """Return a source of each site, visited at this interval."""
    return [
        source("pattern", web.address(PATTERN), seconds=seconds),
        source("feed", web.address(FEED, "/rss.xml"), "feed", seconds=seconds),
        source("error", web.address(ERROR), seconds=seconds),
        source("refused", doomed.address(REFUSED), seconds=seconds),
        source("challenge", web.address(CHALLENGED), seconds=seconds),
        source("moved", web.address(MOVED), seconds=seconds),
        source("redesign", web.address(REDESIGNED), seconds=seconds, max_pages=9),
    ]


def break_sites(web: FakeWeb, doomed: FakeWeb) -> None:
    """Break all sites at once."""
    for host, kind in (
        (PATTERN, "page"),
        (CHALLENGED, "challenge"),
        (ERROR, "500"),
        (MOVED, "moved"),
    ):
        web.misbehave(host, kind, path="*" if kind == "moved" else "/", amount=10_000)
    web.misbehave(FEED, "page", path="/rss.xml")
    web.redesign(REDESIGNED)
    web.publish(REDESIGNED, NEW_PAGES)
    doomed.stop()
