"""The search page of a browser with scripts: the hits at once, what is counted in a second
request.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import ByTime, ByValue
from storage.documents.sqlite import SqliteDocuments
from storage.errors import Unavailable
from tests.unit.webui.samples import MOMENT, article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture(autouse=True)
def _stored(ports: "Stores") -> None:
    ports.documents().write(
        [
            article(
                f"https://site{n % 3}.example/{n}",
                f"Bank {n}",
                "The harbour." if n < 22 else "",
                published=None if n == 5 else MOMENT - timedelta(days=n),
            )
            for n in range(45)
        ]
    )


@pytest.fixture
def reader(browse: Browse) -> "Client":
    """A browser that runs scripts, which it has told with its zone."""
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "UTC"
    return client


def _get(client: "Client", path: str, status: int = 200, **headers: str) -> str:
    answer = client.get(
        path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    assert answer.status_code == status
    return compact(answer.content.decode())


def _requested(html: str) -> str:
    """Return the address that the page requests when it is there."""
    (address,) = re.findall(r'hx-get="([^"]*)" hx-trigger="load"', html)
    return unescape(address)


def _hits(html: str) -> list[str]:
    """Return the hits without the hidden fields of their stars, which hold a token of the
    session.
    """
    return re.findall(
        r'<article class="hit".*?</article>', re.sub(r'<input type="hidden"[^>]*>', "", html)
    )


def _counted(html: str) -> tuple[list[str], list[str], list[str]]:
    """Return the total, the values of the facets with their links and counts, and the columns of
    the chart.
    """
    return (
        re.findall(r'class="count">([^<]*)</h2>', html),
        re.findall(
            r'<li><a href="[^"]*"[^>]*><span class="value">.*?</span><span '
            r'class="number">\d+</span>',
            html,
        ),
        re.findall(
            r'<a\s+id="[^"]*"\s+href="[^"]*"\s+aria-label="(\d{4}[^"]*)"\s+tabindex="-1">', html
        ),
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=bank", 45),
        ("q=bank&copies=each&sort=time&after=2026-10-20", 31),
        ("q=bank&site=site1.example", 15),
        ("q=bank+harbour+zebra", 22),
        ("", 45),
    ],
)
def test_the_second_request_brings_what_the_whole_page_has(
    browse: Browse, reader: "Client", query: str, expected: int
) -> None:
    whole = _get(browse("analyst"), f"/search/?{query}")
    first = _get(reader, f"/search/?{query}")
    hits = _hits(whole)
    assert _hits(first) == hits
    assert len(hits) == min(expected, 20)
    assert _counted(first) == ([], [], [])
    assert first.count('aria-busy="true"') == 2
    part = _get(reader, _requested(first), HX_Request="true")
    assert _counted(part) == _counted(whole)
    total, values, columns = _counted(part)
    assert total == [f"{expected} documents"]
    assert len(values) >= 6
    assert columns
    assert "aria-busy" not in part
    # Only what was counted is sent again.
    assert "<html" not in part
    assert 'class="hit"' not in part


def test_what_counts_fill_replaces_its_places(reader: "Client") -> None:
    first = _get(reader, "/search/?q=bank")
    part = _get(reader, _requested(first), HX_Request="true")
    places = set(re.findall(r'id="(\w+-place)"', first))
    assert places == {"count-place", "chart-place", "facet-place"}
    assert set(re.findall(r'id="(\w+-place)"', part)) == places
    assert part.startswith('<div id="facet-place" class="facets">')
    assert set(re.findall(r'id="(\w+-place)"[^>]* hx-swap-oob', part)) == {
        "count-place",
        "chart-place",
    }
    assert "1 undated document is not in the chart." in part


def test_a_page_that_is_all_there_is_has_its_counts_at_once(reader: "Client") -> None:
    one = _get(reader, "/search/?q=title:7")
    assert _counted(one)[0] == ["1 document"]
    assert "hx-get" not in one
    assert "htmx" not in one
    assert "No documents match" in _get(reader, "/search/?q=zebra")
    assert "No documents match" in _get(reader, "/search/?q=zebra&site=site1.example")
    # The last page of many is not all.
    following = re.search(
        r'rel="next" href="(\?[^"]*)"', _get(reader, "/search/?q=harbour&sort=time")
    )
    assert following
    last = _get(reader, "/search/" + unescape(following[1]))
    assert len(_hits(last)) == 2
    part = _get(reader, _requested(last), HX_Request="true")
    assert _counted(part)[0] == ["22 documents"]


def test_without_htmx_the_address_is_a_whole_page(reader: "Client", browse: Browse) -> None:
    first = _get(reader, "/search/?q=bank&sort=time")
    (link,) = re.findall(r'<noscript>.*?href="([^"]*)"', first)
    assert unescape(link) == _requested(first)
    whole = _get(reader, unescape(link))
    assert _counted(whole) == _counted(_get(browse("analyst"), "/search/?q=bank&sort=time"))
    assert len(_hits(whole)) == 20
    assert "hx-get" not in whole


def test_a_number_that_is_an_estimate_says_so(
    reader: "Client", monkeypatch: pytest.MonkeyPatch
) -> None:
    count = SqliteDocuments.count_matches
    exact = _get(reader, "/search/counts/?q=bank", HX_Request="true")
    assert _counted(exact)[0] == ["45 documents"]
    monkeypatch.setattr(
        SqliteDocuments,
        "count_matches",
        lambda store, request: replace(count(store, request), exact=False, facets_exact=False),
    )
    estimated = _get(reader, "/search/counts/?q=bank", HX_Request="true")
    assert _counted(estimated)[0] == ["About 45 documents"]
    assert ("are estimates" in exact, "are estimates" in estimated) == (False, True)


def test_counts_that_cannot_be_had_leave_the_hits(
    reader: "Client", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_arguments: object) -> None:
        raise Unavailable("the index", "timed out")

    aggregate = SqliteDocuments.aggregate

    def without(broken: type) -> Callable[..., object]:
        """Return the method that cannot count in one way."""
        return lambda store, request, by: (
            silent() if isinstance(by, broken) else aggregate(store, request, by)
        )

    for method, replacement in (
        ("count_matches", silent),
        ("aggregate", without(ByTime)),
        ("aggregate", without(ByValue)),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(SqliteDocuments, method, replacement)
            first = _get(reader, "/search/?q=bank&site=site1.example&sort=time")
            assert len(_hits(first)) == 15
            part = _get(reader, _requested(first), 503, HX_Request="true")
            whole = _get(browse("analyst"), "/search/?q=bank&site=site1.example&sort=time", 503)
            told = _get(browse("admin"), "/search/?q=bank&site=site1.example&sort=time", 503)
        # Who cannot mend it is not told where it is.
        assert "the index" in told
        for html in (part, whole):
            assert "Newsloom could not count the documents" in html
            assert "the index" not in html
            again = '<a href="?q=bank&amp;sort=time&amp;site=site1.example">Try again</a>'
            assert again in html
            assert _counted(html) == (["Not counted"], [], [])
            assert "0 documents" not in html
        assert len(_hits(whole)) == 15
    # The page has ready what it says if nothing arrives.
    assert (
        "Newsloom could not count the documents"
        in first.partition("<template")[2].partition("</template>")[0]
    )


def test_a_query_that_is_refused(reader: "Client") -> None:
    assert "This bracket is not closed" in _get(
        reader, "/search/counts/?q=(bank", 400, HX_Request="true"
    )
    assert "This bracket is not closed" in _get(reader, "/search/counts/?q=(bank", 400)
    assert "This bracket is not closed" in _get(reader, "/search/?q=(bank", 400)
