"""Lists in JSON: fields are found by what their values look like."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import ExtractionError, NotFeed, UnusablePattern
from extractor.results import Listing
from features.json_lists.addresses import is_address
from features.json_lists.entries import SELECTORS, read_json_list, view_json_list

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
TITLES = (
    "The harbour of Ostvik opens a second quay for grain ships",
    "Council of Marlow votes on the long postponed wall",
    "Three villages share one doctor until spring",
)
CHINESE = ("松湾码头扩建第二泊位", "白河口三村共用一名医生", "季末最后一班渡轮停航")
TEXT = (
    "Fishermen had asked for it for years. The council agreed on Tuesday evening, after a debate "
    "of four hours in which nobody changed sides."
)
SECONDS = int(datetime(2026, 11, 20, 10, tzinfo=UTC).timestamp())


def entries(make: Callable[[int], Any]) -> list[Any]:
    return [make(number) for number in range(len(TITLES))]


def read(answer: Any, url: str = "https://api.example/list", **selectors: str) -> Listing:
    return read_json_list(json.dumps(answer).encode(), url, {}, NOW, selectors)


ANSWERS: dict[str, tuple[str, Any, tuple[str, str, str]]] = {
    "mastodon": (
        "https://social.example/api/v1/accounts/1/statuses",
        entries(
            lambda n: {
                "id": f"{n}",
                "created_at": f"2026-11-2{n}T10:00:00.000Z",
                "spoiler_text": "",
                "uri": f"https://social.example/users/ann/statuses/{n}",
                "url": f"https://social.example/@ann/{n}",
                "content": f"<p>{TITLES[n]}</p>",
                "reblog": None,
                "account": {
                    "acct": "ann",
                    "display_name": "Ann Moor",
                    "url": "https://social.example/@ann",
                    "created_at": "2020-01-01T00:00:00.000Z",
                },
            }
        ),
        ("https://social.example/@ann/0", "2026-11-20T10:00", "Ann Moor"),
    ),
    "bluesky": (
        "https://api.example/xrpc/app.bsky.feed.getAuthorFeed?actor=ann.example",
        {
            "feed": entries(
                lambda n: {
                    "post": {
                        "uri": f"at://did:plc:a/app.bsky.feed.post/3k{n}",
                        "author": {"handle": "ann.example", "displayName": "Ann"},
                        "record": {"createdAt": f"2026-11-2{n}T10:00:00Z", "text": TITLES[n]},
                    }
                }
            ),
            "cursor": "a b",
        },
        ("https://bsky.app/profile/ann.example/post/3k0", "2026-11-20T10:00", "Ann"),
    ),
    "lemmy": (
        "https://lemmy.example/api/v3/post/list?sort=New",
        {
            "posts": entries(
                lambda n: {
                    "post": {
                        "name": TITLES[n],
                        "url": f"https://other.example/{n}",
                        "ap_id": f"https://lemmy.example/post/{n}",
                        "published": f"2026-11-2{n}T10:00:00Z",
                    },
                    "creator": {"name": "joe", "actor_id": "https://lemmy.example/u/joe"},
                    "community": {"name": "news", "title": "News"},
                }
            ),
            "next_page": "P2",
        },
        ("https://lemmy.example/post/0", "2026-11-20T10:00", "joe"),
    ),
    "discourse": (
        "https://forum.example/latest.json",
        {
            "users": [{"id": 1, "username": "ann", "name": "Ann"}],
            "topic_list": {
                "topics": entries(
                    lambda n: {
                        "id": 100 + n,
                        "title": TITLES[n],
                        "slug": f"a-slug-{n}",
                        "posts_count": 4,
                        "created_at": f"2026-11-2{n}T10:00:00.000Z",
                        "last_poster_username": "ann",
                    }
                )
            },
        },
        ("https://forum.example/t/a-slug-0/100", "2026-11-20T10:00", ""),
    ),
    "wordpress": (
        "https://blog.example/wp-json/wp/v2/posts",
        entries(
            lambda n: {
                "date": f"2026-11-2{n}T12:00:00",
                "date_gmt": f"2026-11-2{n}T10:00:00",
                "guid": {"rendered": f"https://blog.example/?p={n}"},
                "link": f"https://blog.example/2026/{n}/",
                "title": {"rendered": TITLES[n]},
                "content": {"rendered": f"<p>{TEXT}</p>"},
                "_links": {"self": [{"href": f"https://blog.example/wp-json/wp/v2/posts/{n}"}]},
            }
        ),
        ("https://blog.example/2026/0/", "2026-11-20T10:00", ""),
    ),
    "a search of stories": (
        "https://search.example/api/v1/search",
        {
            "hits": entries(
                lambda n: {
                    "objectID": f"4{n}",
                    "title": TITLES[n],
                    "url": f"https://site{n}.example/story",
                    "author": "joe",
                    "created_at": f"2026-11-2{n}T10:00:00Z",
                    "_highlightResult": {"title": {"value": TITLES[n]}},
                }
            ),
            "nbHits": 3,
        },
        ("https://site0.example/story", "2026-11-20T10:00", "joe"),
    ),
    "news with pictures and sources": (
        "https://news.example/v2/top",
        {
            "articles": entries(
                lambda n: {
                    "source": {"id": None, "name": "Ostvik Times"},
                    "author": "Ann Moor",
                    "title": TITLES[n],
                    "description": TEXT,
                    "url": f"https://times.example/{n}",
                    "urlToImage": f"https://times.example/images/{n}",
                    "publishedAt": f"2026-11-2{n}T10:00:00Z",
                    "content": f"{TEXT}… [+3000 chars]",
                }
            )
        },
        ("https://times.example/0", "2026-11-20T10:00", "Ann Moor"),
    ),
    "a hot list in cards": (
        "https://top.example/api/board",
        {
            "data": {
                "cards": [
                    {
                        "component": "hotList",
                        "content": entries(
                            lambda n: {
                                "word": CHINESE[n],
                                "img": f"https://i.example/{n}.jpg",
                                "hotScore": "4900000",
                                "url": f"https://www.top.example/s?wd={n}",
                            }
                        ),
                    }
                ]
            }
        },
        ("https://www.top.example/s?wd=0", "", ""),
    ),
    "a portal that counts seconds": (
        "https://feed.example/api/roll/get",
        {
            "result": {
                "data": entries(
                    lambda n: {
                        "docid": f"x{n}",
                        "url": f"https://news.example/c/doc-{n}.shtml",
                        "title": CHINESE[n],
                        "ctime": str(SECONDS - n),
                        "media_name": "松湾日报",
                    }
                )
            }
        },
        ("https://news.example/c/doc-0.shtml", "2026-11-20T10:00", ""),
    ),
    "videos whose address is short": (
        "https://video.example/popular",
        {
            "data": {
                "list": entries(
                    lambda n: {
                        "aid": n,
                        "title": CHINESE[n],
                        "pic": f"http://p.example/{n}.jpg",
                        "pubdate": SECONDS - n,
                        "owner": {"mid": 1, "name": "老渔夫", "face": "http://f.example/f.jpg"},
                        "short_link_v2": f"https://v.example/{n}",
                    }
                )
            }
        },
        ("https://v.example/0", "2026-11-20T10:00", "老渔夫"),
    ),
    "a government's own names": (
        "https://gov.example/list.do",
        {
            "page": {
                "rows": entries(
                    lambda n: {
                        "articleTitle": CHINESE[n],
                        "linkUrl": f"/art/2026/art_{n}.html",
                        "publishTime": f"2026-11-20 18:0{n}:00",
                        "siteName": "松湾市政府",
                    }
                )
            }
        },
        ("https://gov.example/art/2026/art_0.html", "2026-11-20T10:00", ""),
    ),
    "releases with an address for programs first": (
        "https://code.example/repos/a/b/releases",
        entries(
            lambda n: {
                "url": f"https://api.code.example/repos/a/b/releases/{n}",
                "html_url": f"https://code.example/a/b/releases/{n}",
                "name": TITLES[n],
                "body": TEXT,
                "created_at": f"2026-11-1{n}T10:00:00Z",
                "published_at": f"2026-11-2{n}T10:00:00Z",
                "author": {"login": "ann", "html_url": "https://code.example/ann"},
            }
        ),
        ("https://code.example/a/b/releases/0", "2026-11-20T10:00", "ann"),
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_entries_of_many_interfaces_are_read_without_selectors(name: str) -> None:
    url, answer, (address, published, author) = ANSWERS[name]
    links = read(answer, url).links
    assert len(links) == len(TITLES)
    first = links[0]
    assert first.url == address
    assert first.title in (TITLES[0], CHINESE[0])
    seen = first.published.astimezone(UTC).isoformat()[:16] if first.published else ""
    assert seen == published
    assert author in (first.author, "")


def test_the_known_interfaces_are_named() -> None:
    known = {
        name: view.form
        for name, (_url, answer, _expected) in ANSWERS.items()
        if (view := view_json_list(json.dumps(answer).encode(), {}, NOW, {}))
    }
    assert {name: form for name, form in known.items() if form} == {
        "mastodon": "Mastodon",
        "bluesky": "Bluesky, feeds",
        "lemmy": "Lemmy",
        "discourse": "Discourse",
        "wordpress": "WordPress",
    }


def test_a_teaser_is_not_taken_for_the_text() -> None:
    assert read(ANSWERS["news with pictures and sources"][1]).links[0].content == ""
    assert read(ANSWERS["wordpress"][1]).links[0].content == TEXT


def test_texts_without_titles_are_short_posts() -> None:
    posts = {
        name
        for name, (url, answer, _expected) in ANSWERS.items()
        if all(link.is_post for link in read(answer, url).links)
    }
    assert posts == {"mastodon", "bluesky"}
    flashes = {"items": [{"uri": "https://f.example/1", "content_text": "One line\nand another"}]}
    [link] = read(flashes).links
    assert (link.is_post, link.content) == (True, "One line\nand another")
    [named] = read(flashes, title="content_text").links
    assert not named.is_post


@pytest.mark.parametrize(
    ("name", "next_url"),
    [
        (
            "bluesky",
            "https://api.example/xrpc/app.bsky.feed.getAuthorFeed?actor=ann.example&cursor=a%20b",
        ),
        ("lemmy", "https://lemmy.example/api/v3/post/list?sort=New&page_cursor=P2"),
    ],
)
def test_a_cursor_leads_to_the_next_page(name: str, next_url: str) -> None:
    url, answer, _expected = ANSWERS[name]
    found = read(answer, url).next_url
    assert found.replace("%2520", "%20").replace("+", "%20") == next_url


def test_the_next_page_is_read_from_the_header_and_from_the_answer() -> None:
    _url, answer, _expected = ANSWERS["wordpress"]
    headers = {"link": '</posts?page=2>; rel="next"'}
    body = json.dumps(answer).encode()
    listing = read_json_list(body, "https://blog.example/posts", headers, NOW, {})
    assert listing.next_url == "https://blog.example/posts?page=2"
    paged = {"items": answer, "links": {"next": "/posts?page=3"}}
    assert read(paged, "https://blog.example/posts").next_url == "https://blog.example/posts?page=3"


def test_selectors_come_before_what_is_found() -> None:
    answer = {"data": entries(lambda n: {"word": CHINESE[n], "rank": n, "at": SECONDS})}
    with pytest.raises(NotFeed, match="word, rank, at"):
        read(answer)
    links = read(answer, link="https://s.example/weibo?q={word}", time="at").links
    assert links[1].url.startswith("https://s.example/weibo?q=%E7%99%BD")
    assert links[1].title == CHINESE[1]
    assert links[1].published == datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "selector",
    ["a..b", "text[", "/w/{slug", "nofunc(@)", "/w/{nofunc(@)}", "(" * 2000 + "a" + ")" * 2000],
)
def test_an_unusable_selector_is_named(selector: str) -> None:
    with pytest.raises(UnusablePattern, match="correct the selector link"):
        read(ANSWERS["wordpress"][1], link=selector)


def test_a_selector_that_finds_no_list_is_named() -> None:
    with pytest.raises(NotFeed, match=r"entries, 'data\.rows', finds no list"):
        read(ANSWERS["wordpress"][1], entries="data.rows")


def test_an_address_that_is_none_leaves_out_its_entry_alone() -> None:
    bad = ("http://[::1", "https://", "\u0000", None, 7)
    rows = [{"url": address, "title": TITLES[0]} for address in bad]
    good = [{"url": f"/n/{number}", "title": title} for number, title in enumerate(TITLES)]
    assert [link.title for link in read([*rows, *good]).links] == list(TITLES)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("index.cfm/{n}", "https://a.example/news/index.cfm/{n}"),
        ("news.nsf/0/AB{n}", "https://a.example/news/news.nsf/0/AB{n}"),
        ("view.cgi/{n}", "https://a.example/news/view.cgi/{n}"),
        ("story.pl/{n}", "https://a.example/news/story.pl/{n}"),
        ("show.action/{n}", "https://a.example/news/show.action/{n}"),
        ("St.Pauli/{n}", "https://a.example/news/St.Pauli/{n}"),
        ("www.other.example/{n}", "https://www.other.example/{n}"),
        ("news.other.example/{n}", "https://news.other.example/{n}"),
        ("News.A.example/{n}", "https://news.a.example/{n}"),
    ],
)
def test_a_path_that_begins_with_a_file_is_below_the_list(written: str, url: str) -> None:
    rows = entries(lambda n: {"url": written.format(n=n), "title": TITLES[n]})
    links = read(rows, "https://a.example/news/list").links
    assert [link.url.lower() for link in links] == [
        url.format(n=n).lower() for n in range(len(TITLES))
    ]


def test_the_own_host_may_end_as_a_file_does() -> None:
    rows = entries(lambda n: {"url": f"sport.gazette.pl/{n}", "title": TITLES[n]})
    assert read(rows, "https://gazette.pl/list").links[0].url == "https://sport.gazette.pl/0"


def test_a_long_text_is_no_address() -> None:
    assert is_address("/" + "a" * 100)
    assert not is_address("/" + "a" * 2_000)


def test_the_name_of_an_author_has_no_markup() -> None:
    rows = [{"url": "/n/1", "title": TITLES[0], "author": "<b>Ann</b> &amp; Joe"}]
    assert read(rows).links[0].author == "Ann & Joe"


def test_a_title_may_be_json_itself() -> None:
    rows = [{"url": f"/n/{n}", "title": f'{{"a": "{n}"}}'} for n in range(3)]
    assert [link.title for link in read(rows, title="title").links] == [
        f'{{"a": "{n}"}}' for n in range(3)
    ]


@pytest.mark.parametrize("inner", [[], {"count": 3, "id": "x"}])
def test_other_objects_may_stand_among_the_numbered_entries(inner: Any) -> None:
    rows = {f"{n + 1}": {"url": f"/n/{n}", "title": title} for n, title in enumerate(TITLES)}
    assert [link.title for link in read(rows | {"meta": inner}).links] == list(TITLES)


@pytest.mark.parametrize(
    "answer", [[], {"items": []}, {"data": {"rows": []}, "total": 0}, {"d": '{"rows": []}'}]
)
def test_an_empty_list_is_no_failure(answer: Any) -> None:
    assert read(answer) == Listing()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<html><body>Forbidden</body></html>", "not JSON"),
        (b'{"error": "no such page"}', "no list of entries"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 900 + b"1" + b"}" * 900, "no list of entries"),
        (b"[1, 2, 3]", "no list of entries"),
        (b"", "not JSON"),
    ],
)
def test_another_answer_is_refused_by_name(body: bytes, why: str) -> None:
    with pytest.raises(NotFeed, match=why):
        read_json_list(body, "https://api.example/", {}, NOW, {})


ROW = '{"title": "Ferry number %d runs again", "url": "https://news.example/%d.html"}'
ROWS = [ROW % (number, number) for number in range(3)]


@pytest.mark.parametrize(
    "text",
    [
        f'{{"menu": [{{"name": "Home"}}], "list": [{", ".join(ROWS)}, {{"title": "Cut',
        "".join(ROWS),
        ",\n".join(ROWS),
        f"[{', '.join(ROWS)}]".replace("Ferry", "\\x46erry"),
        f'list({{"list": [{", ".join(ROWS)}]}}{" " * 300_000})',
    ],
    ids=["cut", "in a row", "a row with commas", "hexadecimal", "many blanks"],
)
def test_whole_entries_of_an_answer_that_is_not_whole(text: str) -> None:
    found = read_json_list(text.encode(), "https://news.example/", {}, NOW, {}).links
    assert [link.title for link in found] == [f"Ferry number {n} runs again" for n in range(3)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("url", "title", "date", "author", "items", "a-b", "", "x.y")),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@given(answer=JSON, selector=st.sampled_from((*SELECTORS, "")), given_text=st.text(max_size=12))
def test_any_json_is_read_or_refused(answer: Any, selector: str, given_text: str) -> None:
    body = json.dumps(answer).encode()
    selectors = {selector: given_text} if selector and given_text.strip() else {}
    try:
        listing = read_json_list(body, "https://api.example/", {}, NOW, selectors)
    except ExtractionError:
        return
    assert all(link.url.startswith("http") for link in listing.links)
