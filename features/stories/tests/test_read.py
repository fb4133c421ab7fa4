"""Stories that a user has read are told apart in the list, and may be left out."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from features.stories.tests.test_pages import FIRST, SECOND, many_stories
from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def report(site: str, name: str) -> Document:
    return article(f"https://{site}.example/{name}", f"{name} in the harbour", "It burned.")


REPORTS = [report(site, name) for name in ("Fire", "Flood") for site in ("one", "two")]


@pytest.fixture(autouse=True)
def stories(ports: "Stores", tables: None) -> None:
    """Two stories of two sites each."""
    ports.documents().write(REPORTS)
    tell(FIRST, REPORTS[:2])
    tell(SECOND, REPORTS[2:])


def tell(story: str, reports: list[Document], position: str = "7") -> None:
    """Store a story with these reports, as the role stories does."""
    from features.stories.store import stories as store
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    now = datetime.now(UTC)
    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    members = [
        MemberRecord(
            document=each.id,
            story=story,
            site=each.site,
            kind="article",
            title=each.title,
            published=now - timedelta(hours=1),
        )
        for each in reports
    ]
    record = StoryRecord(
        id=story,
        title=reports[0].title,
        documents=len(reports),
        first=now - timedelta(hours=2),
        last=now - timedelta(hours=1),
        lang="en",
        vector={},
    )
    changes = StoryChanges(position=position, stories=[record], members=members)
    store.save(changes, "test", {})


def shown(client: "Client", address: str = "/stories/") -> dict[str, bool]:
    """The stories of the list by id, and whether they are read."""
    answer = client.get(address)
    assert answer.status_code == 200
    return {
        each.get("id").removeprefix("hit-"): each.cssselect("[data-key=r]")[0].get("aria-pressed")
        == "true"
        for each in html_tree(answer.content).cssselect(".stories > li")
    }


def test_a_story_that_was_opened_is_read_until_it_grows(browse: Browse) -> None:
    client = browse("analyst")
    assert shown(client) == {FIRST: False, SECOND: False}
    client.get(f"/stories/{FIRST}/")
    assert shown(client) == {FIRST: True, SECOND: False}
    assert not any(shown(browse("operator")).values())
    tell(FIRST, [*REPORTS[:2], report("three", "Fire")], "8")
    assert shown(client) == {FIRST: False, SECOND: False}
    client.get(f"/stories/{FIRST}/")
    assert shown(client) == {FIRST: True, SECOND: False}


def test_a_story_all_of_whose_documents_were_read_is_read(browse: Browse) -> None:
    client = browse("analyst")
    client.get(f"/documents/{REPORTS[0].id}/")
    assert shown(client) == {FIRST: False, SECOND: False}
    client.get(f"/documents/{REPORTS[1].id}/")
    assert shown(client) == {FIRST: True, SECOND: False}


def test_a_story_is_marked_as_read_and_as_unread(browse: Browse) -> None:
    client = browse("analyst")
    for document in REPORTS[:2]:
        client.get(f"/documents/{document.id}/")
    for is_read in (False, True, False):
        assert client.post(f"/stories/{FIRST}/read/").status_code == 302
        assert shown(client)[FIRST] is is_read
    client.get(f"/stories/{FIRST}/")
    assert shown(client)[FIRST]
    part = client.post(f"/stories/{SECOND}/read/", headers={"HX-Request": "true"})
    assert part.status_code == 204
    assert shown(client)[SECOND]
    assert client.post(f"/stories/{'9' * 32}/read/").status_code == 404


def test_unread_only_leaves_out_what_was_read(browse: Browse) -> None:
    client = browse("analyst")
    tree = html_tree(client.get("/stories/?after=-7d&sort=newest").content)
    [link] = [each for each in tree.cssselect(".bar a") if each.text_content() == "Unread only"]
    address = f"/stories/{link.get('href')}"
    assert "after=-7d" in address
    assert "sort=newest" in address
    assert shown(client, address) == {FIRST: False, SECOND: False}
    client.get(f"/stories/{FIRST}/")
    assert shown(client, address) == {SECOND: False}
    client.post(f"/stories/{SECOND}/read/")
    assert shown(client, address) == {}
    page = client.get(address).content.decode()
    assert "No unread story of this period" in page
    assert shown(client) == {FIRST: True, SECOND: True}


def test_the_pages_of_what_is_unread_are_whole(browse: Browse) -> None:
    many_stories(35)
    client = browse("analyst")
    names = list(shown(client))
    for each in names[:10]:
        client.post(f"/stories/{each}/read/")
    unread = shown(client, "/stories/?unread=1")
    assert len(unread) == 25
    assert not set(names[:10]) & set(unread)
    assert len(shown(client, "/stories/?unread=1&page=2")) == 25


def test_thousands_of_read_documents_are_compared(browse: Browse, ports: "Stores") -> None:
    from features.stories.store.visits import read_stories

    read = {f"{number:032}" for number in range(10_000)}
    assert read_stories(10**6, {*read, *(each.id for each in REPORTS[:2])}) == {FIRST}
