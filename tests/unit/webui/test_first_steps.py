"""The first ten minutes: an empty installation, a first address or file, and the first
documents.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.counters.events import Event
from storage.outcomes import Outcome
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.mark.parametrize("group", ["analyst", "ops"])
def test_who_may_add_nothing_is_not_asked_for_an_address(browse: Browse, group: str) -> None:
    assert b"start-title" not in browse(group).get("/", follow=True).content


def visited(
    ports: "Stores", source: "Source", new: int, stored: int, read: Outcome = Outcome.LISTED
) -> None:
    """Record a first visit that found ``new`` pages, of which so many are stored."""
    from storage.database.models import Run

    run = Run.objects.create(
        id=f"run-{source.pk}", source_id=source.pk, started=datetime.now(UTC), jobs=1
    )
    event = Event(
        source_id=source.pk,
        run_id=run.pk,
        channel="feed",
        site="example.org",
        outcome=read,
        url=source.address,
        is_list=True,
        at=datetime.now(UTC).timestamp(),
        found=new,
        new=new,
    )
    ports.counters().record(
        [
            event,
            *(
                replace(event, outcome=Outcome.STORED, is_list=False, found=0, new=0)
                for _ in range(stored)
            ),
        ]
    )


def test_the_first_documents_are_shown_as_they_arrive(browse: Browse, ports: "Stores") -> None:
    client, source = browse("operator"), add("Example")
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "The first visit begins in a moment." in page
    assert f'hx-get="/sources/{source.pk}/"' in page
    visited(ports, source, new=3, stored=1)
    ports.documents().write([article("https://example.org/1", "Bridge <i>opens</i>")])
    ports.documents().refresh()
    renewed = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "Links in the list: 3. New pages: 3. Read: 1, stored: 1." in renewed
    assert "Bridge &lt;i&gt;opens&lt;/i&gt;" in renewed
    assert 'hx-target="#live"' in renewed


def test_a_list_that_could_not_be_read_is_not_said_to_be_empty(
    browse: Browse, ports: "Stores"
) -> None:
    client, source = browse("operator"), add("Example")
    visited(ports, source, new=0, stored=0, read=Outcome.GONE)
    page = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "Newsloom could not read the list: Page not found." in page
    assert "Links in the list" not in page


def test_the_first_visit_stays_the_first_however_many_follow(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import Run

    client, source = browse("operator"), add("Example")
    visited(ports, source, new=3, stored=1)
    now = datetime.now(UTC)
    Run.objects.bulk_create(
        Run(id=f"later-{n}", source_id=source.pk, started=now + timedelta(seconds=n), jobs=1)
        for n in range(60)
    )
    page = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "Links in the list: 3. New pages: 3. Read: 1, stored: 1." in page


def test_it_stops_asking_when_all_has_arrived_and_later_shows_nothing(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import Run

    client, source = browse("operator"), add("Example")
    visited(ports, source, new=2, stored=2)
    # The other parts of the page read the visit where the scheduler keeps it, a little later.
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "stored: 2." in page
    assert "hx-get" in page
    [live] = html_tree(page).cssselect("#live")
    shown = " ".join(live.text_content().split())
    assert "First visit in progress" in shown
    counts = {"lists": {"listed": 1}, "pages": {"stored": 2}}
    Run.objects.update(found=2, new=2, finished=datetime.now(UTC), **counts)
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "Healthy" in page
    assert "hx-get" not in page
    type(source).objects.update(created=datetime.now(UTC) - timedelta(hours=1))
    assert "First documents" not in client.get(f"/sources/{source.pk}/").content.decode()


def test_a_visit_that_does_not_begin_is_said(browse: Browse) -> None:
    source = add("Example")
    type(source).objects.update(created=datetime.now(UTC) - timedelta(minutes=2))
    page = browse("operator").get(f"/sources/{source.pk}/").content.decode()
    assert "Check on the monitor that the scheduler runs." in page
