"""Documents, sources and jobs for tests of pages, and what of a page a test compares."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from scheduler.queue.port import PAGE_TUBE, NewJob, Queue
from storage.database.sources.source_config import SourceConfig
from storage.documents.port import Document, DocumentPost
from storage.keys import site_of, url_key

MOMENT = datetime(2026, 11, 20, 8, 30, tzinfo=UTC)


def compact(page: str) -> str:
    """Return HTML without the white space in and beside tags, which only makes the templates
    readable, and without directions, which are for ``test_directions``.
    """

    def tag(match: re.Match[str]) -> str:
        return " ".join(match[1].split()).replace(" >", ">")

    page = re.sub(r"\s+dir=\"auto\"|</?bdi>", "", page)
    # Beside <mark> white space is text.
    return re.sub(r"\s*(<(?!/?mark\b)[^<>]*>)\s*", tag, page)


def article(address: str, title: str, content: str = "Text.", **fields: Any) -> Document:
    values: dict[str, Any] = {
        "id": url_key(address),
        "url": address,
        "canonical_url": address,
        "source": "Example",
        "source_id": 1,
        "site": site_of(address),
        "channel": "feed",
        "kind": "article",
        "lang": "en",
        "title": title,
        "content": content,
        "author": "Jane Roe",
        "published": MOMENT,
        "collected": MOMENT + timedelta(minutes=5),
        "date_evidence": ("json-ld: 2026-11-20T08:30Z -> 2026-11-20T08:30:00+00:00",),
    }
    return Document(**(values | fields))


def thread_page(page: int, *bodies: str) -> Document:
    url = "https://forum.example/t/1" + (f"?page={page}" if page > 1 else "")
    posts = tuple(
        DocumentPost(author=f"user{number}", published=MOMENT, floor=number, body=body, quoted="")
        for number, body in enumerate(bodies, 10 * page)
    )
    return article(
        url,
        "Trains are late",
        "\n".join(bodies),
        kind="thread",
        channel="board",
        posts=posts,
        thread=url_key("https://forum.example/t/1"),
        thread_page=page,
    )


def draft(name: str, **fields: Any) -> SourceConfig:
    return SourceConfig(
        **({"name": name, "channel": "feed", "address": "https://example.org/feed.xml"} | fields)
    )


def let_alerts_run() -> None:
    """Let the monitor think that the role alerts has just looked."""
    from storage.database.searches import events

    events.note({events.LOOKED: events.KnownCondition(value="", since=datetime.now(UTC))}, (), ())


def let_stories_run() -> None:
    """Let the monitor think that the role stories has just done something."""
    from tests.unit.webui.access import of_features

    for give_sign in of_features("give_sign"):
        give_sign()


def bury(queue: Queue, reason: str, body: str) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=body)])
    (job,) = queue.reserve([PAGE_TUBE], 1, 1)
    assert queue.bury(job, reason)
