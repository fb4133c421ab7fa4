"""Translated titles on pages and in the API: what is sent, shown, kept and erased."""

import json
import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.translation.log_events import TranslationEvent
from features.translation.tests.conftest import Enter
from testbed.translators import KEY, MODEL, TranslatorServer
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
GERMAN = article("https://a.example/1", "Hafen offen", "Der Hafen ist offen. Und m", lang="de")
FRENCH = article("https://a.example/2", "Le port", "Le port est ouvert. Il", lang="fr")
ENGLISH = article("https://a.example/3", "Port open", "The port is open.", lang="en-gb")
UNKNOWN = article("https://a.example/4", "???", "Port.", lang="")
RESERVED = article("https://a.example/5", "Geheim", "Nichts.", lang="de", rights=("ai-use=n",))
ALL = (GERMAN, FRENCH, ENGLISH, UNKNOWN, RESERVED)


@pytest.fixture
def stored(near: "Stores") -> "Stores":
    near.documents().write(ALL)
    near.documents().refresh()
    return near


def ask(client: "Client", *ids: str, page: str = "/search/", **options: Any) -> str:
    """Ask for titles, and return the page that follows."""
    data = {"document": ids or [each.id for each in ALL], "next": page}
    answer = client.post("/translations/", data, follow=True, **options)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_until_a_translator_is_entered_nothing_is_there(
    browse: Browse, stored: "Stores", server: TranslatorServer
) -> None:
    client = browse("analyst")
    for page in ("/search/", f"/documents/{GERMAN.id}/"):
        assert "ranslat" not in client.get(page).content.decode(), page
    assert client.post("/translations/", {"document": [GERMAN.id]}).status_code == 404
    assert server.asked == []


def test_titles_are_translated_once_and_marked_with_the_original_beside(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    enter()
    client = browse("analyst")
    before = compact(client.get("/search/").content.decode())
    form = before.split('action="/translations/"')[1].split("Translate titles")[0]
    asked = set(re.findall(r'name="document" value="(\w+)"', form))
    assert asked == {GERMAN.id, FRENCH.id, RESERVED.id}
    assert "Sends titles and first sentences to 127.0.0.1" in form
    assert "translated by" not in before
    page = ask(client)
    # One language a request, each title with the whole sentences of its text.
    assert sorted(server.sent()) == [
        "Der Hafen ist offen.",
        "Hafen offen",
        "Le port",
        "Le port est ouvert.",
    ]
    assert len(server.asked) == 2
    assert "sent the titles and the first sentences of 2 documents to 127.0.0.1." in page
    assert "1 title stays in the original: its page reserves such use" in page
    assert 'lang="en" data-hit>[en] Hafen offen</a>' in page
    assert '<p class="snippet" lang="en">[en] Der Hafen ist offen.</p>' in page
    assert "translated by LibreTranslate" in page
    originals = page.split("<summary>Original</summary>")[1:]
    assert {each.split("</p>")[0] for each in originals} == {
        f'<p lang="{each.lang}"><strong>{each.title}</strong>' for each in (FRENCH, GERMAN)
    }
    assert 'lang="de" data-hit>Geheim</a>' in page
    ask(client)
    assert len(server.asked) == 2, "what is kept is not sent again"


def test_each_reader_chooses_and_goes_back(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    enter()
    client, other = browse("analyst"), browse("analyst")
    assert "Show originals" in ask(client)
    page = compact(other.get("/search/").content.decode())
    assert "[en] Hafen offen" not in page
    assert "[en] Hafen offen" in ask(other)
    assert len(server.asked) == 2, "another reader gets what is kept"
    page = client.post("/translations/end/", {"next": "/search/"}, follow=True).content.decode()
    assert "[en] Hafen offen" not in page
    assert "Show originals" not in page


def test_a_chinese_reader_has_other_titles(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    enter("chat")
    client = browse("analyst", headers={"accept-language": "zh-hans"})
    page = ask(client)
    # A model takes all languages at once.
    assert len(server.asked) == 1
    assert "Port open" in server.sent()
    assert 'lang="zh-hans" data-hit>[zh] Hafen offen</a>' in page
    assert MODEL in page
    assert "[zh] Hafen offen" not in ask(browse("analyst"), GERMAN.id)


def test_the_page_of_a_document_has_its_title_and_beginning(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    enter()
    client, address = browse("analyst"), f"/documents/{GERMAN.id}/"
    assert "Translate title and beginning" in client.get(address).content.decode()
    assert "Translate title" not in client.get(f"/documents/{ENGLISH.id}/").content.decode()
    page = ask(client, GERMAN.id, page=address)
    assert '<p lang="en"><strong>[en] Hafen offen</strong></p>' in page
    assert '<p lang="en">[en] Der Hafen ist offen.</p>' in page
    assert "<h1>Hafen offen</h1>" in page
    changed = article(GERMAN.url, GERMAN.title, "Der Hafen ist zu.", lang="de")
    stored.documents().write([changed])
    stored.documents().refresh()
    page = compact(client.get(address).content.decode())
    assert "[en]" not in page, "a translation of another text is not shown"
    assert "[en] Der Hafen ist zu." in ask(client, GERMAN.id, page=address)


def test_the_first_sentences_of_an_earlier_text_are_not_shown_among_hits(
    browse: Browse, stored: "Stores", enter: Enter
) -> None:
    from features.translation.models import KeptTranslation

    enter()
    client = browse("analyst")
    assert "[en] Der Hafen ist offen." in ask(client, GERMAN.id)
    later = KeptTranslation.objects.get().made + timedelta(seconds=1)
    text = "Der Hafen ist zu."
    changed = article(GERMAN.url, GERMAN.title, text, lang="de", changes=1, changed=later)
    stored.documents().write([changed])
    stored.documents().refresh()
    page = client.get("/search/").content.decode()
    assert "[en] Hafen offen" in page
    assert "[en] Der Hafen ist offen." not in page


def test_what_goes_wrong_is_said_in_a_sentence_and_the_original_stays(
    browse: Browse,
    stored: "Stores",
    enter: Enter,
    server: TranslatorServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    enter()
    client = browse("analyst")
    server.body = b"<html>Log in, Hafen offen</html>"
    caplog.set_level(logging.INFO)
    page = ask(client)
    assert "Not translated, so you see the original: 127.0.0.1 does not answer as" in page
    assert 'lang="de" data-hit>Hafen offen</a>' in page
    server.body, server.status = b'{"error": "<b>Hafen offen %s</b>"}' % (b"!" * 900), 500
    page = ask(client)
    assert "127.0.0.1 answered with status 500: &lt;b&gt;Hafen offen" in page
    assert "!" * 400 not in page
    server.body, server.status = None, 200
    ask(client)
    events = [each for each in caplog.records if each.msg in set(TranslationEvent)]
    assert {each.msg for each in events} == {
        TranslationEvent.TRANSLATED,
        TranslationEvent.NOT_TRANSLATED,
    }
    for each in events:
        assert "Hafen" not in str(each.__dict__)
        assert KEY not in str(each.__dict__)


def test_one_language_that_is_refused_leaves_the_others(
    browse: Browse, stored: "Stores", enter: Enter
) -> None:
    enter()
    klingon = article("https://a.example/6", "tlhIngan", "Hol.", lang="aa")
    stored.documents().write([klingon])
    stored.documents().refresh()
    page = ask(browse("analyst"), klingon.id, GERMAN.id)
    assert "aa is not supported" in page
    assert "[en] Hafen offen" in page


def test_a_translator_that_is_slow_ends_with_the_limit(
    browse: Browse,
    stored: "Stores",
    enter: Enter,
    server: TranslatorServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("features.translation.translating.WAIT_SECONDS", 0.2)
    enter()
    server.may_answer.clear()
    page = ask(browse("analyst"))
    assert "127.0.0.1 took longer than 20 seconds, the most that a page waits." in page
    assert len(server.asked) == 1


def test_readers_beyond_two_are_asked_to_try_again(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    from features.translation import translating

    enter()
    with translating._TURNS, translating._TURNS:
        page = ask(browse("analyst"))
    assert "Other titles are being translated. Try again in a few seconds." in page
    assert server.asked == []
    assert "[en] Hafen offen" in ask(browse("analyst"))


HOSTILE = '</a><script>alert(1)</script>\u202e" onclick=x'


def test_hostile_translations_are_text(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    enter()
    server.texts = [HOSTILE, HOSTILE]
    client = browse("analyst")
    for page in ("/search/", f"/documents/{GERMAN.id}/"):
        shown = ask(client, GERMAN.id, page=page)
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(1)" in shown


def test_programs_get_translations_with_what_is_missing(
    browse: Browse, stored: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    client = browse("analyst")

    def asked(**content: Any) -> Any:
        data = {"documents": [each.id for each in ALL], "lang": "en", **content}
        return client.post("/api/v1/translations", json.dumps(data), "application/json")

    assert asked().status_code == 409
    enter()
    answer = asked().json()
    assert answer["lang"] == "en"
    assert [(each["id"], each["title"], each["by"]) for each in answer["translations"]] == [
        (GERMAN.id, "[en] Hafen offen", "LibreTranslate"),
        (FRENCH.id, "[en] Le port", "LibreTranslate"),
    ]
    assert answer["problem"] == ""
    server.status = 500
    answer = asked(lang="zh-hans").json()
    assert answer["translations"] == []
    assert "status 500" in answer["problem"]
    refused: list[dict[str, Any]] = [
        {"lang": "xx"},
        {"documents": []},
        {"documents": ["a"] * 51},
        {"more": 1},
    ]
    for wrong in refused:
        assert asked(**wrong).status_code == 422


def test_an_erased_document_leaves_no_translation(
    browse: Browse, stored: "Stores", enter: Enter
) -> None:
    from features.translation import store
    from hooks.process import features

    enter()
    ask(browse("analyst"))
    assert (
        features().tell("count_documents", ids=[GERMAN.id, "none"]).count({"translations": 1}) == 1
    )
    assert {"translations": 1} in features().tell("erase_documents", ids=[GERMAN.id])
    assert store.count_documents() == 1


def test_a_document_that_is_erased_while_it_is_translated_leaves_none(
    browse: Browse, stored: "Stores", enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.translation.models import KeptTranslation
    from features.translation.translators.libretranslate import LibreTranslate
    from hooks.process import features

    def slow(_self: object, texts: list[str], *_more: object) -> list[str]:
        if GERMAN.title in texts:
            stored.documents().erase([GERMAN.id])
            features().tell("erase_documents", ids=[GERMAN.id])
        return [f"[en] {each}" for each in texts]

    monkeypatch.setattr(LibreTranslate, "translate", slow)
    enter()
    ask(browse("analyst"), GERMAN.id, FRENCH.id)
    assert [each.document_id for each in KeptTranslation.objects.all()] == [FRENCH.id]


def test_what_comes_after_translation_was_switched_off_is_not_kept(
    browse: Browse, stored: "Stores", enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.translation import store
    from features.translation.entered import remove
    from features.translation.translators.libretranslate import LibreTranslate

    def slow(_self: object, texts: list[str], *_more: object) -> list[str]:
        remove("a")
        return [f"[en] {each}" for each in texts]

    monkeypatch.setattr(LibreTranslate, "translate", slow)
    enter()
    ask(browse("analyst"), GERMAN.id)
    assert store.count_documents() == 0


def test_old_and_surplus_translations_go_also_where_nobody_asks_for_others(
    browse: Browse, stored: "Stores", enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.translation import store
    from features.translation.forgetting import ForgettingLoop
    from features.translation.models import KeptTranslation

    def left(later: timedelta) -> list[str]:
        for _part in ForgettingLoop(stored).parts(newest.made + later):
            pass
        return list(KeptTranslation.objects.values_list("document_id", flat=True))

    enter()
    client = browse("analyst")
    ask(client, GERMAN.id)
    KeptTranslation.objects.update(made=KeptTranslation.objects.get().made - timedelta(days=1))
    ask(client, FRENCH.id)
    newest = KeptTranslation.objects.get(document_id=FRENCH.id)
    assert len(left(store.KEPT - timedelta(days=2))) == 2
    monkeypatch.setattr(store, "MAX_KEPT", 1)
    assert left(timedelta(0)) == [FRENCH.id]
    assert left(store.KEPT + timedelta(seconds=1)) == []


def test_a_page_asks_the_database_at_most_twice(
    browse: Browse, stored: "Stores", enter: Enter
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return sum('FROM "translation_' in each["sql"] for each in queries)

    client = browse("analyst")
    mine = f"/documents/{ENGLISH.id}/"
    assert (asked("/search/?q=lang:en-gb"), asked(mine)) == (0, 0), "all is in the own language"
    assert asked("/search/") == 2
    enter()
    ask(client)
    assert asked("/search/") == 2
    assert asked(f"/documents/{GERMAN.id}/") == 2
