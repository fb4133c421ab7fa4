"""One page, one key: canonical URLs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.keys import (
    canonical_url,
    fetchable_url,
    host_name,
    host_of,
    place_of,
    site_of,
    url_key,
)

SAME = [
    ("http://Example.com:80/a", "http://example.com/a"),
    ("https://example.com:443/a#part", "https://example.com/a"),
    ("http://user:secret@example.com/a", "http://example.com/a"),
    ("http://example.com/a?b=2&a=1", "http://example.com/a?a=1&b=2"),
    ("http://example.com/a?utm_source=x&id=7&fbclid=y", "http://example.com/a?id=7"),
    ("http://example.com/a?xtor=RSS-1&srsltid=x&id=7&ns_mchannel=rss", "http://example.com/a?id=7"),
    (
        "http://example.com/b/(S(lit3py55t21z5v55vlm25s55))/t.aspx?t=7",
        "http://example.com/b/t.aspx?t=7",
    ),
    ("http://example.com/t.cfm?CFID=1&CFTOKEN=2&t=7", "http://example.com/t.cfm?t=7"),
    ("http://example.com/a;jsessionid=0F3?id=7", "http://example.com/a?id=7"),
    ("http://example.com/a?PHPSESSID=9&id=7", "http://example.com/a?id=7"),
    ("http://example.com/a?sid=4f1c8e0a9b7d3c21&id=7", "http://example.com/a?id=7"),
    (
        "http://example.com/viewtopic.php?f=5&t=77&sid=4093817265509182",
        "http://example.com/viewtopic.php?f=5&t=77",
    ),
    (
        "http://example.com/viewforum.php?sid=409381726550&f=5",
        "http://example.com/viewforum.php?f=5",
    ),
    (
        "http://example.com/showthread.php?threadid=77&s=40938172655091827364",
        "http://example.com/showthread.php?threadid=77",
    ),
    ("http://example.com/a?id=7&s=40938172655091827364509182736450", "http://example.com/a?id=7"),
    ("http://example.com/topic77.html?sid=4093817265509182", "http://example.com/topic77.html"),
    ("http://example.com/talk/1077/?sid=4093817265509182", "http://example.com/talk/1077/"),
    ("http://example.com/a?id=7&s=409381726550&sid=409381726550", "http://example.com/a?id=7"),
    ("http://example.com/x/../a", "http://example.com/a"),
    ("http://example.com./a", "http://example.com/a"),
    ("http://example.com/新闻", "http://example.com/%E6%96%B0%E9%97%BB"),
    (" http://example.com/a ", "http://example.com/a"),
]


@pytest.mark.parametrize(("url", "canonical"), SAME)
def test_spellings_of_one_page_have_one_form(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical_url(canonical)
    assert url_key(canonical_url(url)) == url_key(canonical_url(canonical))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.com/a?id=7", "http://example.com/a?id=8"),
        ("http://example.com/a", "http://example.com/A"),
        ("http://example.com/a", "http://example.com:8080/a"),
        ("http://example.com/a?page=1", "http://example.com/a?page=2"),
        ("http://example.com/article.pl?sid=24/1", "http://example.com/article.pl?sid=25/2"),
        (
            "http://example.com/modules.php?name=News&sid=1077",
            "http://example.com/modules.php?name=News&sid=1078",
        ),
        (
            "http://example.com/comments.pl?id=2&sid=23191137",
            "http://example.com/comments.pl?id=2&sid=23191138",
        ),
        (
            "http://example.com/story?sid=1793838483838383838",
            "http://example.com/story?sid=1793838483838383839",
        ),
        (
            "http://example.com/story?p=2&sid=1793838483838383838",
            "http://example.com/story?p=2&sid=1793838483838383839",
        ),
        (
            "http://example.com/index.php?id=3&sid=202611281234",
            "http://example.com/index.php?id=3&sid=202611281299",
        ),
        (
            "http://example.com/channel/1001/?sid=20261128123456",
            "http://example.com/channel/1001/?sid=20261128123457",
        ),
        (
            "http://example.com/viewforum.php?f=5&sid=1793838483838",
            "http://example.com/viewforum.php?f=5&sid=1793838483839",
        ),
        (
            "http://example.com/list?board=2&s=1793838483838001",
            "http://example.com/list?board=2&s=1793838483838002",
        ),
        ("http://example.com/s?n=%B1%B1", "http://example.com/s?n=%B9%E3"),
        ("http://example.com/s?n=%25B1", "http://example.com/s?n=%B1"),
        ("http://example.com/a?scm=1", "http://example.com/a?scm=2"),
    ],
)
def test_different_pages_stay_apart(one: str, other: str) -> None:
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize(
    "url", ["", "/a", "javascript:void(0)", "mailto:a@b.c", "ftp://example.com/a", "http:///a"]
)
def test_what_is_not_a_web_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"http|IPv6|port"):
        canonical_url(url)


urls = st.builds(
    lambda host, path, query: f"http://{host}.example/{path}?{query}",
    st.from_regex(r"[a-z]{1,8}", fullmatch=True),
    st.text(max_size=30),
    st.text(max_size=30),
)


def test_a_session_of_digits_is_dropped_in_one_step() -> None:
    once = canonical_url("http://example.com/talk/1077/.?sid=4093817265509182")
    assert canonical_url(once) == once == "http://example.com/talk/1077/"


@given(urls)
def test_canonical_form_is_reached_in_one_step(url: str) -> None:
    try:
        once = canonical_url(url)
    except ValueError:
        return
    assert canonical_url(once) == once


plain = st.builds(
    "{}://{}/{}".format,
    st.sampled_from(["http", "https"]),
    st.text("abz09-.", min_size=1, max_size=20),
    st.text("aZ09_~-./", max_size=20),
)


@given(plain)
def test_what_is_canonical_at_sight_is_what_taking_it_apart_gives(url: str) -> None:
    assert _form(url) == _form(f"{url}#part")


def _form(url: str) -> str:
    try:
        return canonical_url(url)
    except ValueError:
        return ""


def test_versions_of_a_thread_have_keys_of_their_own() -> None:
    url = "http://forum.example/t/1"
    assert len({url_key(url), url_key(url, "12 replies"), url_key(url, "13 replies")}) == 3
    assert len(url_key(url)) == 32


def test_host_and_site() -> None:
    assert host_of("http://u:p@WWW.Example.com:8080/a") == "www.example.com:8080"
    assert site_of("http://www.example.com:8080/a") == "example.com"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "https://example.org/",
        "https://www.example.org",
        "HTTP://WWW.Example.org:80/?utm_source=x",
    ],
)
def test_the_forms_of_an_address_are_one_place(url: str) -> None:
    assert place_of(url) == "example.org"


def test_other_addresses_are_other_places() -> None:
    urls = [
        "https://example.org/news/",
        "https://example.org/news?page=2",
        "https://m.example.org",
        "https://example.org:8080",
    ]
    assert len({place_of(url) for url in urls}) == len(urls)
    assert place_of("no address") == ""


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("News.Example", "news.example"),
        ("https://user:pw@news.example:8443/a?b", "news.example:8443"),
        ("a_b.example.", "a_b.example"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("STRAßE.example", "xn--strae-oqa.example"),
        ("βόλος.example", "xn--nxasmm1c.example"),
        ("straße。example", "xn--strae-oqa.example"),
        ("[::1]:81", "[::1]:81"),
        ("10.0.0.1", "10.0.0.1"),
        ("wiki", "wiki"),
    ],
)
def test_a_host_is_named_as_jobs_name_it(text: str, host: str) -> None:
    assert host_name(text) == host


@pytest.mark.parametrize(
    "text",
    ["", "a b", "-", "a-.example", "a..example", "1.2.3.999", "<b>", "a.example:99999", "[::x]"],
)
def test_other_texts_are_no_hosts(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        host_name(text)


@pytest.mark.parametrize(
    "host", ["a@straße.example:8080", "straße:8080", "ÖßB.example", "STRAẞE.example"]
)
def test_a_host_is_asked_under_the_name_that_it_is_stored_under(host: str) -> None:
    address = f"https://{host}/a"
    assert fetchable_url(address) == canonical_url(address)
