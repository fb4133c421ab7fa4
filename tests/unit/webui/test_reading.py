"""From a hit to its document: marks, the place in the results, and long threads in parts."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import DocumentPost
from tests.unit.webui.samples import MOMENT, article, compact, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
MAX_BYTES = 200_000


def page_of(client: "Client", path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    assert len(answer.content) < MAX_BYTES
    return compact(answer.content.decode())


def link(html: str, rel: str) -> str:
    """Return the address of the link to a result before or after, "" for none."""
    place = re.search(r'<nav class="result-place".*?</nav>', html)
    assert place
    found = re.search(rf'rel="{rel}" href="([^"]+)"', place[0])
    return unescape(found[1]) if found else ""


def hits(html: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'<h3><a href="([^"]+)"', html)]


def test_a_hit_opens_with_its_words_marked_and_its_place_among_the_results(
    browse: Browse, ports: "Stores"
) -> None:
    text = "Calm day.\nThe harbour was closed.\nHarbours <b> reopen."
    found = article("https://one.example/1", "At the harbour", text)
    ports.documents().write([found, article("https://one.example/2", "Calm", "Nothing.")])
    client = browse("analyst")
    (address,) = hits(page_of(client, "/search/?q=harbour"))
    assert address.startswith(f"/documents/{found.id}/?")
    assert address.endswith("#match")
    html = page_of(client, address)
    assert "1 of 1 results for “harbour”" in html
    assert (
        '<p>The <mark id="match">harbour</mark> was closed.</p><p><mark>Harbours</mark> '
        "&lt;b&gt; reopen.</p>" in html
    )
    assert "At the <mark>harbour</mark>" in html
    assert f'href="/search/?q=harbour#hit-{found.id}"' in html
    assert f'id="hit-{found.id}"' in page_of(client, "/search/?q=harbour")
    plain = page_of(client, f"/documents/{found.id}/")
    assert "<mark" not in plain
    assert "result-place" not in plain


@pytest.mark.slow
def test_one_walks_from_result_to_result_over_the_pages_of_the_list_and_back(
    browse: Browse, ports: "Stores"
) -> None:
    found = [
        article(f"https://one.example/{n}", f"Bank {n}", published=MOMENT - timedelta(hours=n))
        for n in range(45)
    ]
    ports.documents().write(found)
    client = browse("analyst")
    address = hits(page_of(client, "/search/?q=bank&sort=time"))[0]
    forth = []
    while address:
        html = page_of(client, address)
        forth.append(re.search(r"<h1><mark>Bank</mark> (\d+)</h1>", html))
        assert f"{len(forth)} of 45 results" in html
        last, address = address, link(html, "next")
    assert [int(each[1]) for each in forth if each] == list(range(45))
    back = 0
    while address := link(page_of(client, last), "prev"):
        last, back = address, back + 1
    assert back == 44


def test_the_list_goes_back_page_by_page(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article(f"https://one.example/{n}", f"Bank {n}") for n in range(65)])
    client = browse("analyst")
    pages = ["/search/?q=bank"]
    while found := re.search(r'rel="next" href="([^"]+)"', html := page_of(client, pages[-1])):
        pages.append(f"/search/{unescape(found[1])}")
    assert len(pages) == 4
    assert "Page 4" in html
    # An address from before pages had numbers leads to the page, which does not invent one.
    cursor = re.findall("cursor=([^&]+)", pages[-1])[-1]
    read = page_of(client, hits(page_of(client, f"/search/?q=bank&cursor={cursor}"))[0])
    assert "Back to the results" in read
    assert " of 65 results" not in read
    back = re.search(r'rel="prev" href="([^"]+)"', html)
    assert back
    assert hits(page_of(client, f"/search/{unescape(back[1])}")) == hits(page_of(client, pages[2]))


@pytest.mark.parametrize(
    "query", ["?q=(bank&page=1", "?q=bank&page=0&cursor=x", "?page=99999999999&post=99999999999"]
)
def test_a_made_up_address_still_shows_the_document(
    browse: Browse, ports: "Stores", query: str
) -> None:
    document = article("https://one.example/1", "Bank")
    ports.documents().write([document])
    assert "Back to the results" in page_of(browse("analyst"), f"/documents/{document.id}/{query}")


@pytest.mark.slow
def test_a_thread_of_a_thousand_posts_is_shown_in_parts_that_links_to_posts_reach(
    browse: Browse, ports: "Stores"
) -> None:
    posts = tuple(
        DocumentPost(
            author=f"user{n % 70}",
            published=MOMENT + timedelta(hours=n),
            floor=n,
            body=f"第{n}楼：{'雨' * 250}",
        )
        for n in range(1, 1001)
    )
    thread = replace(
        thread_page(1, "x"), posts=posts, content="\n".join(post.body for post in posts), lang="zh"
    )
    ports.documents().write([thread])
    client = browse("analyst")
    address, seen = f"/documents/{thread.id}/", list[str]()
    while address:
        html = page_of(client, address)
        seen += re.findall(r'<span class="floor">#(\d+)', html)
        assert "<dt>Posts</dt><dd>1,000</dd><dt>People</dt><dd>70</dd>" in html
        links = re.findall(r'rel="next" href="([^"]+)"', html)
        address = unescape(links[0]) if links else ""
    assert seen == [str(n) for n in range(1, 1001)]
    html = page_of(client, f"/documents/{thread.id}/?post=777")
    assert 'id="post-1-777"' in html
    assert f'href="/documents/{thread.id}/?post=777#post-1-777"' in html


def test_a_hit_in_a_thread_opens_the_part_with_the_matching_post(
    browse: Browse, ports: "Stores"
) -> None:
    posts = [f"Post {n} about the weather." for n in range(300)]
    posts[270] = "The harbour froze."
    first, second = thread_page(1, *(f"Early {n}." for n in range(30))), thread_page(2, *posts)
    ports.documents().write([first, second])
    client = browse("analyst")
    (address,) = hits(page_of(client, "/search/?q=harbour"))
    html = page_of(client, address)
    (post,) = re.findall(r'<article class="post" id="post-2-271">(.*?)</article>', html)
    assert 'The <mark id="match">harbour</mark> froze.' in post
    assert "<dt>Posts</dt><dd>330</dd><dt>People</dt><dd>310</dd>" in html
    assert "1 of 1 results for “harbour”" in html
    earlier = re.search(r'<nav class="pager".*?rel="prev" href="([^"]+)"', html)
    assert earlier
    assert "Back to the results" in page_of(client, unescape(earlier[1]))


def test_a_text_is_shown_as_its_page_had_it(browse: Browse, ports: "Stores") -> None:
    lines = {
        "h": ("The <b> harbour", "Prices"),
        "p": ("It was closed.",),
        "i": ("Ships", "Boats in harbour"),
        "q": ("“No ship left the harbour.”",),
        "r": ("Port | Ships", "Brigg harbour | 12"),
        "c": ("if closed:", "    wait()"),
    }
    order = "hpiiqhrrcc"
    left = {letter: list(texts) for letter, texts in lines.items()}
    content = "\n".join(left[letter].pop(0) for letter in order)
    document = article("https://one.example/1", "Report", content, line_kinds=order)
    ports.documents().write([document])
    html = page_of(browse("analyst"), f"/documents/{document.id}/?q=harbour")
    text = html[html.index('<article class="text"') : html.index("</article>")]
    assert '<h2>The &lt;b&gt; <mark id="match">harbour</mark></h2><p>It was closed.</p>' in text
    assert "<ul><li>Ships</li><li>Boats in <mark>harbour</mark></li></ul>" in text
    assert "<blockquote><p>“No ship left the <mark>harbour</mark>.”</p></blockquote>" in text
    assert (
        "<td>Port</td><td>Ships</td></tr><tr><td>Brigg <mark>harbour</mark></td><td>12</td>" in text
    )
    assert "if closed:\n    wait()" in text
    assert ports.documents().get(document.id) == document


def test_kinds_that_do_not_fit_the_text_are_ignored(browse: Browse, ports: "Stores") -> None:
    document = article("https://one.example/1", "Report", "One.\nTwo.", line_kinds="h")
    ports.documents().write([document])
    assert "<p>One.</p><p>Two.</p>" in page_of(browse("analyst"), f"/documents/{document.id}/")


def test_a_document_is_read_beside_the_list(browse: Browse, ports: "Stores") -> None:
    found = [
        article(f"https://one.example/{n}", f"Bank {n}", f"The bank {n} opened.") for n in range(3)
    ]
    ports.documents().write(found)
    client = browse("analyst")
    html = page_of(client, "/search/?q=bank")
    beside = re.search(r'<a class="beside" href="([^"]+)"', html)
    assert beside
    html = page_of(client, f"/search/{unescape(beside[1])}")
    assert html.count('<mark id="match">') == 1
    (opened,) = re.findall(r'<article class="hit" id="hit-(\w+)" aria-current="true">', html)
    assert f"?q=bank&amp;open={opened}#match" in html
    assert hits(html) == [
        f"?q=bank&open={each}#match" for each in re.findall(r'id="hit-(\w+)"', html)
    ]
    assert f'href="?q=bank#hit-{opened}" data-key="u">Close</a>' in html
    assert "/saved/add/?q=bank&quot;" not in html
    assert '"/saved/add/?q=bank"' in html
    assert "does not have this document" in page_of(client, "/search/?q=bank&open=" + "0" * 32)
    assert 'class="pane"' not in page_of(client, "/search/?q=bank&open=../x")
