"""A thread as one hit on the search page and in the API, over a real store."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from storage.documents.port import Document
from storage.keys import url_key
from tests.unit.webui.samples import MOMENT, article, compact, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
THREAD = url_key("https://forum.example/t/1")


@pytest.fixture
def pages(ports: "Stores") -> list[Document]:
    made = [
        thread_page(1, "It hums", "Mine too", "And mine"),
        thread_page(2, "The valve hums", "No", "A <b>valve</b> is fine"),
        thread_page(3, "A new valve", "Good"),
    ]
    other = article("https://news.example/v", "Valve works close", "The valve works close.")
    ports.documents().write([*made, other])
    return made


def page_of(client: "Client", path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_a_thread_is_one_hit_with_the_way_to_each_matching_post(
    browse: Browse, pages: list[Document]
) -> None:
    html = page_of(browse("analyst"), "/search/?q=valve&sort=time")
    assert "3 documents in 2 groups" in html
    assert html.count('<article class="hit"') == 2
    assert "3 matching posts:" in html
    _, second, third = (page.id for page in pages)
    for page, post, number in ((second, 1, 20), (second, 3, 22), (third, 1, 30)):
        anchor = f"post-{2 if page == second else 3}-{post}"
        reading = f"/documents/{page}/?q=valve&amp;sort=time&amp;page=1"
        assert f'<a href="{reading}&amp;post={post}#{anchor}">#{number}</a>' in html
    pages_url = f"?q=thread%3A{THREAD}+valve&amp;sort=time&amp;copies=each"
    assert f'<a href="{pages_url}">2 matching pages</a>' in html


def test_words_are_looked_for_in_the_first_hits_first(browse: Browse, ports: "Stores") -> None:
    for name, often, day in (("a", 1, 2), ("b", 9, 1)):
        ports.documents().write(
            [
                replace(
                    thread_page(page, f"{'Valve. ' * often}{'The sea is calm. ' * 500}"),
                    id=url_key(f"https://forum.example/{name}/{page}"),
                    thread=url_key(f"https://forum.example/{name}/1"),
                    published=MOMENT.replace(day=day),
                )
                for page in (1, 2)
            ]
        )
    first_hits = set()
    # Whatever the order of the store, it is another one than one of these.
    for order in ("time", "relevance"):
        html = page_of(browse("analyst"), f"/search/?q=valve&sort={order}")
        first, second = html.split('<article class="hit"')[1:]
        assert "2 matching posts:" in first
        assert "matching post" not in second
        first_hits.add(first[:80])
    assert len(first_hits) == 2


def test_a_ticked_thread_is_exported_with_every_matching_page(
    browse: Browse, pages: list[Document]
) -> None:
    def exported(query: str) -> str:
        answer = browse("analyst").post(
            f"/search/export/?q=valve&format=csv{query}", {"document": [pages[2].id]}
        )
        return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]

    for query, found in (("", [False, True, True]), ("&copies=each", [False, False, True])):
        text = exported(query)
        assert [page.url in text.replace("\n", ",").split(",") for page in pages] == found


def test_what_was_ticked_is_exported_also_if_it_matches_no_longer(
    browse: Browse, pages: list[Document], ports: "Stores"
) -> None:
    """The file says what it has beside what was ticked, and what is missing."""

    def exported(*ids: str) -> Any:
        return browse("analyst").post(
            "/search/export/?q=valve&format=csv", {"document": [*ids, "gone"]}
        )

    changed = article("https://one.example/changed", "Ferry")
    ports.documents().write([changed])
    text = b"".join(exported(changed.id, pages[2].id).streaming_content).decode()
    assert changed.url in text
    assert "ticked:3 further_pages:1 no_longer_stored:1" in text
    refused = exported()
    assert refused.status_code == 400
    assert "None of these documents is stored any more." in refused.content.decode()


def test_all_that_match_are_counted(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [article(f"https://one.example/{n}", f"Valve {n}", f"Valve {n}") for n in range(23)]
    )
    assert "All 23 that match" in page_of(browse("analyst"), "/search/?q=valve")


def test_each_page_is_a_hit_for_who_wants_that(browse: Browse, pages: list[Document]) -> None:
    html = page_of(browse("analyst"), "/search/?q=valve&copies=each")
    assert "3 documents" in html
    assert "matching post" not in html
    assert "matching page" not in html


def test_another_page_of_the_thread_has_its_place_in_the_results(
    browse: Browse, pages: list[Document]
) -> None:
    client = browse("analyst")
    listed = page_of(client, "/search/?q=valve")
    [shown] = [page.id for page in pages if f'id="hit-{page.id}"' in listed]
    for page in pages[1:]:
        html = page_of(client, f"/documents/{page.id}/?q=valve&page=1&post=1")
        assert "of 2 results for “valve”" in html
        assert f"#hit-{shown}" in html


def test_the_api_says_where_a_thread_matches(browse: Browse, pages: list[Document]) -> None:
    client = browse("analyst")
    answer: Any = client.get("/api/v1/documents?q=valve&copies=once").json()
    hits = {hit["document"]["kind"]: hit for hit in answer["hits"]}
    assert answer["total"] == 2
    assert hits["article"]["pages"] == 1
    assert hits["article"]["posts"] == []
    assert hits["thread"]["pages"] == 2
    assert [each["floor"] for each in hits["thread"]["posts"]] == [20, 22, 30]
    last = hits["thread"]["posts"][-1]
    assert (last["document"], last["number"]) == (pages[2].id, 1)
    assert last["page"].endswith(f"/documents/{pages[2].id}/?post=1#post-3-1")
    each = client.get("/api/v1/documents?q=valve").json()
    assert {(hit["pages"], len(hit["posts"])) for hit in each["hits"]} == {(1, 0)}


def test_what_was_not_looked_through_is_not_counted_as_all(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([thread_page(number, "The valve", "hums") for number in range(1, 9)])
    html = page_of(browse("analyst"), "/search/?q=valve")
    assert "At least 5 matching posts:" in html
    assert "8 matching pages" in html
