"""The feed of events, at an address that only its owner knows."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import feedparser
import pytest

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


@pytest.fixture
def told(tables: None) -> None:
    """Let a source fail."""
    from features.event_subscriptions.models import EventSubscription
    from storage.database.models import TimelineEvent
    from storage.database.searches import events as store
    from storage.database.searches.events import Happening

    for model in (EventSubscription, TimelineEvent):
        model.objects.all().delete()
    now = datetime.now(UTC)
    failed = Happening(
        at=now, kind="source", subject="First", before="new", after="failing", reason="no_links"
    )
    store.note({}, (), [failed])


def test_the_feed_is_secret_and_can_be_renewed(told: None, browse: Browse) -> None:
    client, stranger = browse("ops"), browse("")

    def address() -> str:
        shown = client.get("/monitor/events/").content.decode()
        return urlsplit(shown.partition('class="mono" value="')[2].partition('"')[0]).path

    assert address() == ""
    client.post("/monitor/events/feed/", {"renew": ""})
    path = address()
    found = feedparser.parse(stranger.get(path).content)
    assert "First: Not visited yet → Failing (No links)" in [entry.title for entry in found.entries]
    assert stranger.get(path.replace(".atom", "x.atom")).status_code == 404
    unknown = stranger.get(f"{path}?kind=nonsense")
    assert unknown.status_code == 400
    assert "Kind: “nonsense” is not one of the choices." in unknown.content.decode()
    client.post("/monitor/events/feed/", {"renew": ""})
    assert stranger.get(path).status_code == 404
    from django.contrib.auth.models import User

    User.objects.update(is_active=False)
    assert stranger.get(address() or path).status_code == 404
