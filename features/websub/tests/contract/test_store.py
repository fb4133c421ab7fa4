"""The table of subscriptions, on SQLite and on a real MySQL server."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.database.sources.source_config import SourceConfig

if TYPE_CHECKING:
    from storage.database.models import Source
    from storage.database.store import DjangoConfiguration

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FEED = "https://a.example/feed.xml"


@pytest.fixture
def source(configuration: "DjangoConfiguration") -> "Source":
    from features.websub.models import HubSubscription
    from storage.database.sources.sources import add_source

    HubSubscription.objects.all().delete()
    return add_source(SourceConfig(name="Example", channel="feed", address=FEED), "test")


def test_a_subscription_at_a_hub(source: "Source") -> None:
    from features.websub import store

    assert store.enabled_feeds() == {source.pk: FEED}
    store.open_subscription(source.pk, "https://hub.example/" + "x" * 1_900, FEED, NOW)
    [due] = store.due_subscriptions(NOW, 10)
    later = NOW + timedelta(minutes=2)
    store.record_asked(due, later)
    store.record_problem(due, "p" * 2_000)
    assert store.due_subscriptions(NOW, 10) == []
    [asked] = store.due_subscriptions(later, 10)
    assert (asked.attempts, len(asked.problem), asked.key) == (1, 500, due.key)
    assert store.record_verified(asked, NOW + timedelta(days=1), NOW + timedelta(hours=20))
    active = store.subscription_of_source(source.pk)
    assert active is not None
    assert (active.state, active.problem, active.attempts) == ("active", "", 0)
    store.end_subscription(active.pk, NOW)
    assert not store.record_verified(active, NOW, NOW)
    assert store.subscription_of_source(source.pk) is None
    store.drop_subscription(active.pk)
    assert store.all_subscriptions() == []
