"""Hot words on the page of a keyword list: off, empty, with words, and the settings."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from features.hot_words.tests.test_choice import term
from storage.counters.events import Event
from storage.outcomes import Outcome
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import KeywordList
    from watch.stores import Stores

Browse = Callable[..., "Client"]
SETTINGS = {
    "enabled": "on",
    "words_a_day": "5",
    "stay_days": "2",
    "min_sites": "3",
    "langs": "en, ZH",
    "stopped": "weather\nsport",
}


@pytest.fixture
def words(tables: None) -> "KeywordList":
    from features.stories.tests.samples import keep_topics
    from storage.database.sources.keyword_lists import save_keyword_list

    keep_topics([], datetime.now(UTC))
    return save_keyword_list("Hot", ["harbour"], "anna")


def page_of(client: "Client", words: "KeywordList", **options: Any) -> str:
    return compact(client.get(f"/keywords/{words.pk}/", **options).content.decode())


def take(*found: Any) -> None:
    from features.hot_words.store import take as taken

    taken(found)


def test_off_empty_and_with_words_are_told_apart(
    browse: Browse, words: "KeywordList", ports: "Stores"
) -> None:
    client = browse("operator")
    assert "Off. Newsloom can add the terms of hot topics" in page_of(client, words)
    answer = client.post(f"/keywords/{words.pk}/hot-words/", SETTINGS)
    assert answer["Location"] == f"/keywords/{words.pk}/#hot-words"
    page = page_of(client, words)
    assert "No hot words yet: no term of a hot topic is on 3 sites now" in page
    assert "0 of 5 new words within 24 hours are used." in page
    assert "No source uses this list, so nothing is searched." in page
    assert "Check that it runs" not in page
    fire = article("https://n.example/1", "Fire & <b>")
    ports.documents().write([fire])
    take(
        term("Fenton depot", usual=3.0, sites=7, example_id=fire.id),
        term("央行", lang="zh-hans", is_new=True),
    )
    page = page_of(client, words)
    assert "No hot words yet" not in page
    assert "2 of 5 new words within 24 hours are used." in page
    assert "3 times the usual" in page
    assert "9 documents in 6 hours, usually 3.0" in page
    assert "7 sites" in page
    assert f'<a href="/documents/{fire.id}/" lang="en">Fire &amp; &lt;b&gt;</a>' in page
    assert '<span class="badge">new</span>' in page
    assert "and 2 hot words" in client.get("/keywords/").content.decode()


def test_what_a_hot_word_brought_is_beside_it(
    browse: Browse, words: "KeywordList", ports: "Stores"
) -> None:
    from tests.unit.webui.test_sources_pages import add

    source = add(
        "Search",
        channel="search",
        address="https://n.example/?q={keyword}",
        result_parser="baidu",
        keyword_lists=("Hot",),
    )
    client = browse("operator")
    client.post(f"/keywords/{words.pk}/hot-words/", SETTINGS)
    take(term("Fenton depot"))
    ports.counters().record(
        [
            Event(
                source_id=source.pk,
                run_id="r",
                channel="search",
                site="n.example",
                outcome=outcome,
                url="https://n.example/",
                at=time.time(),
                keyword="Fenton depot",
                is_list=outcome == Outcome.LISTED,
                found=20 if outcome == Outcome.LISTED else 0,
                new=7 if outcome == Outcome.LISTED else 0,
            )
            for outcome in (Outcome.LISTED, Outcome.STORED, Outcome.STORED)
        ]
    )
    panel = page_of(client, words).partition('id="hot-words"')[2]
    (row,) = re.findall(r'<tr><th scope="row"><a.*?</tr>', panel, re.DOTALL)
    assert re.findall(r'<td class="number"[^>]*>(\d+)<', row) == ["7", "2"]
    assert "Fenton depot" in client.get(f"/sources/{source.pk}/").content.decode()


def test_a_removed_word_is_on_the_stop_list_and_settings_are_in_the_audit_log(
    browse: Browse, words: "KeywordList"
) -> None:
    client = browse("admin")
    client.post(f"/keywords/{words.pk}/hot-words/", SETTINGS)
    take(term("Fenton depot"))
    stop = f"/keywords/{words.pk}/hot-words/stop/"
    page = client.post(stop, {"word": "Fenton depot"}, follow=True).content.decode()
    assert "“Fenton depot” was removed and is on the stop list now." in page
    assert re.search(r"weather\nsport\nFenton depot</textarea>", page)
    again = client.post(stop, {"word": "Fenton depot"}, follow=True).content.decode()
    assert "That hot word is no longer in the list." in again
    take(term("Fenton depot"))
    assert not words.hot_words.exists()
    log = client.get("/users/audit/").content.decode()
    for text in ("Stop list of hot words", "New hot words within 24 hours", "Fenton depot"):
        assert text in log


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"words_a_day": "0"}, "greater than or equal to 1"),
        ({"stay_days": "x"}, "Enter a whole number"),
        ({"min_sites": "1"}, "greater than or equal to 2"),
        ({"langs": "klingonish"}, "“klingonish” is not the code of a language"),
        ({"stopped": "a\na"}, "is given twice"),
        ({"stopped": "x" * 1001}, "is too long"),
    ],
)
def test_bad_settings_are_refused_and_change_nothing(
    browse: Browse, words: "KeywordList", given: dict[str, str], problem: str
) -> None:
    from features.hot_words.store import rules_of

    answer = browse("operator").post(f"/keywords/{words.pk}/hot-words/", {**SETTINGS, **given})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert problem in page
    assert "harbour</textarea>" in page, "the list's own form keeps its words"
    assert not rules_of(words).enabled


def test_a_role_that_does_not_look_is_told(browse: Browse, words: "KeywordList") -> None:
    from features.stories.tests.samples import forget_stories

    client = browse("operator")
    client.post(f"/keywords/{words.pk}/hot-words/", SETTINGS)
    forget_stories()
    assert "The stories role has not looked for hot topics for ten minutes" in page_of(
        client, words
    )


def test_in_chinese(browse: Browse, words: "KeywordList") -> None:
    client = browse("operator")
    client.post(f"/keywords/{words.pk}/hot-words/", SETTINGS)
    page = page_of(client, words, headers={"accept-language": "zh-hans"})
    assert "还没有热词" in page
    take(term("Fenton depot"))
    assert "移除并停用" in page_of(client, words, headers={"accept-language": "zh-hans"})


def test_what_keywords_brought_is_not_counted_again_for_no_hot_word(
    browse: Browse, words: "KeywordList", monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.counters.store import Counters
    from storage.database.models import Source

    source = Source.objects.create(name="A", channel="search", address="https://e.org/{keyword}")
    words.sources.add(source)
    asked: list[object] = []

    def counted(_counters: Counters, source_ids: object, *_times: float) -> dict[int, object]:
        asked.append(source_ids)
        return {}

    monkeypatch.setattr(Counters, "keyword_counts", counted)
    page_of(browse("operator"), words)
    assert asked == [[source.pk]]
