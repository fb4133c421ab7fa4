"""The search page and the pages of documents, over a real store."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import MOMENT, article, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from webui.ports import Ports

HOSTILE = '<script>alert("1")</script> & <img src=x onerror=alert(2)>'
Browse = Callable[..., "Client"]


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def titles(html: str) -> list[str]:
    return [re.sub(r"<[^>]+>", "", title) for title in re.findall(r"<h3><a href=\"/documents/.*?>(.*?)</a></h3>", html)]


def test_an_empty_store_says_that_it_is_empty(browse: Browse) -> None:
    html = page_of(browse("analyst"), "/search/")
    assert "No documents yet" in html
    assert "Add a source" not in html
    assert "Add a source" in page_of(browse("operator"), "/search/")


def test_no_match_is_told_from_an_empty_store(browse: Browse, ports: "Ports") -> None:
    ports.documents().write([article("https://example.org/1", "Bank cuts rates")])
    html = page_of(browse("analyst"), "/search/?q=zebra")
    assert "Nothing matches" in html
    assert "No documents yet" not in html


def test_marks_what_was_found(browse: Browse, ports: "Ports") -> None:
    ports.documents().write([article("https://example.org/1", "Bank cuts rates", "Many banks follow.", lang="en")])
    html = page_of(browse("analyst"), "/search/?q=bank")
    assert "<mark>Bank</mark> cuts rates" in html
    assert "Many <mark>banks</mark> follow." in html


def test_chinese_is_found_and_marked(browse: Browse, ports: "Ports") -> None:
    ports.documents().write([article("https://cnr.example/1", "央行宣布降息", "中国人民银行今天宣布降息。", lang="zh")])
    assert "央行宣布<mark>降息</mark>" in page_of(browse("analyst"), "/search/?q=降息")


def test_hostile_pages_stay_text(browse: Browse, ports: "Ports") -> None:
    page = thread_page(1, f"bank {HOSTILE}")
    ports.documents().write(
        [
            article(
                "https://evil.example/1",
                f"bank {HOSTILE}",
                f"bank {HOSTILE}",
                author=HOSTILE,
                tags=(HOSTILE,),
                source=HOSTILE,
                date_evidence=(HOSTILE,),
                lang='"><script>',
            ),
            page,
        ]
    )
    client = browse("admin")
    found = page_of(client, "/search/?q=bank")
    for html in (found, page_of(client, f"/documents/{page.id}/"), *documents_on(client, found)):
        assert "<script>" not in html.replace('<script src="/static/', "")
        assert "<img src=x" not in html
    assert "<mark>bank</mark> &lt;script&gt;" in found


def test_a_document_shows_how_sure_its_extraction_is_and_what_goes_with_it(browse: Browse, ports: "Ports") -> None:
    known = article(
        "https://one.example/1",
        "Bank one",
        modified=MOMENT + timedelta(hours=3),
        image="https://one.example/lead.jpg",
        next_url="https://one.example/1?page=2",
        page_kind="listing",
        kind_confidence=0.58,
        confidence=0.914,
    )
    older = article("https://one.example/2", "Bank two")
    ports.documents().write([known, older])
    client = browse("analyst")
    html = page_of(client, f"/documents/{known.id}/")
    assert 'href="https://one.example/lead.jpg"' in html
    assert 'href="https://one.example/1?page=2"' in html
    assert "List of links (58%)" in html
    assert "91% expected" in html
    assert "2026-11-20 11:30" in html
    assert "expected" not in page_of(client, f"/documents/{older.id}/")


def test_the_image_and_next_page_of_a_hostile_document_are_no_links(browse: Browse, ports: "Ports") -> None:
    evil = article("https://evil.example/1", "Bank", image="javascript:alert(1)", next_url='data:text/html,"><script>')
    ports.documents().write([evil])
    html = page_of(browse("analyst"), f"/documents/{evil.id}/")
    assert 'href="javascript:' not in html
    assert 'href="data:' not in html
    assert "<script>" not in html.replace('<script src="/static/', "")


def documents_on(client: "Client", html: str) -> list[str]:
    return [page_of(client, path) for path in re.findall(r'href="(/documents/\w+/)"', html)]


def test_an_address_that_is_no_web_address_is_no_link(browse: Browse, ports: "Ports") -> None:
    document = article("https://evil.example/1", "One", url="javascript:alert(1)")
    ports.documents().write([document])
    assert 'href="javascript:' not in page_of(browse("analyst"), f"/documents/{document.id}/")


def test_facets_narrow_the_search_and_can_be_dropped_again(browse: Browse, ports: "Ports") -> None:
    ports.documents().write(
        [
            article("https://one.example/1", "Bank one"),
            article("https://two.example/1", "Bank two", channel="list", source="Other & more"),
        ]
    )
    client = browse("analyst")
    html = page_of(client, "/search/?q=bank")
    link = re.search(r'href="(\?[^"]*source=Other[^"]*)"', html)
    assert link
    narrowed = page_of(client, "/search/" + link[1].replace("&amp;", "&"))
    assert titles(narrowed) == ["Bank two"]
    assert 'class="chip-title">Source</span> Other &amp; more' in narrowed
    dropped = re.search(r'class="chip" href="(\?[^"]*)"', narrowed)
    assert dropped
    assert len(titles(page_of(client, "/search/" + dropped[1].replace("&amp;", "&")))) == 2


def test_pages_follow_each_other_without_loss_or_repetition(browse: Browse, ports: "Ports") -> None:
    ports.documents().write(
        [article(f"https://example.org/{n}", f"Bank {n}", published=MOMENT - timedelta(hours=n % 7)) for n in range(47)]
    )
    client = browse("analyst")
    seen: list[str] = []
    path: str | None = "/search/?q=bank&sort=time"
    pages = 0
    while path:
        html = page_of(client, path)
        assert "47 documents" in html
        seen += titles(html)
        following = re.search(r'rel="next" href="(\?[^"]*)"', html)
        path = "/search/" + following[1].replace("&amp;", "&") if following else None
        pages += 1
    assert pages == 3
    assert sorted(seen) == sorted(f"Bank {n}" for n in range(47))


def test_order(browse: Browse, ports: "Ports") -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Bank bank bank", "bank", published=MOMENT - timedelta(days=3)),
            article("https://example.org/2", "News", "A bank and many other words about the weather of today."),
        ]
    )
    client = browse("analyst")
    assert titles(page_of(client, "/search/?q=bank&sort=relevance"))[0] == "Bank bank bank"
    assert titles(page_of(client, "/search/?q=bank&sort=time"))[0] == "News"
    assert titles(page_of(client, "/search/"))[0] == "News"


def test_days_limit_the_search(browse: Browse, ports: "Ports") -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Old", published=MOMENT - timedelta(days=10)),
            article("https://example.org/2", "New"),
        ]
    )
    client = browse("analyst")
    assert titles(page_of(client, "/search/?after=2026-11-20&before=2026-11-20")) == ["New"]
    assert titles(page_of(client, "/search/?before=2026-11-19")) == ["Old"]


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("after=yesterday", 200, "“yesterday” is no day; write it as 2026-11-21."),
        ("after=2026-02-02&before=2026-01-01", 200, "The first day is later than the last"),
        ("q=%21%21%21", 400, "This query cannot be searched."),
        ("q=" + "a" * 1001, 400, "shorten it"),
        ("q=a&cursor=nonsense", 400, "This query cannot be searched."),
        ("sort=sideways&channel=none", 200, "Nothing matches"),
        ("q=%00", 200, "No documents yet"),
    ],
)
def test_bad_input_is_explained(browse: Browse, query: str, status: int, said: str) -> None:
    assert said in page_of(browse("analyst"), f"/search/?{query}", status)


def test_an_article_is_shown_whole_with_the_reasons_for_its_date(browse: Browse, ports: "Ports") -> None:
    document = article("https://example.org/1", "Bank cuts rates", "First.\nSecond.\nThird.", tags=("economy",))
    ports.documents().write([document])
    html = page_of(browse("analyst"), f"/documents/{document.id}/")
    assert re.findall(r"<p>(\w+\.)</p>", html) == ["First.", "Second.", "Third."]
    assert "json-ld: 2026-11-20T08:30Z → 2026-11-20T08:30:00+00:00" in html
    assert '<a class="address" href="https://example.org/1" rel="noopener noreferrer nofollow external"' in html
    assert '<article class="text" lang="en">' in html


def test_a_thread_is_shown_whole_from_any_of_its_pages(browse: Browse, ports: "Ports") -> None:
    pages = [thread_page(2, "third", "fourth"), thread_page(1, "first", "second")]
    ports.documents().write(pages)
    client = browse("analyst")
    for page in pages:
        html = page_of(client, f"/documents/{page.id}/")
        assert re.findall(r"<p>(\w+)</p>", html) == ["first", "second", "third", "fourth"]
        assert "2 pages" in html


def test_a_document_that_is_not_there(browse: Browse) -> None:
    assert "There is nothing here" in page_of(browse("analyst"), "/documents/" + "0" * 32 + "/", 404)


def test_export_gives_every_match_whole(browse: Browse, ports: "Ports") -> None:
    ports.documents().write([article("https://example.org/1", "Bank", "银行"), thread_page(1, "bank", "other")])
    answer = browse("analyst").get("/search/export/?q=bank")
    found = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert {each["title"] for each in found} == {"Bank", "Trains are late"}
    assert [post["body"] for each in found for post in each["posts"]] == ["bank", "other"]
    assert found[0]["published"] == MOMENT.isoformat()
    assert "attachment" in answer["Content-Disposition"]
    assert browse("analyst").get("/search/export/?q=!!").status_code == 400
