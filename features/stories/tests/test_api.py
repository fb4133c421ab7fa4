"""Stories and hot topics in the API."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from features.stories.tests.test_pages import (
    FIRST,
    OLD,
    many_stories,
    store_stories,
    store_topics,
    topics_of_the_past,
)
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


def asked(client: "Client", path: str, status: int = 200) -> Any:
    answer = send(client, f"GET {path}")
    assert answer.status_code == status
    return json.loads(answer.content)


def test_todays_stories_are_those_on_several_sites(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    found = asked(client, "/stories?sort=growth")
    [row] = found["stories"]
    assert (row["story"]["id"], row["story"]["title"]) == (FIRST, "Fire <b>A</b>")
    assert (row["documents"], row["sites"], row["threads"], row["recent"]) == (3, 3, 1, 2)
    assert (found["cursor"], found["total"], found["partial"]) == ("", 1, False)
    assert asked(client, "/stories?cursor=5")["stories"] == []
    assert "cursor" in asked(client, "/stories?cursor=x", 422)["errors"][0]["field"]
    asked(client, "/stories?sort=nonsense", 422)
    asked(client, "/stories?q=(fire", 422)
    asked(client, "/stories?langs=en", 422)


def test_stories_are_listed_by_language_site_and_date_page_by_page(browse: Browse) -> None:
    many_stories(5)
    client = browse("analyst")
    for filters in ("lang=en", "site=a.example", "after=-3h", "q="):
        assert asked(client, f"/stories?{filters}")["total"] == 5
    for filters in ("lang=fr", "site=c.example", "before=2020-01-01", "q=event"):
        assert asked(client, f"/stories?{filters}")["stories"] == []
    cursor, titles = "", []
    for _page in range(3):
        found = asked(client, f"/stories?sort=newest&size=2&cursor={cursor}")
        titles += [row["story"]["title"] for row in found["stories"]]
        cursor = found["cursor"]
    assert (cursor, titles) == ("", [f"Event {index}" for index in range(5)])


def test_a_story_has_its_documents_page_by_page_also_under_a_merged_id(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    cursor, found = "", []
    for _page in range(2):
        story = asked(client, f"/stories/{OLD}?size=2&cursor={cursor}")
        assert story["id"] == FIRST
        found += [member["site"] for member in story["members"]]
        cursor = story["cursor"]
    assert (cursor, found) == ("", ["agency.example", "paper.example", "forum.example"])
    assert {"text": "Ada Fenton", "kind": "person"} in story["terms"]
    assert {"text": "fire", "kind": "word"} in story["terms"]
    asked(client, f"/stories/{'9' * 32}", 404)


def test_hot_topics_come_with_their_stories(browse: Browse) -> None:
    client = browse("analyst")
    assert asked(client, "/topics") == {"topics": [], "at": None, "since": None}
    store_topics(days=20)
    first, second = asked(client, "/topics")["topics"]
    assert (first["label"], first["count"], first["usual"], first["is_new"]) == (
        "Fenton depot",
        9,
        3.2,
        False,
    )
    assert first["stories"][0]["id"] == FIRST
    assert second["is_new"]


def test_hot_topics_of_the_past_come_with_when_they_were_found(browse: Browse) -> None:
    client, then = browse("analyst"), datetime.now(UTC) - timedelta(days=8)
    store_stories()
    topics_of_the_past(then)
    asked_for = {"after": then - timedelta(hours=1), "before": then + timedelta(hours=1)}
    path = f"/topics?{urlencode({name: at.isoformat() for name, at in asked_for.items()})}"
    first, second = asked(client, path)["topics"]
    assert (first["label"], second["label"]) == ("Fenton depot", "Orvane")
    assert first["first"] == then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    day = then.date()
    assert len(asked(client, f"/topics?after={day}&before={day}")["topics"]) == 2
    assert asked(client, "/topics?after=-2d")["topics"] == []
    [wrong] = asked(client, "/topics?after=soon", 422)["errors"]
    assert wrong["field"] == "query.after"
    assert asked(client, f"/topics?before={(then - timedelta(days=1)).date()}T00:00:00Z") == {
        **asked(client, "/topics"),
        "topics": [],
    }


def test_topics_of_stories_that_are_built_again_are_forgotten(browse: Browse) -> None:
    """No erasure could tell any more of which documents they are."""
    from features.stories.store import stories

    topics_of_the_past(datetime.now(UTC) - timedelta(days=4))
    client, path = browse("analyst"), "/topics?before=2100-01-01T00:00:00Z"
    assert asked(client, path)["topics"]
    stories.clear()
    assert asked(client, path)["topics"] == []


def test_times_that_no_calendar_has_are_refused(browse: Browse) -> None:
    client = browse("analyst")
    for moment in ("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00%2B14:00"):
        for name in ("after", "before"):
            [wrong] = asked(client, f"/topics?{name}={moment}", 422)["errors"]
            assert wrong["field"] == f"query.{name}"
            assert "is outside of the years 1 to 9999" in wrong["detail"]


def test_who_may_not_search_gets_no_stories(browse: Browse) -> None:
    client = browse("ops")
    for path in ("/stories", f"/stories/{FIRST}", "/topics"):
        assert send(client, f"GET {path}").status_code in (401, 403)
