"""The pages of stories, with stories in a real database."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.stories.tests.samples import move_report
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from features.stories.store.records import StoryChanges
    from watch.stores import Stores

Browse = Callable[..., "Client"]
FIRST, SECOND, OLD = "a" * 32, "b" * 32, "c" * 32


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return compact(answer.content.decode())


def changes() -> "StoryChanges":
    """Return a story on two sites with a thread, and one on one site that is near it."""
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord

    now = datetime.now(UTC)
    members = [
        MemberRecord(
            document=FIRST,
            story=FIRST,
            site="agency.example",
            kind="article",
            title="Fire <b>A</b>",
            published=now - timedelta(hours=9),
        ),
        MemberRecord(
            document="d" * 32,
            story=FIRST,
            site="paper.example",
            kind="article",
            title="Fire B",
            published=now - timedelta(hours=1),
        ),
        MemberRecord(
            document="e" * 32,
            story=FIRST,
            site="forum.example",
            kind="thread",
            title="Saw the fire?",
            published=now,
        ),
        MemberRecord(
            document=SECOND,
            story=SECOND,
            site="paper.example",
            kind="article",
            title="Depot rebuilt",
            published=now,
        ),
        MemberRecord(
            document="f" * 32,
            story=SECOND,
            site="paper.example",
            kind="article",
            title="Depot again",
            published=now,
        ),
    ]
    shared: dict[str, Any] = {"first": now - timedelta(hours=9), "last": now, "lang": "en"}
    stories = [
        StoryRecord(
            id=FIRST,
            title="Fire <b>A</b>",
            documents=3,
            terms=[["Fenton", "name"], ["April", "place"], ["fire", "word"]],
            names=[["Ada Fenton", "person"], ["Kestrel Rail", "org"], ["Dunport", "place"]],
            vector={"fire": 1.0, "depot": 0.5},
            **shared,
        ),
        StoryRecord(id=SECOND, title="Depot rebuilt", documents=2, vector={"depot": 1.0}, **shared),
        StoryRecord(id=OLD, title="Fire C", documents=1, vector={"fire": 1.0}, **shared),
    ]
    return StoryChanges(position="7", stories=stories, members=members, merged={OLD: FIRST})


def store_stories() -> None:
    from features.stories.store import stories
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    stories.save(changes(), "test", {})


def many_stories(count: int) -> None:
    """Store stories, each with a report on two sites."""
    from features.stories.store import stories
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    stories.clear()
    now = datetime.now(UTC)
    changed = StoryChanges(position="9")
    for index in range(count):
        moment = now - timedelta(hours=1, minutes=index // 2)
        story_id = f"{index:032}"
        changed.stories.append(
            StoryRecord(
                id=story_id,
                title=f"Event {index}",
                lang="en",
                documents=2,
                first=moment,
                last=moment,
            )
        )
        changed.members += [
            MemberRecord(
                document=f"{index:031}{site}",
                story=story_id,
                site=f"{site}.example",
                kind="article",
                title=f"Event {index}",
                published=moment,
            )
            for site in "ab"
        ]
    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    stories.save(changed, "test", {})


def test_without_stories_the_page_says_which_role_is_missing(browse: Browse) -> None:
    html = page_of(browse("analyst"), "/stories/")
    assert "No stories yet" in html
    assert "The stories role has not run yet." in html


def test_a_role_that_found_nothing_has_stored_nothing(browse: Browse) -> None:
    from features.stories.store import stories
    from features.stories.store.records import StoryChanges
    from storage.database.port import STORIES_LOCK
    from storage.database.store import DjangoConfiguration

    assert DjangoConfiguration(STORIES_LOCK).acquire_lease("test", 60)
    stories.save(StoryChanges(position="1"), "test", {})
    html = page_of(browse("analyst"), "/stories/")
    assert "stored documents" not in html
    assert "The stories role last looked for new documents" in html


def test_the_front_page_has_stories_of_several_sites_only(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    for order in ("", "?sort=growth", "?sort=nonsense"):
        html = page_of(client, f"/stories/{order}")
        assert (
            f'<a href="/stories/{FIRST}/" data-hit lang="en">Fire &lt;b&gt;A&lt;/b&gt;</a>' in html
        )
        assert "3 sites" in html
        assert "2 in three hours" in html
        assert "Depot rebuilt" not in html
        assert ("Sort by: “nonsense” is not one of the choices." in html) == ("nonsense" in order)


def test_the_overview_shows_stories_also_when_it_renews_itself(
    browse: Browse, ports: "Stores"
) -> None:
    store_stories()
    ports.documents().write([article("https://paper.example/1", "Fire A", id=FIRST, lang="en")])
    client = browse("analyst")
    for path in ("/", "/live/"):
        assert f'<a href="/stories/{FIRST}/" lang="en">' in page_of(client, path)


def test_stories_are_found_by_what_their_documents_say(browse: Browse, ports: "Stores") -> None:
    store_stories()
    now = datetime.now(UTC)
    reports = [
        article("https://paper.example/1", "Depot in flames", id="d" * 32, lang="en"),
        article("https://agency.example/2", "Fire A", id=FIRST, lang="en", tags=("north",)),
        article("https://other.example/3", "Flames elsewhere", lang="en"),
    ]
    ports.documents().write([replace(each, published=now) for each in reports])
    client = browse("analyst")
    for query in ("q=flames", "lang=en", "site=paper.example", "tag=north", "q=fire&tag=north"):
        html = page_of(client, f"/stories/?{query}")
        assert f'href="/stories/{FIRST}/"' in html, query
        assert "1 story" in html
        assert ("Remove all filters" in html) == (query != "q=flames")
    for query in ("q=sunshine", "lang=fr", "site=away.example", "tag=south", "q=flames&tag=north"):
        html = page_of(client, f"/stories/?{query}")
        assert f'href="/stories/{FIRST}/"' not in html, query
        assert "No story of this period is on several sites" in html
        assert "one of its documents matches" in html


def told_in_chinese_too() -> None:
    """Let another site tell of the same event in Chinese, shown as the story in English."""
    from features.stories.store import stories
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord

    now = datetime.now(UTC)
    told, title = "f" * 32, "仓库失火"
    changed = StoryChanges(position="8", heads={told: FIRST})
    changed.stories.append(
        StoryRecord(id=told, title=title, lang="zh-hans", documents=1, first=now, last=now)
    )
    changed.members.append(
        MemberRecord(
            document=told,
            story=FIRST,
            part=told,
            site="cn.example",
            kind="article",
            title=title,
            published=now - timedelta(minutes=5),
        )
    )
    stories.save(changed, "test", {})


def test_a_story_in_two_languages_is_one_with_a_switch(browse: Browse) -> None:
    store_stories()
    told_in_chinese_too()
    client = browse("analyst")
    listed = page_of(client, "/stories/")
    assert "4 sites" in listed
    assert f'<a href="/stories/{FIRST}/?lang=zh-hans">Simplified Chinese 1</a>' in listed
    # The headline is in the language that is filtered by, or else of the interface.
    assert f'<a href="/stories/{FIRST}/" data-hit lang="en">Fire' in listed
    assert f'<a href="/stories/{FIRST}/" data-hit lang="zh-hans">仓库失火</a>' in page_of(
        client, "/stories/?lang=zh-hans"
    )
    every = page_of(client, f"/stories/{FIRST}/")
    assert "All languages 4" in every
    assert "4 documents" in every
    assert "Fire B" in every
    assert 'lang="zh-hans">仓库失火</a><small>Simplified Chinese</small>' in every
    chinese = page_of(client, f"/stories/{FIRST}/?lang=zh-hans")
    assert '<h1 lang="zh-hans">仓库失火</h1>' in chinese
    assert "1 document<" in chinese
    assert "Fire B" not in chinese
    assert f"/search/?q=story:{FIRST}&lang=zh-hans" in chinese.replace("&amp;", "&")
    answer = client.get(f"/stories/{'f' * 32}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/stories/{FIRST}/?lang=zh-hans")
    # A language that it is not told in is not chosen.
    assert "All languages 4" in page_of(client, f"/stories/{FIRST}/?lang=fr")


def test_the_api_gives_a_story_in_each_of_its_languages(browse: Browse) -> None:
    store_stories()
    told_in_chinese_too()
    client = browse("analyst")
    found = client.get(f"/api/v1/stories/{'f' * 32}").json()
    assert (found["id"], found["documents"]) == (FIRST, 4)
    assert [(each["lang"], each["documents"]) for each in found["languages"]] == [
        ("en", 3),
        ("zh-hans", 1),
    ]
    assert [each["lang"] for each in found["members"]].count("zh-hans") == 1
    (row,) = client.get("/api/v1/stories").json()["stories"]
    assert [each["title"] for each in row["story"]["languages"]][1] == "仓库失火"


def test_stories_of_any_day_of_the_archive_are_listed(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    story = f'href="/stories/{FIRST}/"'
    now = datetime.now(UTC)
    today, lately = f"{now:%Y-%m-%d}", f"{now - timedelta(hours=9, minutes=5):%Y-%m-%dT%H:%M}"
    for dates in ("after=-7d", f"after={lately}&zone=UTC", f"before={today}&zone=UTC"):
        assert story in page_of(client, f"/stories/?{dates}"), dates
    for dates in ("before=2020-01-01", f"after={now + timedelta(days=2):%Y-%m-%d}"):
        assert story not in page_of(client, f"/stories/?{dates}"), dates
    # Two of its documents are younger than two hours, on two sites; one is of the last half hour.
    assert story in page_of(client, "/stories/?after=-2h")
    assert story not in page_of(client, "/stories/?after=-30m")
    assert "not a date" in page_of(client, "/stories/?after=yesterday", 400)


def test_a_list_of_stories_has_pages_and_keeps_its_filters(browse: Browse) -> None:
    many_stories(70)
    client = browse("analyst")
    seen: list[str] = []
    for page in ("1", "2", "3", "99"):
        html = page_of(client, f"/stories/?after=-7d&sort=newest&page={page}")
        seen += re.findall(r'<h3><a href="/stories/(\w+)/"', html)
        assert "70 stories" in html
    assert len(seen[:70]) == len(set(seen[:70])) == 70
    # A page after the last one is the last one.
    assert seen[70:] == seen[60:70]
    assert "?after=-7d&amp;sort=newest&amp;page=2" in page_of(
        client, "/stories/?after=-7d&sort=newest"
    )


def test_a_story_in_a_list_has_the_mark_of_the_site_that_was_first(browse: Browse) -> None:
    from features.stories.models import StoryMember

    many_stories(2)
    later = StoryMember.objects.get(title="Event 1", site="a.example")
    later.published += timedelta(minutes=5)
    later.save()
    html = page_of(browse("analyst"), "/stories/")
    assert re.findall(
        r'<span class="site-mark[^>]*>(\w)</span>\s*<span>First report: (\S+)</span>', html
    ) == [
        ("B", "b.example"),
        ("A", "a.example"),
    ]


def test_a_list_and_the_page_of_a_story_count_its_sites_and_name_the_first_alike(
    browse: Browse,
) -> None:
    from features.stories.models import StoryMember

    store_stories()
    # The first document by its id is of the last site by its name.
    move_report(FIRST, "radio.example")
    StoryMember.objects.filter(story=FIRST).update(published=datetime.now(UTC))
    for path in ("/stories/", f"/stories/{FIRST}/"):
        html = page_of(browse("analyst"), path)
        assert "3 sites" in html
        assert "First report: forum.example" in html


@pytest.mark.parametrize(
    "path", ["/stories/?q=fire", "/search/?q=fire", "/search/over-time/?q=fire"]
)
def test_the_time_is_one_bar_of_periods_and_dates(browse: Browse, path: str) -> None:
    """As on the pages of events and of the audit log; each keeps the rest of the address.

    The dates belong to the form of the words: what was typed in one is sent with the other.
    """
    tree = html_tree(browse("analyst").get(f"{path}&after=-7d&site=one.example").content)
    (form,) = tree.cssselect("form#search")
    (bar,) = tree.cssselect(".filterbar.days")
    assert [each.get("name") for each in bar.cssselect("input[type=text]")] == ["after", "before"]
    assert {each.get("form") for each in bar.cssselect("input, button")} == {form.get("id")}
    sent = [*form.cssselect("input"), *bar.cssselect("input")]
    assert sorted((each.get("name"), each.get("value")) for each in sent if each.get("value")) == [
        ("after", "-7d"),
        ("q", "fire"),
        ("site", "one.example"),
    ]
    (week,) = (each for each in bar.cssselect(".ranges a") if each.text_content() == "7 days")
    assert "q=fire" in week.get("href")
    assert "after=-7d" in week.get("href")
    today = datetime.now(UTC).date()
    (day,) = (each for each in bar.cssselect(".ranges a") if each.text_content() == "Yesterday")
    yesterday = (today - timedelta(days=1)).isoformat()
    assert f"after={yesterday}&before={yesterday}" in day.get("href")
    chosen = html_tree(browse("analyst").get(f"{path.split('?')[0]}{day.get('href')}").content)
    (current,) = chosen.cssselect(".filterbar.days .ranges [aria-current]")
    assert current.text_content() == "Yesterday"


def test_an_invalid_query_is_explained(browse: Browse) -> None:
    store_stories()
    html = page_of(browse("analyst"), "/stories/?q=(fire", 400)
    assert "This bracket is not closed." in html


def test_a_story_is_listed_with_the_beginning_of_its_text(browse: Browse) -> None:
    from features.stories.grouping.engine import StoryEngine
    from features.stories.store import stories

    store_stories()
    engine = StoryEngine(lambda _text: ())
    reports = [
        article(f"https://{name}.example/1", "Quake shakes Orvane", id=name[0] * 32, lang="en")
        for name in ("north", "south")
    ]
    text = "A quake of magnitude 5 shook Orvane <at> dawn. " * 20
    now = datetime.now(UTC)
    told: dict[str, Any] = {"content": text, "published": now, "collected": now}
    changed = engine.add([replace(each, **told) for each in reports], "8")
    stories.save(changed, "test", None)
    html = page_of(browse("analyst"), "/stories/")
    assert "A quake of magnitude 5 shook Orvane &lt;at&gt; dawn." in html
    assert html.count("Orvane &lt;at&gt; dawn.") < 10


def test_a_story_shows_who_reported_when_with_threads_terms_and_related_stories(
    browse: Browse,
) -> None:
    store_stories()
    html = page_of(browse("analyst"), f"/stories/{FIRST}/")
    assert "First report: agency.example" in html
    table = html.partition('id="t-reports"')[2]
    assert table.index("agency.example") < table.index("paper.example")
    assert "In forums" in html
    assert "Saw the fire?" in html
    named = "<dt>People named" + html.partition("<dt>People named")[2].partition("<dt>Key terms")[0]
    assert re.findall(r">([^<>]+)</(?:dt|a)>", named)[1:] == [
        *("Ada Fenton", "Organisations", "Kestrel Rail", "Places", "Dunport"),
    ]
    assert 'href="/names/?person=Ada%20Fenton"' in named
    # A part of a name is no key term of its own.
    terms = html.partition("<dt>Key terms")[2]
    assert ">fire</a>" in terms
    assert ">Fenton</a>" not in terms
    assert f'href="/stories/{SECOND}/"' in html
    assert "<b>A" not in html
    (chart,) = [each.get("data-chart") for each in html_tree(html).cssselect("#t-volume-chart")]
    counts = [int(each) for each in json.loads(chart)["series"][0]["values"]]
    assert (sum(counts), max(counts)) == (3, 1)
    assert '<div class="values"' in html


def test_a_merged_story_redirects_and_an_unknown_one_is_not_found(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    assert client.get(f"/stories/{OLD}/")["Location"] == f"/stories/{FIRST}/"
    page_of(client, f"/stories/{'9' * 32}/", 404)


def test_a_story_names_those_that_became_part_of_it(browse: Browse) -> None:
    from features.stories.models import Story

    store_stories()
    Story.objects.filter(pk=SECOND).update(merged_into=FIRST, documents=0)
    html = page_of(browse("analyst"), f"/stories/{FIRST}/")
    joined = html[html.index("became part of this one") :]
    assert "Depot" in joined[: joined.index("</details>")]


def test_a_document_leads_to_its_story(browse: Browse, ports: "Stores") -> None:
    store_stories()
    reported, alone = (
        article("https://one.example/1", "One", id=FIRST),
        article("https://two.example/2", "Two"),
    )
    ports.documents().write([reported, alone])
    client = browse("analyst")
    assert f'<a href="/stories/{FIRST}/" lang="en">' in page_of(client, f"/documents/{FIRST}/")
    assert "/stories/a" not in page_of(client, f"/documents/{alone.id}/")


def test_a_search_can_be_shown_as_stories(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://one.example/1", "One", published=datetime.now(UTC))])
    client = browse("analyst")
    html = page_of(client, "/search/?q=one&site=one.example&sort=time")
    assert 'href="/stories/?q=one&amp;after=-30d&amp;site=one.example">Show as stories' in html
    dated = page_of(client, "/search/?q=one&after=2026-11-20&zone=UTC")
    assert 'href="/stories/?q=one&amp;after=2026-11-20&amp;zone=UTC">Show as stories' in dated


def test_a_story_can_be_followed_under_its_headline(browse: Browse) -> None:
    store_stories()
    client = browse("analyst")
    address = f"/saved/add/?q=story:{FIRST}"
    assert f'href="{address}">Follow this story' in page_of(client, f"/stories/{FIRST}/")
    assert 'value="Fire &lt;b&gt;A&lt;/b&gt;"' in page_of(client, address)


def test_search_in_a_story_shows_its_headline_as_a_filter(browse: Browse, ports: "Stores") -> None:
    store_stories()
    reported, alone = (
        article("https://one.example/1", "One", id=FIRST),
        article("https://two.example/2", "Two"),
    )
    ports.documents().write([reported, alone])
    client = browse("analyst")
    assert f'href="/search/?q=story:{FIRST}"' in page_of(client, f"/stories/{FIRST}/")
    for story_id in (FIRST, OLD):
        html = page_of(client, f"/search/?q=One+story:{story_id}")
        assert f"/documents/{FIRST}/" in html
        assert f"/documents/{alone.id}/" not in html
        assert "Fire &lt;b&gt;A&lt;/b&gt;" in html
        # Both the chip of the story and "Remove all filters" lead to the rest of the query.
        assert html.count('href="?q=One"') == 2
    assert "/documents/" not in page_of(client, "/search/?q=story:nothing")


def store_topics(days: int) -> None:
    from features.stories.store import topics
    from features.stories.store.topics import Topic, TopicStory

    story = TopicStory(id=FIRST, title="Fire <b>A</b>", lang="en", documents=3, sites=3)
    shared: dict[str, Any] = {
        "lang": "en",
        "sites": 3,
        "score": 5.0,
        "stories": [story],
        "course": [0] * 26 + [2, 9],
    }
    hot = [
        Topic(
            label="Fenton depot",
            count=9,
            hours=6,
            usual=3.2,
            is_new=False,
            others=["Kestrel"],
            **shared,
        ),
        Topic(label="Orvane", count=5, hours=2, usual=0.1, is_new=True, **shared),
    ]
    topics.keep(hot, datetime.now(UTC) - timedelta(days=days))


def test_hot_topics_say_what_is_usual_and_lead_to_their_stories(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([article("https://one.example/1", "One")])
    store_topics(days=20)
    client = browse("analyst")
    for path in ("/", "/stories/"):
        html = page_of(client, path)
        assert "3 times the usual" in html
        assert "9 documents in 6 hours, usually 3.2" in html
        assert (
            html.index("Fenton depot")
            < html.index('<span class="badge">new</span>')
            < html.index("5 documents in")
        )
        assert "q=%22Fenton+depot%22" in html
        assert f'<a href="/stories/{FIRST}/" lang="en">Fire &lt;b&gt;A&lt;/b&gt;</a>' in html
        assert '<span lang="en">Kestrel</span>' in html


def test_a_hot_topic_leads_to_the_documents_of_its_hours(browse: Browse, ports: "Stores") -> None:
    now = datetime.now(UTC)
    start = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=5)
    published = {
        "a minute before": start - timedelta(minutes=1),
        "a day before": now - timedelta(days=1),
        "first": start,
        "last": now - timedelta(seconds=5),
    }
    ports.documents().write(
        [
            article(f"https://{n}.example/", title, "Fenton depot", published=moment)
            for n, (title, moment) in enumerate(published.items())
        ]
    )
    deep = f"{'The roads are open again. ' * 200}Nobody was in the Fenton depot."
    ports.documents().write([article("https://d.example/", "deep", deep, published=start)])
    store_topics(days=20)
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "Asia/Tokyo"
    page = client.get("/stories/").content
    assert "Counted in titles and first sentences." in page.decode()
    tree = html_tree(page)
    (link,) = (each for each in tree.cssselect(".topics h3 a") if "Fenton" in each.text_content())
    found = html_tree(client.get(link.get("href")).content)
    assert {each.text_content() for each in found.cssselect(".hit h3 a")} == {
        "first",
        "last",
        "deep",
    }
    assert "zone=Asia" in link.get("href")


def test_a_past_period_shows_no_topics_of_now_and_leads_to_a_longer_one(browse: Browse) -> None:
    store_stories()
    store_topics(days=20)
    client = browse("analyst")
    day = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    past = page_of(client, f"/stories/?q=fire&after={day}&before={day}")
    assert "Hot topics of this period" in past
    assert "Newsloom did not look yet" in past
    assert "Fenton depot" not in past
    assert 'href="?q=fire&amp;after=-30d">Stories of the last 30 days' in past
    for query in ("", "?after=-7d", f"?after={day}"):
        assert "Hot topics now" in page_of(client, f"/stories/{query}")


def test_what_was_hot_on_a_past_day_is_on_its_page_with_the_documents_of_then(
    browse: Browse, ports: "Stores"
) -> None:
    then = datetime.now(UTC).replace(hour=12, minute=30) - timedelta(days=8)
    day = then.date()
    store_stories()
    topics_of_the_past(then)
    titles = {"first": then - timedelta(hours=4), "last": then + timedelta(minutes=20)}
    titles |= {"before": then - timedelta(days=1), "after": then + timedelta(hours=2)}
    ports.documents().write(
        [
            article(f"https://{title}.example/", title, "Fenton depot", published=moment)
            for title, moment in titles.items()
        ]
    )
    client = browse("analyst")
    week = f"after={day - timedelta(days=3)}&before={day + timedelta(days=3)}"
    of_day = {"first", "last"}
    # On the next day it was hot again, so that the week's lasts until then.
    for period, of_then in ((f"after={day}&before={day}", of_day), (week, of_day | {"after"})):
        tree = html_tree(client.get(f"/stories/?{period}").content)
        (fenton, orvane) = tree.cssselect(".topics > li")
        assert "9 documents in 6 hours, usually 3.2" in " ".join(fenton.text_content().split())
        assert [each.get("href") for each in fenton.cssselect("ul a")] == [f"/stories/{FIRST}/"]
        # It may not have been hot all the time between.
        assert "found hot first at" in orvane.text_content()
        found = html_tree(client.get(fenton.cssselect("h3 a")[0].get("href")).content)
        assert {each.text_content() for each in found.cssselect(".hit h3 a")} == of_then
    assert "Fenton" not in page_of(client, f"/stories/?after={day}T14:00&before={day}T20:00")


def topics_of_the_past(then: datetime) -> None:
    """Let topics have been found at a time and half an hour later, and on the day after."""
    from features.stories.models import PastTopic

    for first in (then, then + timedelta(days=1)):
        store_topics(days=20)
        store_topics(days=20)
        PastTopic.objects.filter(first__gt=then + timedelta(days=2)).update(
            first=first, last=first + timedelta(minutes=30), since=then - timedelta(days=20)
        )


def test_with_little_history_pages_do_not_claim_to_know_what_is_usual(browse: Browse) -> None:
    store_topics(days=1)
    html = page_of(browse("analyst"), "/stories/")
    assert "usually" not in html
    assert "Terms have been counted since" in html


def test_a_store_that_does_not_answer_is_told_from_no_stories(
    browse: Browse, monkeypatch: "pytest.MonkeyPatch"
) -> None:
    from features.stories.store import stories
    from storage.errors import Unavailable

    def away(*_: object) -> None:
        raise Unavailable("MySQL", "it is away")

    client = browse("admin")
    monkeypatch.setattr(stories, "select", away)
    monkeypatch.setattr(stories, "find", away)
    for path in ("/stories/", f"/stories/{FIRST}/"):
        html = page_of(client, path, 503)
        assert "it is away" in html
        assert "No stories yet" not in html
