"""The overview: what it counts, which words it names, and how it looks without documents or without their store."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import Unavailable
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_sources_pages import add
from webui.overview.top_words import log_likelihood, top_words, top_words_by_language

if TYPE_CHECKING:
    from django.test import Client

    from webui.stores import WebStores

TODAY = date(2026, 11, 21)
EVERYDAY = ["The minister said on Monday that the budget is fine."] * 40


def split(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def test_words_of_every_day_are_no_surprise() -> None:
    day = [*EVERYDAY[:10], *["The minister said that the volcanoes erupt."] * 5, "A volcano. Volcanoes!", "地震地震"]
    found = top_words(day, EVERYDAY, split, 10)
    assert [(each.word, each.count, each.before) for each in found if each.word in ("volcanoes", "minister")] == [
        ("volcanoes", 6, 0)
    ]


def test_chinese_is_cut_by_the_segmenter_and_single_characters_say_nothing() -> None:
    found = top_words(["地震消息的"] * 8, ["天气消息"] * 40, split, 10)
    assert [each.word for each in found] == ["地震"]


def test_a_word_counts_once_for_each_document() -> None:
    (word,) = top_words(["quake " * 50, "quake", "calm", "calm sea"] * 4, ["calm sea"] * 60, split, 5)
    assert (word.word, word.count) == ("quake", 8)


def test_a_day_with_more_of_a_language_does_not_make_its_everyday_words_a_surprise() -> None:
    week = {"en": EVERYDAY * 2, "zh": ["天气消息"] * 200}
    day = {"en": [*EVERYDAY, *["A volcano erupts."] * 15], "zh": ["天气消息"] * 5}
    assert {word.word for word in top_words_by_language(day, week, split, 10)} == {"volcano", "erupts"}
    mixed = top_words([*day["en"], *day["zh"]], [*week["en"], *week["zh"]], split, 10)
    assert {word.word for word in mixed} > {"volcano", "erupts"}


def test_without_a_week_before_what_all_documents_hold_is_left_out() -> None:
    day = [f"common talk number {word}" for word in ("quake", "quake", *(f"w{n}" for n in range(18)))]
    assert [each.word for each in top_words(day, [], split, 5)] == ["quake"]


@given(*(st.integers(0, 200) for _ in range(4)))
def test_surprise_is_never_negative_and_needs_growth(count: int, more: int, before: int, more_before: int) -> None:
    size, size_before = count + more, before + more_before
    surprise = log_likelihood(count, size, before, size_before)
    assert surprise >= -1e-9
    if size and size_before and count / size <= before / size_before:
        assert surprise == 0


def test_others_hold_all_that_has_no_layer_of_its_own(django: None) -> None:
    from webui.overview.volume import OTHERS, compare_volume, volume

    daily = {TODAY - timedelta(days=back): {f"s{n}": n + 1 for n in range(9)} for back in (0, 3)}
    chart = volume(daily, TODAY)
    assert [layer.name for layer in chart.layers] == ["s8", "s7", "s6", "s5", "s4", OTHERS]
    assert [layer.total for layer in chart.layers] == [18, 16, 14, 12, 10, 20]
    assert chart.totals == [0] * 10 + [45, 0, 0, 45]
    assert compare_volume(chart.totals).share is None
    assert compare_volume([1] * 7 + [2] * 7).share == 1.0


def fill(ports: "WebStores", now: datetime) -> None:
    earlier = [
        article(f"https://old.example/{n}", "Budget talks", published=now - timedelta(days=1 + n % 7), channel="list")
        for n in range(28)
    ]
    today = [
        article(f"https://new.example/{n}", f"Volcano erupts {n}", "Ash over the island.", published=now)
        for n in range(6)
    ]
    ports.documents().write(earlier + today)


def overview_of_one_day(client: "Client", ports: "WebStores") -> tuple[Any, date]:
    """Fill the store and return its page with the UTC day; once more if a new day begins in between."""
    while True:
        now = datetime.now(UTC)
        fill(ports, now)
        answer = client.get("/")
        if datetime.now(UTC).date() == now.date():
            return answer, now.date()


def test_analysts_see_volume_words_and_the_newest(browse: Callable[..., "Client"], ports: "WebStores") -> None:
    client = browse("analyst")
    answer, today = overview_of_one_day(client, ports)
    text = compact(answer.content.decode())
    assert answer.status_code == 200
    assert "<b>6</b><span>Published today</span>" in text
    assert f'href="/search/?q=volcano&amp;after={today}&amp;before={today}"' in text
    assert "budget" not in text.lower().partition('id="t-latest"')[0]
    assert f'href="/search/?after={today}&amp;before={today}" aria-label="{today}: 6"' in text
    assert "Volcano erupts 5" in text
    assert "new.example</th>" in text
    assert len(answer.content) < 200_000
    assert browse("analyst").get("/live/").content.decode().count("<html") == 0


def test_an_empty_store_says_what_comes_next(browse: Callable[..., "Client"]) -> None:
    add("Example")
    text = browse("operator").get("/").content.decode()
    assert "No documents yet" in text
    assert "/sources/find/" in text
    assert "/sources/find/" not in browse("analyst").get("/").content.decode()


def test_a_store_that_is_away_is_named(
    browse: Callable[..., "Client"], ports: "WebStores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("Elasticsearch", "connection refused")

    monkeypatch.setattr(type(ports.documents()), "daily_counts", away)
    answer = browse("analyst").get("/")
    assert answer.status_code == 503
    assert "connection refused" in answer.content.decode()
