"""The pages of documents, over a real store."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import DocumentPost
from tests.unit.webui.samples import MOMENT, article, compact, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return compact(answer.content.decode())


def test_a_document_shows_how_sure_its_extraction_is_and_what_goes_with_it(
    browse: Browse, ports: "Stores"
) -> None:
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
    assert "<dt>Extraction confidence</dt><dd>91%</dd>" in html
    assert "2026-11-20 11:30" in html
    assert "Extraction confidence" not in page_of(client, f"/documents/{older.id}/")


def test_the_image_and_next_page_of_a_hostile_document_are_not_links(
    browse: Browse, ports: "Stores"
) -> None:
    evil = article(
        "https://evil.example/1",
        "Bank",
        image="javascript:alert(1)",
        next_url='data:text/html,"><script>',
    )
    ports.documents().write([evil])
    html = page_of(browse("analyst"), f"/documents/{evil.id}/")
    assert 'href="javascript:' not in html
    assert 'href="data:' not in html
    assert "<script>" not in html.replace('<script src="/static/', "")


def test_an_address_that_is_not_a_web_address_is_not_a_link(
    browse: Browse, ports: "Stores"
) -> None:
    document = article("https://evil.example/1", "One", url="javascript:alert(1)")
    ports.documents().write([document])
    assert 'href="javascript:' not in page_of(browse("analyst"), f"/documents/{document.id}/")


def test_an_article_is_shown_whole_with_the_reasons_for_its_date(
    browse: Browse, ports: "Stores"
) -> None:
    document = article(
        "https://example.org/1", "Bank cuts rates", "First.\nSecond.\nThird.", tags=("economy",)
    )
    ports.documents().write([document])
    html = page_of(browse("analyst"), f"/documents/{document.id}/")
    assert re.findall(r"<p>(\w+\.)</p>", html) == ["First.", "Second.", "Third."]
    (chosen,) = re.findall(r'<tr class="chosen">(.*?)</tr>', html)
    assert re.sub(r"<[^>]+>", " ", chosen).split() == [
        *["The", "page’s", "structured", "data", "(JSON-LD)"],
        "2026-11-20T08:30Z",
        "2026-11-20",
        "08:30",
        "Chosen",
    ]
    assert (
        '<a class="address" href="https://example.org/1" rel="noopener noreferrer nofollow '
        'external"' in html
    )
    assert '<article class="text" lang="en">' in html


def test_a_long_thread_is_shown_in_parts_that_lead_to_each_other(
    browse: Browse, ports: "Stores"
) -> None:
    pages = [thread_page(n, *(f"Post {n}-{place}." for place in range(40))) for n in range(1, 6)]
    ports.documents().write(pages)
    client = browse("analyst")
    parts = [page_of(client, f"/documents/{pages[n].id}/") for n in (0, 3, 4)]
    assert [[n for n in range(1, 6) if f"Post {n}-39." in html] for html in parts] == [
        [1, 2],
        [3, 4],
        [5],
    ]
    assert "Pages 3 to 4" in parts[1]
    links = re.findall(r'rel="(prev|next)" href="/documents/([^/]+)/"', parts[1])
    assert links == 2 * [("prev", pages[0].id), ("next", pages[4].id)]
    assert 'rel="prev"' not in parts[0]
    assert 'rel="next"' not in parts[2]


def test_a_thread_is_shown_whole_from_any_of_its_pages(browse: Browse, ports: "Stores") -> None:
    pages = [thread_page(2, "third", "fourth"), thread_page(1, "first", "second")]
    ports.documents().write(pages)
    client = browse("analyst")
    for page in pages:
        html = page_of(client, f"/documents/{page.id}/")
        assert re.findall(r"<p>(\w+)</p>", html) == ["first", "second", "third", "fourth"]
        assert "2 pages" in html


def test_a_document_that_is_not_there(browse: Browse) -> None:
    assert "This page does not exist" in page_of(
        browse("analyst"), "/documents/" + "0" * 32 + "/", 404
    )


@pytest.mark.parametrize(
    ("language", "unknown", "found"),
    [("en", "Date unknown", "found<time"), ("zh-hans", "日期不详", "发现于<time")],
)
def test_a_document_without_a_date_says_so(
    browse: Browse, ports: "Stores", language: str, unknown: str, found: str
) -> None:
    lines = (f"first seen: https://example.org/feed -> {MOMENT.isoformat()}",)
    document = article("https://example.org/1", "Undated", published=None, date_evidence=lines)
    older = article("https://example.org/2", "Undated too", published=None, date_evidence=())
    ports.documents().write([document, older])
    client = browse("analyst", headers={"accept-language": language})
    for path in ("/search/", f"/documents/{document.id}/", f"/documents/{older.id}/"):
        html = page_of(client, path)
        assert f'<span class="badge">{unknown}</span>' in html
        assert found in html
    html = page_of(client, f"/documents/{document.id}/")
    assert f"<dd>{unknown}</dd>" in html
    assert "https://example.org/feed" in html
    assert 'class="chosen"' not in html


def test_where_a_date_was_found_is_said_in_words(browse: Browse, ports: "Stores") -> None:
    lines = tuple(
        f"{source}: 2026-11-20T08:30Z -> 2026-11-20T08:30:00+00:00"
        for source in ("json-ld", "meta, modified", "url", "of-tomorrow")
    )
    document = article("https://example.org/1", "Dated", date_evidence=lines)
    ports.documents().write([document])
    said = {
        "en": ("The page’s structured data (JSON-LD)", "The page’s metadata", "The address"),
        "zh-hans": ("页面结构化数据（JSON-LD）", "页面元数据（meta 标签）", "网址"),
    }
    for language, words in said.items():
        client = browse("analyst", headers={"accept-language": language})
        html = page_of(client, f"/documents/{document.id}/")
        for each in words:
            assert each in html
        # What a later version wrote is shown as it is.
        assert "f-tomorrow" in html


def test_similar_documents_stand_below(browse: Browse, ports: "Stores") -> None:
    text = (
        "A landslide buried the railway near Brigg; engineers from the depot are clearing "
        "the track."
    )
    asked = article("https://one.example/1", "Landslide buries railway", text)
    copy = article("https://two.example/1", "Railway <buried>", text)
    other = article(
        "https://one.example/2", "Elections", "Parliament debated the budget until midnight."
    )
    ports.documents().write([asked, copy, other])
    client = browse("analyst")
    html = page_of(client, f"/documents/{asked.id}/")
    below = html[html.index("Similar documents") :]
    assert f'href="/documents/{copy.id}/" lang="en">Railway &lt;buried&gt;</a>' in below
    assert other.id not in below
    assert "Similar documents" not in page_of(client, f"/documents/{other.id}/")


@pytest.mark.parametrize(("language", "mark"), [("en", "2 of 4 pages"), ("zh-hans", "2/4 页")])
def test_an_article_that_lacks_pages_says_so_wherever_it_is_shown(
    browse: Browse, ports: "Stores", language: str, mark: str
) -> None:
    lacking = article("https://one.example/1", "Bank one", pages=2, page_count=4, confidence=0.6)
    whole = article("https://two.example/1", "Bank two", pages=4, page_count=4)
    ports.documents().write([lacking, whole])
    client = browse("analyst", headers={"accept-language": language})
    assert page_of(client, "/search/?q=bank").count(mark) == 1
    html = page_of(client, f"/documents/{lacking.id}/")
    assert f'<span class="badge warn">{mark}</span>' in html
    assert ("The text is not complete." in html) is (language == "en")
    assert mark not in page_of(client, f"/documents/{whole.id}/")


def test_an_article_of_several_pages_leads_from_one_to_the_next(
    browse: Browse, ports: "Stores"
) -> None:
    first = article(
        "https://example.org/story", "Story", next_url="https://example.org/story?page=2"
    )
    second = article(
        "https://example.org/story?page=2", "Story", next_url="https://example.org/story?page=3"
    )
    # Its address looks like an earlier page, but it does not name the next one as its own.
    stranger = article("https://example.org/other?page=1", "Other")
    alone = article("https://example.org/other?page=2", "Other")
    ports.documents().write([first, second, stranger, alone])
    client = browse("analyst")
    assert f'rel="next" href="/documents/{second.id}/"' in page_of(
        client, f"/documents/{first.id}/"
    )
    html = page_of(client, f"/documents/{second.id}/")
    assert f'rel="prev" href="/documents/{first.id}/"' in html
    assert 'rel="next"' not in html
    assert 'rel="prev"' not in page_of(client, f"/documents/{alone.id}/")


def test_replies_are_indented_and_say_whom_they_answer(browse: Browse, ports: "Stores") -> None:
    def said(author: str, body: str, parent: int | None) -> DocumentPost:
        return DocumentPost(author=author, published=MOMENT, floor=None, body=body, parent=parent)

    posts = (
        said("ann <i>", "Is the bridge closed?", None),
        said("", "Yes.", 0),
        said("bob", "Why?", 1),
        said("cy", "Ice.", 2),
        said("di", "Still?", 3),
        said("ed", "The ferry runs.", None),
    )
    page = replace(thread_page(1, *(post.body for post in posts)), posts=posts)
    ports.documents().write([page])
    html = page_of(browse("analyst"), f"/documents/{page.id}/")
    classes = re.findall(r'<article class="(post[^"]*)" id="post-1-(\d)">', html)
    assert classes == [
        ("post", "1"),
        ("post reply depth-1", "2"),
        ("post reply depth-2", "3"),
        ("post reply depth-3", "4"),
        ("post reply depth-3", "5"),
        ("post", "6"),
    ]
    answers = re.findall(r'<a class="answer" href="([^"]+)">(.*?)</a>', html)
    here = f"/documents/{page.id}/?post="
    assert answers == [
        (f"{here}1#post-1-1", "answers ann &lt;i&gt;"),
        (f"{here}2#post-1-2", "answers post 2"),
        (f"{here}3#post-1-3", "answers bob"),
        (f"{here}4#post-1-4", "answers cy"),
    ]
    assert "6 posts" in html


def test_a_reply_in_another_part_of_the_thread_leads_to_its_post(
    browse: Browse, ports: "Stores"
) -> None:
    bodies = [f"Reply {n} " + "about the bridge " * 30 for n in range(5_000)]
    first = DocumentPost(author="ann", published=MOMENT, floor=1, body="Is it closed?")
    posts = (first, *(replace(first, floor=None, body=body, parent=0) for body in bodies))
    page = replace(thread_page(1, "x"), posts=posts)
    ports.documents().write([page])
    html = page_of(browse("analyst"), f"/documents/{page.id}/?post=4000")
    assert 'id="post-1-4000"' in html
    assert 'id="post-1-1"' not in html
    assert f'<a class="answer" href="/documents/{page.id}/?post=1#post-1-1">answers ann</a>' in html


def test_a_post_shows_its_floor_whom_it_answers_and_what_it_quotes(
    browse: Browse, ports: "Stores"
) -> None:
    posts = (
        DocumentPost(author="ann", published=MOMENT, floor=1, body="Is the bridge closed?"),
        DocumentPost(
            author="",
            published=None,
            floor=None,
            body="Yes.",
            quoted="Is the bridge <b>",
            reply_to="ann <i>",
        ),
    )
    page = replace(thread_page(1, "Is the bridge closed?", "Yes."), posts=posts)
    ports.documents().write([page])
    html = page_of(browse("analyst"), f"/documents/{page.id}/")
    first, second = re.findall(
        r'<article class="post" id="post-1-\d">(.*?)</article>', html, re.DOTALL
    )
    assert '<span class="floor">#1</span><span class="author">ann</span>' in first
    assert "replies to" not in first
    assert "replies to ann &lt;i&gt;" in second
    assert "<blockquote><p>Is the bridge &lt;b&gt;</p></blockquote>" in second
    assert 'class="floor"' not in second
