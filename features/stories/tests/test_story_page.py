"""The page of a story at a glance: the line on top says what holds, and the table who reported."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from features.stories.tests.test_said import (
    ALONE,
    FIRST,
    NOW,
    SECOND,
    SHARED,
    section,
    store_story,
    top_line,
)
from hooks.answers import Part, Titled
from hooks.specifications import hookimpl
from testbed.servers.process import free_port
from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def test_the_line_on_top_counts_what_holds_in_the_order_of_the_page(
    ports: "Stores", browse: Browse
) -> None:
    texts = {"a": f"{FIRST} {SHARED}", "b": f"{SECOND} {SHARED}", "c": f"{SHARED} {ALONE}"}
    story = store_story(ports, texts)
    top = top_line(browse("analyst"), story)
    assert top[:5] == [
        "1 contradiction",
        "1 point told by several sites",
        "1 told by one site only",
        "3 sites",
        "3 documents",
    ]
    assert top[5].startswith("First report: a.example")
    assert top[6] == "spread over 60 min"
    chinese = browse("analyst", headers={"accept-language": "zh-hans"})
    assert top_line(chinese, story)[:2] == ["1 处矛盾", "1 点有多个网站报道"]


def test_the_line_on_top_counts_what_is_new(ports: "Stores", browse: Browse) -> None:
    from features.stories.models import StoryVisit

    story = store_story(ports, {"a": FIRST})
    client = browse("analyst")
    assert "new" not in " ".join(top_line(client, story))
    StoryVisit.objects.update(last=NOW - timedelta(hours=2))
    store_story(ports, {"a": FIRST, "b": f"{FIRST} {ALONE}"})
    assert "2 new since your last visit" in top_line(client, story)
    new = html_tree(section(client, story)).cssselect("#t-new + .lines > li")
    assert len(new) == 2


def test_one_site_is_not_compared_yet(ports: "Stores", browse: Browse) -> None:
    story = store_story(ports, {"a": f"{FIRST} {SHARED}"})
    top = top_line(browse("analyst"), story)
    assert top[:3] == ["not compared yet", "1 site", "1 document"]


def test_reports_that_tell_nothing_twice_and_a_language_that_is_not_compared(
    ports: "Stores", browse: Browse
) -> None:
    story = store_story(ports, {"a": FIRST, "b": "Nothing of that is in this text of another."})
    client = browse("analyst")
    assert top_line(client, story)[:2] == ["no contradiction and no common point found", "2 sites"]
    text = "Eine Explosion in einer Mühle in Nordheim hat am Montag drei Menschen getötet."
    story = store_story(ports, {"a": text, "b": text}, lang="de")
    assert top_line(client, story)[:2] == ["not compared", "2 sites"]


def test_what_takes_too_long_or_waits_is_not_compared(
    ports: "Stores", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.stories import said
    from features.stories.comparisons import StoryComparisons

    story = store_story(ports, {"waiting": FIRST, "busy": SECOND})
    client = browse("analyst")
    with said.comparisons._comparisons._turn:
        assert top_line(client, story)[0] == "not compared yet"
    sentence = "Some {} sailors of the flour mill in Northgate came to the harbour on Monday. "
    texts = {
        f"site{site}": "".join(sentence.format(30 * site + n) for n in range(30))
        for site in range(1, 41)
    }
    monkeypatch.setattr(said, "comparisons", StoryComparisons(cpu_seconds=0.001))
    assert top_line(client, store_story(ports, texts))[:2] == ["not compared", "40 sites"]


def test_reports_that_cannot_be_read_are_not_compared_now(ports: "Stores", browse: Browse) -> None:
    story = store_story(ports, {"a": FIRST, "b": SECOND})
    client = browse("analyst")
    ports.close()
    address = f"elasticsearch://127.0.0.1:{free_port()}/newsloom-nowhere"
    ports.settings = replace(ports.settings, documents_url=address)
    assert top_line(client, story)[:2] == ["not compared now", "2 sites"]


def test_a_list_that_is_cut_does_not_claim_to_be_whole(
    ports: "Stores", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = store_story(ports, {"a": f"{FIRST} {SHARED}", "b": f"{SECOND} {SHARED}"})
    client = browse("analyst")
    monkeypatch.setattr("features.stories.story_page.MAX_LINES", 1)
    assert top_line(client, story)[:2] == ["1+ contradiction", "1+ point told by several sites"]


def test_a_large_story_says_that_not_all_of_its_reports_were_compared(
    ports: "Stores", browse: Browse
) -> None:
    story = store_story(ports, {f"site{n}": f"{SHARED} Report {n * 37}." for n in range(41)})
    top = top_line(browse("analyst"), story)
    assert top[0] == "1 point told by several sites"
    assert "not all reports compared" in top


def rows(client: "Client", story: str) -> list[str]:
    page = html_tree(client.get(f"/stories/{story}/").content.decode())
    return [" ".join(each.text_content().split()) for each in page.cssselect(".reports tbody")]


def test_a_site_stands_once_with_what_repeats_its_headlines_folded(
    ports: "Stores", browse: Browse
) -> None:
    from features.stories.models import StoryMember

    story = store_story(ports, dict.fromkeys("abcdef", SHARED))
    StoryMember.objects.exclude(site="f.example").update(site="a.example")
    headlines = StoryMember.objects.filter(site="a.example").order_by("published")
    for member, title in zip(headlines, ("One", "One", "Two", "Three", "Four"), strict=True):
        StoryMember.objects.filter(pk=member.pk).update(title=title)
    first, second = rows(browse("analyst"), story)
    assert first.count("a.example") == 1
    shown, _, folded = first.partition("2 more reports")
    assert [each for each in ("One", "Two", "Three", "Four") if each in shown] == [
        "One",
        "Two",
        "Three",
    ]
    assert shown.count("One") == folded.count("One") == folded.count("Four") == 1
    assert "f.example" in second


def test_the_page_asks_the_database_as_often_for_many_reports_as_for_few(
    ports: "Stores", browse: Browse
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = browse("analyst")
    counts = []
    for number in (2, 31):
        story = store_story(ports, {f"site{n}": f"{SHARED} Part {n * 37}." for n in range(number)})
        client.get(f"/stories/{story}/")
        with CaptureQueriesContext(connection) as asked:
            assert len(rows(client, story)) == number
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 12


def test_features_may_mark_reports(ports: "Stores", browse: Browse) -> None:
    from hooks.process import features

    story = store_story(ports, {"a": FIRST, "b": SECOND})

    class Marking:
        @hookimpl
        def row_parts(self, page: str, rows: Sequence[str]) -> dict[str, Part]:
            part = Part(template="stories/terms.html", context={"terms": ["marked"]})
            return {story: part} if page == "story" and story in rows else {}

        @hookimpl
        def title_parts(self, page: str, rows: Sequence[Titled]) -> dict[str, Part]:
            part = Part(template="stories/terms.html", context={"terms": ["Retitled"]})
            assert {"", story} < {each.key for each in rows}
            return {"": part, story: part} if page == "story" else {}

    marking = Marking()
    features()._manager.register(marking)
    try:
        client = browse("analyst")
        first, second = rows(client, story)
        page = html_tree(client.get(f"/stories/{story}/").content.decode())
    finally:
        features()._manager.unregister(marking)
    assert "marked" in first
    assert "marked" not in second
    assert "Retitled" in first
    assert "Retitled" not in second
    assert "Retitled" in page.cssselect(".head")[0].text_content()
    assert page.cssselect(".head h1") == []
