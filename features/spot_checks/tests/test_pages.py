"""Spot checks: draw, answer, rates, the finding at the source."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from hooks.features import load_features
from storage.documents.port import Document
from testbed.servers.process import free_port
from tests.html_trees import html_tree
from tests.unit.extractor import samples
from tests.unit.webui.samples import article, draft, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PAGE = "/checks/"
LINES = tuple(f"{text} Sentence {number}." for number in range(3) for text in samples.ENGLISH)
DRAW = {
    "count": "10",
    "days": "0",
    "query": "",
    "spread": "documents",
    "seed": "7",
}
RIGHT = {"rest": "right"}


@pytest.fixture(autouse=True)
def no_checks(tables: None) -> None:
    from features.spot_checks.models import SpotCheck

    SpotCheck.objects.all().delete()


def store(ports: "Stores", *documents: Document) -> None:
    ports.documents().write(list(documents))


def some(count: int, **fields: Any) -> list[Document]:
    return [article(f"https://news.example/{n}", f"Ferry {n}", **fields) for n in range(count)]


def text(answer: Any) -> str:
    return " ".join(html_tree(answer.content).text_content().split())


def draw(client: "Client", **chosen: str) -> str:
    """Draw, and return the address of the check."""
    answer = client.post(PAGE, {**DRAW, **chosen})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def titles(client: "Client", check: str, count: int) -> list[str]:
    pages = [
        client.get(f"{check}documents/{place}/").content.decode() for place in range(1, count + 1)
    ]
    return [found[1] for page in pages if (found := re.search(r"<h1[^>]*>(Ferry \d+)", page))]


def answered(page: str) -> list[str]:
    """Return the answers that a page of a document shows."""
    inputs = html_tree(page.encode()).xpath("//input[@type='radio'][@checked]")
    return [each.get("value") for each in inputs]


def answer_all(client: "Client", check: str, **given: str) -> None:
    """Answer about all that is left."""
    while True:
        where = client.get(f"{check}next/")["Location"]
        if where == check:
            return
        assert client.post(where, {**RIGHT, **given}).status_code == 302


def test_a_draw_is_kept_answered_with_a_key_and_shown_with_intervals(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import AuditEntry

    store(ports, *some(5))
    client = browse("analyst")
    check = draw(client)
    assert "0 of 5 documents are answered." in text(client.get(check))
    first = client.get(f"{check}next/", follow=True)
    assert 'data-key="a"' in first.content.decode()
    assert "5 left" in text(first)
    answer_all(client, check)
    shown = text(client.get(check))
    assert "5 of 5 documents are answered." in shown
    assert "100% All right 57–100% · 5 of 5" in shown
    assert "All of this check is answered" in text(client.get(f"{check}next/", follow=True))
    assert AuditEntry.objects.get(kind="spotcheck").action == "draw"
    assert "Answer 5 more" not in text(client.get(PAGE))


def test_the_same_seed_draws_the_same_and_another_seed_others(
    browse: Browse, ports: "Stores"
) -> None:
    store(ports, *some(40))
    client = browse("analyst")
    drawn = [titles(client, draw(client, seed=seed), 10) for seed in ("7", "7", "8")]
    assert len(set(drawn[0])) == 10
    assert drawn[0] == drawn[1] != drawn[2]


def test_only_what_a_search_finds_is_drawn(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(4), article("https://other.example/1", "Fähre", lang="de"))
    client = browse("analyst")
    check = draw(client, query="lang:de")
    assert "0 of 1 document is answered." in text(client.get(check))
    refused = client.post(PAGE, {**DRAW, "query": "lang:fr"})
    assert refused.status_code == 422
    assert "No document of this time matches." in text(refused)
    broken = client.post(PAGE, {**DRAW, "query": "(lang:fr"})
    assert broken.status_code == 422
    assert 'class="errorlist"' in broken.content.decode()


@pytest.mark.parametrize(
    "wrong", [{"count": "0"}, {"count": "1001"}, {"seed": "-1"}, {"spread": "x"}]
)
def test_a_draw_that_makes_no_sense_is_refused(
    browse: Browse, ports: "Stores", wrong: dict[str, str]
) -> None:
    store(ports, *some(1))
    assert browse("analyst").post(PAGE, {**DRAW, **wrong}).status_code == 422


def test_an_open_question_is_asked_again_and_keeps_the_other_answers(
    browse: Browse, ports: "Stores"
) -> None:
    store(ports, *some(1))
    client = browse("analyst")
    asked = client.post(f"{draw(client)}documents/1/", {"title": "wrong"})
    assert asked.status_code == 422
    assert text(asked).count("Answer this question") == 3
    assert answered(asked.content.decode()) == ["wrong"]


def test_the_enter_key_answers_no_open_question(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(1))
    client = browse("analyst")
    place = f"{draw(client)}documents/1/"
    buttons = html_tree(client.get(place).content).xpath(
        "//form[contains(@class, 'spot-answers')]//button"
    )
    # A browser presses the first one.
    assert [each.get("name") for each in buttons] == [None, "rest"]


def test_the_last_answer_counts_whoever_gives_it(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(2))
    one, other = browse("analyst"), browse("operator")
    check = draw(one)
    answer_all(one, check, title="wrong")
    assert "0% All right" in text(one.get(check))
    place = f"{check}documents/1/"
    assert answered(other.get(place).content.decode()) == ["wrong", *["right"] * 3]
    other.post(place, RIGHT)
    assert "50% All right" in text(one.get(check))


def test_what_is_no_longer_there_is_left_out(browse: Browse, ports: "Stores") -> None:
    from features.spot_checks.models import DrawnDocument
    from hooks.process import features

    documents = some(3)
    store(ports, *documents)
    client = browse("analyst")
    check = draw(client)
    answer_all(client, check, title="wrong")
    features().tell("erase_documents", ids=[documents[0].id])
    assert DrawnDocument.objects.filter(answered__isnull=False).count() == 2
    ports.documents().erase([documents[1].id, documents[2].id])
    assert "2 of 2 documents are answered." in text(client.get(check))
    store(ports, documents[1])
    check = draw(client)
    ports.documents().erase([documents[1].id])
    gone = client.get(f"{check}next/", follow=True)
    assert "This document is no longer there" in text(gone)
    client.post(f"{check}documents/1/")
    assert "1 was no longer there and is left out." in text(client.get(check))


def test_without_the_documents_a_check_shows_its_rates(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(1))
    client = browse("admin")
    check = draw(client)
    answer_all(client, check, title="wrong")
    away(ports)
    shown = text(client.get(check))
    assert "cannot show the titles of documents now" in shown
    assert "0% All right" in shown


def test_a_thread_is_shown_whole(browse: Browse, ports: "Stores") -> None:
    store(ports, thread_page(1, *(f"Post {n}." for n in range(150))))
    client = browse("analyst")
    page = client.get(f"{draw(client)}documents/1/").content.decode()
    assert "Post 0." in page
    assert "Post 149." in page


def test_the_source_shows_what_its_newest_check_found(browse: Browse, ports: "Stores") -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Example"), "test").pk
    store(ports, *some(2, source_id=source))
    client = browse("operator")
    check = draw(client)
    page = f"/sources/{source}/"
    assert "What spot checks found" not in text(client.get(page))
    client.post(f"{check}documents/1/", {**RIGHT, "pure": "wrong"})
    client.post(f"{check}documents/2/", RIGHT)
    shown = text(client.get(page))
    assert "What spot checks found" in shown
    assert "other words in the text" in shown
    assert "50%" in shown
    newer = draw(client)
    answer_all(client, newer)
    assert "other words in the text" not in text(client.get(page))


def test_lists_lead_to_the_checks_and_a_source_to_one_of_its_own(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Example"), "test").pk
    client = browse("operator")
    for page in ("/sources/", "/collections/"):
        assert leads(client, page) == [PAGE]
    assert leads(client, f"/sources/{source}/") == [
        f"{PAGE}?query=source%3A%22Example%22&count=50#t-draw"
    ]
    assert leads(browse("ops"), "/sources/") == []


def leads(client: "Client", page: str) -> list[str]:
    """Return the addresses of checks that a page links to."""
    links = html_tree(client.get(page).content).xpath("//main//a/@href")
    return [str(each) for each in links if each.startswith(PAGE)]


def test_who_drew_it_and_administrators_delete_a_check(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(1))
    client = browse("analyst")
    check = draw(client)
    assert browse("operator").post(f"{check}delete/").status_code == 404
    assert browse("admin").post(f"{check}delete/").status_code == 302
    assert client.get(check).status_code == 404


def test_it_speaks_chinese(browse: Browse, ports: "Stores") -> None:
    store(ports, *some(1))
    client = browse("analyst", headers={"accept-language": "zh-hans"})
    check = draw(client)
    assert "标题正确吗？" in text(client.get(f"{check}documents/1/"))
    answer_all(client, check)
    assert "21–100% · 1 篇中 1 篇" in text(client.get(check))


def away(ports: "Stores") -> None:
    """Let the document store not answer any more."""
    nowhere = f"elasticsearch://127.0.0.1:{free_port()}/newsloom-nowhere"
    ports.close()
    ports.settings = replace(ports.settings, documents_url=nowhere)


def test_a_draw_without_the_documents_keeps_what_was_entered(
    browse: Browse, ports: "Stores"
) -> None:
    client = browse("analyst")
    away(ports)
    answer = client.post(PAGE, {**DRAW, "query": "ferry", "count": "17"})
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "Nothing was drawn." in page
    assert 'value="17"' in page
    assert 'value="ferry"' in page


def test_an_answer_without_the_documents_is_kept(browse: Browse, ports: "Stores") -> None:
    from features.spot_checks.models import DrawnDocument

    store(ports, *some(2))
    client = browse("analyst")
    check = draw(client, count="2")
    away(ports)
    where = f"{check}documents/1/"
    half = client.post(where, {"title": "wrong"})
    assert half.status_code == 422
    page = half.content.decode()
    assert "What you entered is kept below." in page
    assert answered(page) == ["wrong"]
    assert not DrawnDocument.objects.filter(answered__isnull=False).exists()
    whole = client.post(where, {"title": "wrong", **RIGHT})
    assert whole.status_code == 302
    assert DrawnDocument.objects.get(answered__isnull=False).answers["title"] == "wrong"
    assert client.get(f"{check}documents/2/").status_code == 503


def test_a_check_stays_with_a_user_who_is_renamed(browse: Browse, ports: "Stores") -> None:
    from django.contrib.auth.models import User

    store(ports, *some(1))
    client = browse("analyst")
    check = draw(client, count="1")
    owner = User.objects.get()
    name, owner.username = owner.username, "renamed"
    owner.save()
    other = browse("analyst")
    User.objects.exclude(pk=owner.pk).update(username=name)
    assert other.post(f"{check}delete/").status_code == 404
    assert client.post(f"{check}delete/").status_code == 302


def test_a_document_is_shown_without_its_page_if_the_archive_is_off(
    browse: Browse, ports: "Stores"
) -> None:
    from django.test import override_settings

    store(ports, *some(1, archived=("a.warc.gz:0",)))
    client = browse("analyst")
    place = f"{draw(client)}documents/1/"
    assert "/archived/1/page/" in client.get(place).content.decode()
    with override_settings(FEATURES=load_features(["all", "-archive"])):
        page = client.get(place)
    assert "/archived/" not in page.content.decode()
    assert "The archive does not have this page." in text(page)
