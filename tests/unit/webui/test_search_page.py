"""The search page, over a real store."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT, article, compact, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

HOSTILE = '<script>alert("1")</script> & <img src=x onerror=alert(2)>'
Browse = Callable[..., "Client"]


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return compact(answer.content.decode())


def titles(html: str) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "", title)
        for title in re.findall(r"<h3><a href=\"/documents/.*?>(.*?)</a></h3>", html)
    ]


def test_an_empty_store_says_that_it_is_empty(browse: Browse) -> None:
    html = page_of(browse("analyst"), "/search/")
    assert "No documents yet" in html
    assert "Add a source" not in html
    assert "Add a source" in page_of(browse("operator"), "/search/")


def test_no_match_is_told_from_an_empty_store(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://example.org/1", "Bank cuts rates")])
    html = page_of(browse("analyst"), "/search/?q=zebra")
    assert "No documents match" in html
    assert "No documents yet" not in html


def test_marks_what_was_found(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [article("https://example.org/1", "Bank cuts rates", "Many banks follow.", lang="en")]
    )
    html = page_of(browse("analyst"), "/search/?q=bank")
    assert "<mark>Bank</mark> cuts rates" in html
    assert "Many <mark>banks</mark> follow." in html


def test_says_if_only_the_last_matches_are_sorted_by_relevance(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    ports.documents().write(
        [article(f"https://example.org/{number}", "Bank cuts rates") for number in range(3)]
    )
    told = "only the 2 stored last are sorted by relevance"
    assert told not in page_of(browse("analyst"), "/search/?q=bank")
    monkeypatch.setattr("storage.documents.sqlite.MAX_RANKED", 2)
    assert told in page_of(browse("analyst"), "/search/?q=bank")
    assert told not in page_of(browse("analyst"), "/search/?q=bank&sort=time")


def test_chinese_is_found_and_marked(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [article("https://cnr.example/1", "央行宣布降息", "中国人民银行今天宣布降息。", lang="zh")]
    )
    assert "央行宣布<mark>降息</mark>" in page_of(browse("analyst"), "/search/?q=降息")


def test_hostile_pages_stay_text(browse: Browse, ports: "Stores") -> None:
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


def test_a_short_post_does_not_repeat_its_title(browse: Browse, ports: "Stores") -> None:
    whole, words = "Bridge closed at noon. Use the ferry.", "Bridge works go on tonight. " * 5
    ports.documents().write(
        [
            article("https://a.example/1", whole, whole.replace(". ", ".\n"), kind="post"),
            article("https://a.example/2", words[:99] + "…", words, kind="post"),
        ]
    )
    ports.documents().refresh()
    for query in ("q=bridge", "site=a.example"):
        page = html_tree(page_of(browse("analyst"), f"/search/?{query}"))
        shown = {
            hit.cssselect("h3")[0].text_content().strip(): len(hit.cssselect(".snippet"))
            for hit in page.cssselect(".hit")
        }
        assert shown == {whole: 0, words[:99] + "…": 1}


def documents_on(client: "Client", html: str) -> list[str]:
    found = re.findall(r'href="(/documents/\w+/[^"#]*)', html)
    assert found
    return [page_of(client, unescape(path)) for path in found]


def test_facets_narrow_the_search_and_can_be_dropped_again(browse: Browse, ports: "Stores") -> None:
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
    assert 'class="chip-title">Source</span>Other &amp; more' in narrowed
    dropped = re.search(r'class="chip" href="(\?[^"]*)"', narrowed)
    assert dropped
    assert len(titles(page_of(client, "/search/" + dropped[1].replace("&amp;", "&")))) == 2


def test_pages_follow_each_other_without_loss_or_repetition(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(
        [
            article(
                f"https://example.org/{n}", f"Bank {n}", published=MOMENT - timedelta(hours=n % 7)
            )
            for n in range(47)
        ]
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


def test_order(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            article(
                "https://example.org/1",
                "Bank bank bank",
                "bank",
                published=MOMENT - timedelta(days=3),
            ),
            article(
                "https://example.org/2",
                "News",
                "A bank and many other words about the weather of today.",
            ),
        ]
    )
    client = browse("analyst")
    assert titles(page_of(client, "/search/?q=bank&sort=relevance"))[0] == "Bank bank bank"
    assert titles(page_of(client, "/search/?q=bank&sort=time"))[0] == "News"
    assert titles(page_of(client, "/search/"))[0] == "News"


def test_documents_without_a_date_are_counted_apart_and_can_be_sorted_by_when_they_were_found(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Bank old", collected=MOMENT - timedelta(days=2)),
            article("https://example.org/2", "Bank undated", published=None, collected=MOMENT),
            article(
                "https://example.org/3",
                "River undated",
                published=None,
                collected=MOMENT - timedelta(days=1),
            ),
        ]
    )
    client = browse("analyst")
    assert titles(page_of(client, "/search/?sort=time"))[0] == "Bank old"
    assert titles(page_of(client, "/search/?sort=collected")) == [
        "Bank undated",
        "River undated",
        "Bank old",
    ]


def test_dates_say_how_many_undated_documents_they_leave_out(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Bank new"),
            article("https://example.org/2", "Bank undated", published=None, copy_id="one"),
            article("https://example.net/2", "Bank undated", published=None, copy_id="one"),
            article("https://example.org/3", "River undated", published=None),
        ]
    )
    client = browse("analyst")
    address = "/search/?q=bank&after=2026-11-01&sort=time"
    html = page_of(client, address)
    assert titles(html) == ["Bank new"]
    assert "1 undated document matches, too. From and To leave it out." in html
    assert "2 undated documents match, too." in page_of(client, f"{address}&copies=each")
    (link,) = re.findall(r'href="([^"]*)">Show only these', html)
    assert titles(page_of(client, f"/search/{link.replace('&amp;', '&')}")) == ["Bank undated"]
    # Nothing that matches has a date in this time.
    nothing = page_of(client, "/search/?q=river&after=2026-11-01")
    assert "1 undated document matches, too." in nothing
    assert "leave it out" not in page_of(client, "/search/?q=bank")
    assert "leave it out" not in page_of(client, "/search/?q=new&after=2026-11-01")


def test_days_limit_the_search(browse: Browse, ports: "Stores") -> None:
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
        (
            "after=yesterday",
            400,
            "Published from: “yesterday” is not a date. Write it as 2026-11-21, 2026-11 or 2026",
        ),
        ("before=2026-13", 400, "Published until: “2026-13” is not a date."),
        ("sort=%3Cbest%3E", 200, "Sort by: “&lt;best&gt;” is not one of the choices."),
        ("copies=all", 200, "Copies: “all” is not one of the choices."),
        ("match=sense", 200, "Search by: “sense” is not one of the choices."),
        ("after=2026-02-02&before=2026-01-01", 200, "The first time is not before the last time"),
        ("q=%21%21%21", 400, "Newsloom cannot run this query."),
        ("q=" + "a" * 1001, 400, "Shorten it"),
        ("q=a&cursor=nonsense", 400, "Newsloom cannot run this query."),
        ("sort=sideways&channel=none", 200, "No documents match"),
        ("q=%00", 200, "No documents yet"),
    ],
)
def test_bad_input_is_explained(browse: Browse, query: str, status: int, said: str) -> None:
    assert said in page_of(browse("analyst"), f"/search/?{query}", status)


@pytest.mark.parametrize("path", ["/search/", "/stories/"])
def test_nothing_is_found_with_a_date_that_cannot_be_read(
    browse: Browse, ports: "Stores", path: str
) -> None:
    ports.documents().write([article("https://example.org/1", "Bridge opens")])
    ports.documents().refresh()
    client = browse("analyst")
    page = page_of(client, f"{path}?q=bridge&before=%3Ci%3E", 400)
    assert "Published until: “&lt;i&gt;” is not a date." in page
    assert 'name="before" value="&lt;i&gt;"' in page or path != "/search/"
    assert "Bridge opens" not in page


def test_a_date_that_cannot_be_read_downloads_nothing(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://example.org/1", "Bridge opens")])
    ports.documents().refresh()
    client = browse("admin")
    for path in (
        "/search/export/?format=csv&",
        "/search/counts/?",
    ):
        answer = client.get(f"{path}after=soon", headers={"hx-request": "true"})
        assert answer.status_code == 400, path
        assert "“soon” is not a date" in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "unknown"),
    [
        ("lang=xx", ["xx"]),
        ("lang=klingon&lang=en", ["klingon"]),
        ("kind=video", ["video"]),
        ("channel=fax", ["fax"]),
        ("lang=zh-hans&lang=pt-br&kind=thread&channel=feed&tag=x&site=y", []),
    ],
)
def test_a_filter_that_no_document_can_have_is_said(
    browse: Browse, query: str, unknown: list[str]
) -> None:
    page = page_of(browse("analyst"), f"/search/?{query}")
    assert re.findall(r'(\w+)<span class="warn">\(unknown\)', page) == unknown


def test_an_error_in_the_query_is_shown_at_its_place(browse: Browse) -> None:
    html = page_of(browse("analyst"), "/search/?q=bank+(rates+OR+%3Ci%3E", 400)
    assert "bank <mark>(</mark>rates OR &lt;i&gt;</kbd>" in html
    assert "This bracket is not closed. Close it, or remove it." in html
    assert '<details class="hints" open>' in html
    assert 'value="bank (rates OR &lt;i&gt;"' in html
    chinese = page_of(
        browse("analyst", headers={"accept-language": "zh-hans"}), "/search/?q=银行+AND", 400
    )
    assert "银行 <mark>AND</mark></kbd>" in chinese
    assert "两边" in chinese


def test_the_place_of_an_error_in_a_long_query(browse: Browse) -> None:
    html = page_of(
        browse("analyst"), "/search/?q=" + "word+" * 100 + "site:+OR+" + "word+" * 50, 400
    )
    (shown,) = re.findall(r"<kbd>(…[^k]*<mark>site:</mark>.*?…)</kbd>", html)
    assert len(shown) < 160


def test_formats_of_files_are_named_in_the_language_of_the_page(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([article("https://one.example/1", "Bank")])
    page = browse("analyst", headers={"accept-language": "zh-hans"}).get("/search/?q=bank")
    assert page.content.decode().count("JSON 行") == 2
    assert "JSON lines" not in page.content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_example_of_the_language_can_be_searched(browse: Browse, language: str) -> None:
    client = browse("analyst", headers={"accept-language": language})
    html = page_of(client, "/search/")
    examples = re.findall(r'<dt><a href="(/search/\?q=[^"]*)"><kbd>(.*?)</kbd>', html)
    assert len(examples) == 22
    for path, _query in examples:
        page_of(client, path)


def test_fields_narrow_the_search_from_the_box(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://one.example/1", "Bank one", author="Jane Roe"),
            article("https://two.example/1", "Bank two", author="John Doe", tags=("economy",)),
            article(
                "https://three.example/1", "River bank", published=MOMENT - timedelta(days=400)
            ),
        ]
    )
    client = browse("analyst")
    found = titles(page_of(client, "/search/?q=bank+(author:doe+OR+site:one.example)+after:2026"))
    assert sorted(found) == ["Bank one", "Bank two"]
    assert titles(page_of(client, "/search/?q=bank+-tag:economy+-title:river")) == ["Bank one"]


def links(html: str, facet: str) -> dict[str, tuple[str, int]]:
    """Values of a facet with address and count."""
    (section,) = re.findall(rf'aria-labelledby="facet-{facet}">(.*?)</section>', html, re.DOTALL)
    found = re.findall(
        r'<a href="([^"]*)"[^>]*><span class="value">(.*?)</span><span class="number">(\d+)<',
        section,
    )
    return {
        label: ("/search/" + url.replace("&amp;", "&"), int(count)) for url, label, count in found
    }


def test_several_values_of_a_facet_can_be_chosen(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            article(f"https://site{n}.example/{m}", "Bank", tags=("even",) if m % 2 == 0 else ())
            for n in range(3)
            for m in range(n + 1)
        ]
        + [thread_page(1, "bank")]
    )
    client = browse("analyst")
    html = page_of(client, "/search/?q=bank")
    assert {label: count for label, (_, count) in links(html, "kind").items()} == {
        "Article": 6,
        "Thread": 1,
    }
    assert links(html, "tag")["even"][1] == 4
    one = page_of(client, links(html, "site")["site2.example"][0])
    assert "3 documents" in one
    # The others are still there to be chosen too, with what they would add.
    assert links(one, "site")["site1.example"][1] == 2
    two = page_of(client, links(one, "site")["site1.example"][0])
    assert "5 documents" in two
    assert "3 documents" in page_of(client, links(two, "site")["site1.example"][0])
    three = page_of(client, links(two, "tag")["even"][0])
    assert "3 documents" in three
    assert links(three, "site")["site2.example"][1] == 2
    assert links(three, "kind") == {"Article": (links(three, "kind")["Article"][0], 3)}


def test_many_values_wait_behind_more(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article(f"https://site{n:02}.example/1", "Bank") for n in range(12)])
    client = browse("analyst")
    html = page_of(client, "/search/")
    assert "4 more" in html
    assert len(links(html, "site")) == 12
    chosen = page_of(client, links(html, "site")["site11.example"][0])
    assert chosen.index("site11.example</span><span") < chosen.index("3 more")


def test_times_of_the_form_are_those_of_the_reader(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://example.org/1", "Bank")])
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "Asia/Shanghai"
    inside = "after=2026-11-20&after_time=16:30&before=2026-11-20&before_time=16:31"
    html = page_of(client, f"/search/?{inside}")
    assert titles(html) == ["Bank"]
    assert 'name="after" value="2026-11-20 16:30"' in html
    typed = "after=2026-11-20+16:30&before=2026-11-20+16:31"
    assert titles(page_of(client, f"/search/?{typed}")) == ["Bank"]
    assert titles(page_of(client, f"/search/?{inside}&zone=UTC")) == []
    assert titles(page_of(client, "/search/?q=bank+after:2026-11-20T16:31")) == []
    assert titles(page_of(client, "/search/?q=bank+after:2026-11-20T16:30+before:-3m")) == ["Bank"]
    del client.cookies["newsloom_zone"]
    elsewhere = page_of(client, f"/search/?{inside}&zone=Asia/Shanghai")
    assert titles(elsewhere) == ["Bank"]
    assert "2026-11-20 16:30 – 2026-11-20 16:31 (Asia/Shanghai)" in elsewhere
    assert "Times in Asia/Shanghai" in elsewhere
    assert ">2026-11-20 16:30</time>" in elsewhere
    assert "“Mars” is not a time zone." in page_of(client, "/search/?zone=Mars")


def test_what_cannot_be_read_of_an_address_is_said(browse: Browse) -> None:
    page = page_of(browse("analyst"), "/search/?q=bank&page=two")
    assert "Page number: “two” is not a number." in page


def test_a_chosen_value_beyond_those_that_are_counted_stays_in_its_facet(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    many = [
        article(f"https://s{n}.example/{m}", "Harbour", copy_id=f"{n}-{m}")
        for n in range(25)
        for m in range(2)
    ]
    rare = article("https://rare.example/1", "Harbour", copy_id="rare")
    ports.documents().write([*many, rare])
    page = html_tree(browse("analyst").get("/search/?q=harbour&site=rare.example").content)
    (facet,) = page.cssselect("[aria-labelledby=facet-site]")
    (chosen,) = facet.cssselect("[aria-current=true]")
    assert chosen.text_content().split() == ["rare.example", "1"]
    assert facet.cssselect('[href="/names/?site=rare.example"]')


def test_dates_in_the_words_of_a_query_are_not_said_to_be_all_time(
    browse: Browse, ports: "Stores"
) -> None:
    def chosen(query: str) -> list[str]:
        page = html_tree(browse("analyst").get(f"/search/?q={query}").content)
        return [each.text_content() for each in page.cssselect(".days .ranges [aria-current]")]

    assert chosen("bank") == ["All time"]
    assert chosen("bank+after:-3h") == []
