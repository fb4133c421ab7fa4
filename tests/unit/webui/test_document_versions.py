"""What pages and the API say of articles that were changed or taken down, over a real store."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.counters.events import Event
from storage.documents.port import Document, DocumentVersion
from storage.errors import Unavailable
from storage.outcomes import Outcome
from tests.unit.webui.samples import MOMENT, article, compact, draft

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
TEXTS = ("The mayor stays in office.", "The mayor may resign.", "The mayor <b>resigned</b> today.")
HOURS = timedelta(hours=1), timedelta(hours=6)


def page_of(
    client: "Client", path: str, status: int = 200, headers: Mapping[str, str] | None = None
) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == status
    # Times are elements with their exact moment.
    return re.sub("<time[^>]*>|</time>", " ", compact(answer.content.decode()))


@pytest.fixture
def changed(ports: "Stores") -> Document:
    """An article that was changed twice and then taken down."""
    times = {"changes": 2, "changed": MOMENT + HOURS[1], "gone": MOMENT + timedelta(days=2)}
    document = article("https://paper.example/7", "Mayor", TEXTS[2], **times)
    seen = (document.collected, MOMENT + HOURS[0])
    texts = [
        DocumentVersion(number=number + 1, seen=seen[number], title="Mayor", content=TEXTS[number])
        for number in range(2)
    ]
    ports.documents().keep_versions(document, texts)
    ports.documents().write([document, article("https://paper.example/8", "Mayor of old")])
    return document


def test_an_article_says_how_often_it_changed_and_that_it_is_gone(
    browse: Browse, changed: Document
) -> None:
    client = browse("analyst")
    html = page_of(client, f"/documents/{changed.id}/")
    assert "Edited 2 times by the publisher, last on 2026-11-20 14:30" in html
    assert "The page has been gone since 2026-11-22 08:30" in html
    assert f'<a href="/documents/{changed.id}/versions/">Show what changed</a>' in html
    other = page_of(client, f"/documents/{article('https://paper.example/8', '').id}/")
    assert "Show what changed" not in other
    assert "is gone" not in other


def test_results_mark_what_changed_and_what_is_gone(browse: Browse, changed: Document) -> None:
    client = browse("analyst")
    html = page_of(client, "/search/?q=mayor")
    assert html.count("changed 2026-11-20 14:30") == html.count("gone since 2026-11-22 08:30") == 1
    assert "1 document" in page_of(client, "/search/?q=has:changes")
    assert "1 document" in page_of(client, "/search/?q=is:gone+goneafter:2026-11-22")
    assert "No documents match" in page_of(client, "/search/?q=is:gone+gonebefore:2026-11-21")
    open_beside = page_of(client, f"/search/?q=mayor&open={changed.id}")
    assert "The page has been gone since" in open_beside


def test_a_partial_text_is_marked_and_can_be_left_out(browse: Browse, ports: "Stores") -> None:
    partial = article(
        "https://paper.example/9", "Mayor", text_source="teaser", text_reason="the page asks"
    )
    ports.documents().write([partial, article("https://paper.example/8", "Mayor of old")])
    client = browse("analyst")
    found = page_of(client, "/search/?q=mayor")
    assert found.count("partial text") == 1
    assert "1 document" in page_of(client, "/search/?q=mayor+is:partial")
    assert "partial text" not in page_of(client, "/search/?q=mayor+-is:partial")
    html = page_of(client, f"/documents/{partial.id}/")
    assert "This is only the beginning of the text. The rest is behind a paywall." in html
    assert "the page, up to the paywall" in html
    assert "the page asks" in html


def test_a_query_that_asks_for_something_else_is_told_what_there_is(browse: Browse) -> None:
    client = browse("analyst")
    assert "is: is only for pages that are gone" in page_of(client, "/search/?q=is:new", 400)
    assert "Write has:date or has:changes." in page_of(client, "/search/?q=has:text", 400)


def test_two_texts_are_compared_word_by_word(browse: Browse, changed: Document) -> None:
    client = browse("analyst")
    path = f"/documents/{changed.id}/versions/"
    last = page_of(client, path)
    assert "<del>may resign.</del><ins>&lt;b&gt;resigned&lt;/b&gt; today.</ins>" in last
    assert "<b>resigned" not in last
    assert '<option value="2" selected>' in last
    assert '<option value="3" selected>' in last
    first = page_of(client, f"{path}?from=1&to=2")
    assert "<del>stays in office.</del><ins>may resign.</ins>" in first
    assert "<del>stays in office.</del>" in page_of(client, f"{path}?from=2&to=1")
    assert "Both texts are the same" in page_of(client, f"{path}?from=1&to=1")
    for nonsense in ("?from=9&to=x", "?from=-1", f"?from={'9' * 40}"):
        assert "<del>may resign.</del>" in page_of(client, path + nonsense)


def test_texts_that_are_not_kept_are_said_to_be_missing(
    browse: Browse, ports: "Stores", changed: Document
) -> None:
    client = browse("analyst")
    many = replace(changed, changes=24)
    for number in (*range(3, 25),):
        text = DocumentVersion(
            number=number, seen=MOMENT, title="Mayor", content=f"Version {number}"
        )
        ports.documents().keep_versions(replace(many, changes=number), [text])
    ports.documents().write(
        [many, article("https://paper.example/9", "Lost", changes=1, changed=MOMENT)]
    )
    html = page_of(client, f"/documents/{many.id}/versions/")
    assert "3 texts between the first and the newest ones are not kept." in html
    lost = article("https://paper.example/9", "Lost").id
    assert "The earlier texts of this document are no longer stored." in page_of(
        client, f"/documents/{lost}/versions/"
    )
    never = article("https://paper.example/8", "").id
    assert "has not changed this document" in page_of(client, f"/documents/{never}/versions/")
    page_of(client, "/documents/unknown/versions/", 404)


def test_an_outage_is_not_a_missing_text(
    browse: Browse, ports: "Stores", changed: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("Elasticsearch", "connection refused")

    monkeypatch.setattr(ports.documents(), "versions", away)
    html = page_of(browse("analyst"), f"/documents/{changed.id}/versions/", 503)
    assert "Newsloom cannot read the earlier texts now." in html
    assert "no longer stored" not in html


def test_only_who_may_search_sees_the_texts(browse: Browse, changed: Document) -> None:
    path = f"/documents/{changed.id}/versions/"
    assert browse("ops").get(path).status_code == 403
    assert browse("").get(path).status_code == 302


def test_pages_are_in_chinese_too(browse: Browse, changed: Document) -> None:
    client = browse("analyst")
    path = f"/documents/{changed.id}/"
    assert "发布者修改过 2 次" in page_of(client, path, headers={"accept-language": "zh-hans"})
    assert "较早的版本" in page_of(
        client, f"{path}versions/", headers={"accept-language": "zh-hans"}
    )


def test_the_api_returns_the_earlier_texts(browse: Browse, changed: Document) -> None:
    client = browse("analyst")
    found = json.loads(client.get(f"/api/v1/documents/{changed.id}/versions").content)
    assert [(each["number"], each["content"]) for each in found] == [(1, TEXTS[0]), (2, TEXTS[1])]
    whole = json.loads(client.get(f"/api/v1/documents/{changed.id}").content)
    assert (whole["changes"], whole["changed"], whole["gone"]) == (
        2,
        "2026-11-20T14:30:00Z",
        "2026-11-22T08:30:00Z",
    )
    other = article("https://paper.example/8", "").id
    assert json.loads(client.get(f"/api/v1/documents/{other}/versions").content) == []
    assert client.get("/api/v1/documents/unknown/versions").status_code == 404


def test_exports_have_the_earlier_texts(browse: Browse, changed: Document) -> None:
    client = browse("analyst")
    lines = client.get("/search/export/?q=has:changes").getvalue().splitlines()
    assert [each["content"] for each in json.loads(lines[1])["versions"]] == list(TEXTS[:2])
    table = client.get("/search/export/?q=has:changes&format=csv").getvalue().decode()
    assert ",2,2026-11-20T14:30:00+00:00,2026-11-22T08:30:00+00:00," in table


def test_a_source_says_how_its_articles_are_visited_again(browse: Browse, ports: "Stores") -> None:
    from storage.database.sources.sources import add_source

    plain = add_source(draft("Plain"), "anna")
    client = browse("operator")
    assert "Articles visited again</dt><dd>Never" in page_of(client, f"/sources/{plain.pk}/")
    source = add_source(draft("Again", revisit="auto"), "anna")
    html = page_of(client, f"/sources/{source.pk}/")
    assert "None yet: articles are visited again when they are old enough" in html
    assert "at these ages: 1 h, 6 h, 1 d, 3 d, 7 d, 30 d" in html
    event = Event(
        source_id=source.pk,
        outcome=Outcome.CHANGED,
        at=MOMENT.timestamp(),
        run_id="r",
        channel="feed",
        site="a.example",
        url="https://a.example/1",
    )
    outcomes = (Outcome.CHANGED, Outcome.UNCHANGED, Outcome.UNCHANGED, Outcome.OVER_BUDGET)
    ports.counters().record([replace(event, outcome=each) for each in outcomes])
    html = page_of(client, f"/sources/{source.pk}/")
    assert "3 visits, 1 changes found" in html
    assert "left out because no pages were left that day: 1" in html
    assert 'href="/search/?q=has:changes&amp;source=Again&amp;sort=time"' in html
