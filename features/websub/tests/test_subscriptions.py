"""Subscriptions at hubs: Newsloom's requests, its answers to hubs, and what a push does."""

import hmac
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from storage.findings.signs import HubOffer
from storage.settings import Settings
from tests.unit.webui.samples import compact
from tests.unit.webui.sinks import web_sink
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from features.websub.models import HubSubscription
    from features.websub.subscriber import HubSubscriber
    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
ORIGIN, FEED, TOPIC = (
    "https://newsloom.example",
    "https://a.example/feed.xml",
    "https://a.example/self.xml",
)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def settings(tables: None, ports: "Stores") -> Settings:
    from features.websub.models import HubSubscription

    HubSubscription.objects.all().delete()
    return replace(ports.settings, web_origin=ORIGIN, allow_networks=LOOPBACK)


@pytest.fixture
def hub() -> "Iterator[tuple[str, list[Any]]]":
    with web_sink() as (address, taken):
        yield address, taken


def feed(ports: "Stores", hub: str, **fields: Any) -> "Source":
    source = add("Example", channel="feed", address=FEED, **fields)
    ports.findings().record_hub(source.pk, HubOffer(url=FEED, hub=hub, topic=TOPIC))
    return source


def subscriber(settings: Settings, ports: "Stores") -> "HubSubscriber":
    from features.websub.subscriber import HubSubscriber

    return HubSubscriber(settings, ports)


def rows() -> "list[HubSubscription]":
    from features.websub.store import all_subscriptions

    return all_subscriptions()


def asked(request: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(request[1].decode()).items()}


def path_of(fields: dict[str, str]) -> str:
    return urlsplit(fields["hub.callback"]).path


def verify(client: "Client", fields: dict[str, str], **more: str) -> Any:
    query = {
        "hub.mode": fields["hub.mode"],
        "hub.topic": fields["hub.topic"],
        "hub.challenge": "c<b>1",
        **more,
    }
    return client.get(path_of(fields), query)


def push(client: "Client", fields: dict[str, str], secret: str, method: str = "sha256") -> int:
    signature = hmac.digest(secret.encode(), b"<feed/>", method).hex()
    headers = {"X-Hub-Signature": f"{method}={signature}"}
    return client.post(
        path_of(fields), b"<feed/>", content_type="application/atom+xml", headers=headers
    ).status_code


def test_a_subscription_from_its_request_to_its_end(
    settings: Settings, ports: "Stores", browse: Browse, hub: tuple[str, list[Any]]
) -> None:
    from storage.database.sources.sources import set_enabled

    address, taken = hub
    source, client = feed(ports, address), browse("")
    role = subscriber(settings, ports)
    role.tick(NOW)
    role.tick(NOW)
    [fields] = map(asked, taken)
    assert (fields["hub.mode"], fields["hub.topic"]) == ("subscribe", TOPIC)
    assert fields["hub.callback"].startswith(f"{ORIGIN}/websub/")
    assert len(fields["hub.secret"]) >= 40
    # The database does not hold the secret.
    assert fields["hub.secret"] not in str(vars(rows()[0]))

    # Before the hub has verified, a push is ignored; the challenge of another topic is refused.
    assert push(client, fields, fields["hub.secret"]) == 202
    assert verify(client, fields, **{"hub.topic": "https://other.example/"}).status_code == 404
    answer = verify(client, fields, **{"hub.lease_seconds": "86400"})
    assert (answer.status_code, answer.content.decode()) == (200, "c<b>1")
    assert answer["Content-Type"].startswith("text/plain")
    [row] = rows()
    assert row.state == "active"
    assert row.expires is not None
    assert timedelta(hours=23) < row.expires - timezone.now() < timedelta(hours=25)
    assert timedelta(hours=18) < row.next_attempt - timezone.now() < timedelta(hours=20)

    # A push brings the visit forward, unless its signature is wrong.
    source.next_visit = timezone.now() + timedelta(hours=5)
    source.save(update_fields=["next_visit"])
    for secret, method, is_due in (
        ("wrong", "sha256", False),
        (fields["hub.secret"], "sha1", True),
    ):
        assert push(client, fields, secret, method) == 202
        source.refresh_from_db()
        assert (source.next_visit <= timezone.now()) is is_due
    shown = compact(browse("operator").get(f"/sources/{source.pk}/").content.decode())
    assert "The hub tells when the feed has changed" in shown

    # Renewed before the lease ends; ended when the source is paused.
    role.tick(row.next_attempt)
    assert asked(taken[-1])["hub.mode"] == "subscribe"
    assert asked(taken[-1])["hub.callback"] == fields["hub.callback"]
    set_enabled(source.pk, False, "test")
    role.tick(NOW)
    role.tick(timezone.now())
    last = asked(taken[-1])
    assert (last["hub.mode"], last["hub.callback"]) == ("unsubscribe", fields["hub.callback"])
    assert verify(client, {**fields, "hub.mode": "subscribe"}).status_code == 404
    assert verify(client, last).status_code == 200
    assert rows() == []
    assert push(client, fields, fields["hub.secret"]) == 410
    assert verify(client, last).status_code == 404


def test_pushes_do_not_hurry_visits(settings: Settings, ports: "Stores") -> None:
    from features.websub import store
    from storage.database.models import Source

    source = feed(ports, "https://hub.example/")
    store.open_subscription(source.pk, "https://hub.example/", TOPIC, NOW)
    [row] = rows()
    Source.objects.filter(pk=source.pk).update(last_visit=NOW, next_visit=NOW + timedelta(hours=1))
    assert store.record_push(row, NOW + timedelta(seconds=1))
    assert not store.record_push(row, NOW + timedelta(seconds=2))
    source.refresh_from_db()
    assert source.next_visit == NOW + timedelta(seconds=15)


def test_a_source_that_is_deleted_or_has_another_address_is_unsubscribed(
    settings: Settings, ports: "Stores", hub: tuple[str, list[Any]]
) -> None:
    from storage.database.sources.sources import delete_source

    address, taken = hub
    first = feed(ports, address)
    role = subscriber(settings, ports)
    role.tick(NOW)
    other = HubOffer(url=FEED, hub=address, topic=f"{TOPIC}?new")
    ports.findings().record_hub(first.pk, other)
    role.tick(NOW)
    assert sorted((asked(each)["hub.mode"], asked(each)["hub.topic"]) for each in taken[1:]) == [
        ("subscribe", f"{TOPIC}?new"),
        ("unsubscribe", TOPIC),
    ]
    delete_source(first.pk, "test")
    role.tick(NOW)
    assert {row.state for row in rows()} == {"ending"}
    # If the hub never verifies, Newsloom asks it a few times and then gives up.
    for hours in range(1, 100, 25):
        role.tick(NOW + timedelta(hours=hours))
    assert rows() == []


def test_without_a_public_address_nothing_is_asked(
    settings: Settings, ports: "Stores", hub: tuple[str, list[Any]]
) -> None:
    address, taken = hub
    feed(ports, address)
    subscriber(replace(settings, web_origin=""), ports).tick(NOW)
    assert (taken, rows()) == ([], [])
    asks = subscriber(settings, ports)
    asks.tick(NOW)
    asks._leader.resign()
    subscriber(replace(settings, web_origin=""), ports).tick(NOW)
    assert (len(taken), rows()) == (1, [])


def test_a_hub_in_a_private_network_is_refused_like_a_page(
    settings: Settings, ports: "Stores", hub: tuple[str, list[Any]]
) -> None:
    address, taken = hub
    feed(ports, address)
    subscriber(replace(settings, allow_networks=()), ports).tick(NOW)
    [row] = rows()
    assert taken == []
    assert "NEWSLOOM_ALLOW_NETWORKS" in row.problem
    assert row.next_attempt > NOW


def test_a_hub_that_denies_is_asked_again_after_a_day(
    settings: Settings, ports: "Stores", browse: Browse, hub: tuple[str, list[Any]]
) -> None:
    address, taken = hub
    source = feed(ports, address)
    subscriber(settings, ports).tick(NOW)
    fields = asked(taken[0])
    assert (
        verify(browse(""), fields, **{"hub.mode": "denied", "hub.reason": "not <you>"}).status_code
        == 200
    )
    [row] = rows()
    assert row.state == "requested"
    assert row.next_attempt > timezone.now() + timedelta(hours=23)
    page = browse("operator").get(f"/sources/{source.pk}/").content.decode()
    assert "The hub has denied the subscription: not &lt;you&gt;" in page
    chinese = browse("operator").get(
        f"/sources/{source.pk}/", headers={"accept-language": "zh-hans"}
    )
    assert "推送中心拒绝了订阅：not &lt;you&gt;" in chinese.content.decode()


@pytest.mark.parametrize("token", ["1-x", "x", "99999999999999999999-x", "0-", "1"])
def test_an_invented_callback_is_unknown(settings: Settings, browse: Browse, token: str) -> None:
    assert browse("").get(f"/websub/{token}").status_code == 404
    assert browse("").post(f"/websub/{token}").status_code == 410


@given(st.text(max_size=20))
def test_a_lease_is_bounded(seconds: str) -> None:
    from features.websub.decisions import lease_of

    assert timedelta(minutes=5) <= lease_of(seconds) <= timedelta(days=365)


@given(st.integers(0, 1_000))
def test_attempts_are_minutes_to_a_day_apart(attempts: int) -> None:
    from features.websub.decisions import next_attempt

    assert timedelta(minutes=2) <= next_attempt(NOW, attempts) - NOW <= timedelta(days=1)
