"""Digests that tell stories."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from hooks.process import features
from tests.other_features import module_of
from tests.unit.webui.samples import article
from tests.unit.webui.sinks import mail_sink

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

alerts = module_of("alerts", "tests.samples")
client, owner, saved = alerts.client, alerts.owner, alerts.saved


def tell_stories(members: dict[str, str], now: datetime) -> None:
    from features.stories.models import Story, StoryMember

    Story.objects.all().delete()
    StoryMember.objects.all().delete()
    for document, story in members.items():
        Story.objects.get_or_create(
            id=story,
            defaults={
                "title": "Bank closes",
                "lang": "en",
                "first": now,
                "last": now,
                "documents": 3,
            },
        )
        StoryMember.objects.create(
            document=document,
            story=story,
            part=story,
            site="s",
            kind="article",
            title="t",
            published=now,
        )


def test_a_daily_digest_tells_stories_in_the_morning_of_the_user(
    ports: "Stores", saved: Callable[..., "SavedSearch"], client: "Client"
) -> None:

    search = saved(mode="daily", time_zone="Asia/Shanghai")
    morning = search.next_run
    assert morning is not None
    assert morning.hour == 23
    now = datetime.now(UTC)
    documents = [
        alerts.found(n, f"site{n}.example", f"Bank closes {n}", now + timedelta(minutes=n))
        for n in range(1, 4)
    ]
    alone = alerts.found(9, "other.example", "A bank opens", now + timedelta(minutes=9))
    ports.documents().write([*documents, alone])
    tell_stories(dict.fromkeys([each.id for each in documents], documents[0].id), now)
    with mail_sink() as (url, mails):
        runner = alerts.runner(ports, url)
        runner.tick(morning - timedelta(minutes=1))
        assert mails == []
        runner.tick(morning + timedelta(minutes=1))
        runner.tick(morning + timedelta(hours=2))
    (mail,) = mails
    assert mail["Subject"] == "Banks: 2 stories, new documents: 4"
    lines = mail.get_content().splitlines()
    assert lines[0] == "Bank closes 3"
    assert lines[1] == "  3 documents, 3 sites"
    assert lines[2].endswith(f"/stories/{documents[0].id}/")
    assert lines[4:6] == ["A bank opens", "  1 document, 1 site"]
    assert lines[6].endswith(f"/documents/{alone.id}/")
    search.refresh_from_db()
    assert search.next_run is not None
    assert search.next_run == morning + timedelta(days=1)
    html = alerts.page_of(client, "/saved/deliveries/")
    assert "2 stories" in html
    assert "delivered" in html


def test_a_digest_quotes_what_reports_of_a_story_agree_and_disagree_on(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:

    search = saved(mode="daily", time_zone="Asia/Shanghai")
    morning = search.next_run
    assert morning is not None
    now = datetime.now(UTC)
    first = "A bank robbery in Northgate injured three people on Monday."
    second = "Five people were injured in the bank robbery in Northgate."
    shared = "The bank in Northgate stays closed for a week, its manager said."
    documents = [
        article(
            f"https://site{n}.example/{n}",
            f"Bank closes {n}",
            f"{told} {shared}",
            published=now + timedelta(minutes=n),
            collected=now + timedelta(minutes=n),
        )
        for n, told in enumerate((first, second), 1)
    ]
    ports.documents().write(documents)
    tell_stories(dict.fromkeys([each.id for each in documents], documents[0].id), now)
    with mail_sink() as (url, mails):
        runner = alerts.runner(ports, url)
        runner.tick(morning + timedelta(minutes=1))
        runner.tick(morning + timedelta(hours=2))
    (mail,) = mails
    assert mail.get_content().splitlines()[1:6] == [
        "  2 documents, 2 sites",
        "  Contradiction:",
        f"    “{first}” (site1.example)",
        f"    “{second}” (site2.example)",
        f"  Told by 2 sites in the whole story: “{shared}”",
    ]
    # What is erased is in no delivery that is kept.
    features().tell("erase_documents", ids=[documents[1].id])
    kept = json.dumps(search.deliveries.get().facts)
    assert second not in kept
    assert documents[1].id not in kept
