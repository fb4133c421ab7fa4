"""The path of a text among the reports of a story."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT
from tests.unit.webui.test_spread import AGENCY_REPORT, COPIED, OWN
from webui.search.spread import moment_of

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores


def story_of(reports: list[Document]) -> None:
    """Store a story with these reports, under the id of the first."""
    from features.stories.models import Story
    from features.stories.store import stories
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    Story.objects.all().delete()
    first = reports[0]
    record = StoryRecord(
        id=first.id,
        title=first.title,
        documents=len(reports),
        vector={"bank": 1.0},
        first=MOMENT,
        last=MOMENT,
        lang="en",
    )
    members = [
        MemberRecord(
            document=each.id,
            story=first.id,
            site=each.site,
            kind=each.kind,
            title=each.title,
            published=moment_of(each),
        )
        for each in reports
    ]
    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    changes = StoryChanges(position="7", stories=[record], members=members, merged={})
    stories.save(changes, "test", {})


def test_a_story_says_how_many_of_its_reports_were_read_for_the_path(
    browse: Callable[..., "Client"], ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    late = replace(OWN, published=MOMENT + timedelta(hours=9))
    reports = [AGENCY_REPORT, COPIED, late]
    ports.documents().write(reports)
    story_of(reports)
    client = browse("analyst")
    address = f"/stories/{AGENCY_REPORT.id}/"
    assert "reports were read for" not in client.get(address).content.decode()
    monkeypatch.setattr("features.stories.views._MAX_SPREAD", 2)
    assert (
        "Only the first 2 reports were read for who copied or cites whom."
        in client.get(address).content.decode()
    )


def test_the_page_of_a_story_shows_the_path_among_its_reports(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    reports = [AGENCY_REPORT, COPIED, OWN]
    ports.documents().write(reports)
    story_of(reports)
    page = html_tree(browse("analyst").get(f"/stories/{AGENCY_REPORT.id}/").content.decode())
    marks = {
        each.cssselect("a")[0].text_content(): " ".join(each.text_content().split())
        for each in page.cssselect(".reports td:last-child")
    }
    assert "copy of agency.example" in marks[COPIED.title]
    assert not page.cssselect(".reports tbody tr:not(:has(.marks)) bdi")
    assert "copy of" not in marks[OWN.title], "a report of its own is not on it"
    assert "copy of" not in marks[AGENCY_REPORT.title]
