"""The top terms of a search: beside its results, on a page, on dashboards and for programs."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from hooks.features import feature_names
from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
_PART = {"HX-Request": "true"}
_LINK = re.compile(
    r'<a href="(?P<url>/search/\?[^"]*)">\s*<span class="value" dir="auto">(?P<term>[^<]*)</span>'
    r'\s*<span class="number">\s*(?:<span aria-hidden="true">\d+ → )?(?P<count>\d+)'
)
pytestmark = pytest.mark.usefixtures("tables")


def stream(now: datetime) -> list[Document]:
    """Return two weeks of reports on a harbour and on farms; in the last week a strike begins in
    the harbour.
    """
    rng = Random(3)
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}ral" for n in range(150)]
    found = []
    for number in range(240):
        is_new, harbour = number % 2 == 0, number % 3 == 0
        title = " ".join(["Harbour cranes" if harbour else "Farm fields", *rng.choices(words, k=6)])
        if is_new and harbour:
            title += " Strike"
        published = now - timedelta(days=(1 if is_new else 8) + rng.random() * 5)
        found.append(
            article(
                f"https://site{number % 7}.example/{number}",
                title,
                copy_id=f"group {number}",
                published=published,
            )
        )
    return found


def terms_in(page: str) -> list[tuple[str, str, int]]:
    return [
        (html.unescape(each["term"]), html.unescape(each["url"]), int(each["count"]))
        for each in _LINK.finditer(page)
    ]


def test_each_term_leads_to_as_many_documents_as_it_says(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    page = client.get("/explore/terms/?q=harbour", headers=_PART).content.decode()
    told, rising = (terms_in(part) for part in page.split('class="rising"'))
    assert [(term, count) for term, _url, count in told] == [("Harbour cranes", 80), ("Strike", 40)]
    assert [(term, count) for term, _url, count in rising] == [("Strike", 40)]
    assert "0 → 40" in page
    assert "sentences of 80 documents" in page
    for _term, url, count in (*told, *rising):
        shown = client.get(url.replace("/search/", "/search/counts/")).content.decode()
        assert f"{count} documents" in shown


def test_a_search_with_a_period_compares_it_with_the_one_before(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    page = client.get("/explore/terms/?q=harbour&after=-14d&before=-7d").content.decode()
    assert "compared with 0 in the period before" in " ".join(page.split())
    assert "There are no documents from the period before" in page
    page = client.get("/explore/terms/?q=farm OR harbour&after=-7d", headers=_PART).content.decode()
    rising = terms_in(page.split('class="rising"')[1])
    assert [(term, count) for term, _url, count in rising] == [("Strike", 40)]
    assert "(farm OR harbour) Strike" in html.unescape(rising[0][1]).replace("%28", "(").replace(
        "%29", ")"
    ).replace("+", " ")


@pytest.mark.parametrize("first", ["1000", "0001-01-01", "-1500y"])
def test_a_period_before_which_there_is_no_time_is_compared_with_none(
    browse: Browse, ports: "Stores", first: str
) -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    page = browse("analyst").get(f"/explore/terms/?q=harbour&after={first}").content.decode()
    assert "There are no documents from the period before" in page


def test_copies_that_are_read_once_make_no_sample(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            replace(each, copy_id=f"group {number // 2}")
            for number, each in enumerate(stream(datetime.now(UTC)))
        ]
    )
    page = browse("analyst").get("/explore/terms/?q=farm&copies=each").content.decode()
    assert "chosen at random" not in " ".join(page.split()).split("Rising")[0]


def test_a_large_result_is_sampled_and_says_so(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("features.top_terms.services.SAMPLE", 50)
    ports.documents().write(stream(datetime.now(UTC)))
    page = browse("analyst").get("/explore/terms/?q=farm", headers=_PART).content.decode()
    assert "50 of 160 documents" in " ".join(page.split())
    assert terms_in(page)[0][::2] == ("Farm fields", 160)


def test_the_search_page_asks_for_them_apart(browse: Browse, ports: "Stores") -> None:
    from webui.preferences import ZONE_COOKIE

    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    assert "terms-place" not in client.get("/search/?q=harbour").content.decode()
    client.cookies[ZONE_COOKIE] = "UTC"
    page = client.get("/search/?q=harbour").content.decode()
    assert 'hx-get="/explore/terms/?q=harbour"' in page
    assert "Harbour cranes</span>" not in page
    assert "terms-place" not in client.get("/search/?q=nothing").content.decode()


def test_the_page_begins_with_a_period_that_has_others_to_compare_with(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    page = client.get("/explore/terms/").content.decode()
    assert "no others to compare them with" not in page
    assert 'href="/search/?after=-24h"' in page
    assert "All time" not in page
    [chosen] = html_tree(page).cssselect(".ranges [aria-current]")
    assert chosen.text_content() == "24 hours"
    # A word that is searched for from there is looked for at any time.
    assert not html_tree(page).cssselect("form.searchbar [name=after]")
    assert "All time" in client.get("/explore/terms/?q=farm").content.decode()


def test_nothing_is_claimed_of_a_search_without_words(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    everything = client.get("/explore/terms/", headers=_PART).content.decode()
    assert "These are all documents, so there are no others to compare them with." in everything
    all_that_are = client.get("/explore/terms/?q=farm OR harbour OR NOT farm").content.decode()
    assert "No term is typical of these documents" in all_that_are
    relaxed = client.get("/explore/terms/?q=harbour nowhere").content.decode()
    assert "Top terms are those of documents that have all words" in " ".join(relaxed.split())
    wrong = client.get("/explore/terms/?q=(")
    assert wrong.status_code == 400
    assert "Newsloom cannot run this query" in wrong.content.decode()


def test_an_empty_store_has_no_terms(browse: Browse, ports: "Stores") -> None:
    page = browse("analyst").get("/explore/terms/?q=harbour").content.decode()
    assert "No documents yet" in page


def test_markup_in_names_stays_text(browse: Browse, ports: "Stores") -> None:
    name = '<b>"Ann" & Co</b>'
    ports.documents().write(
        [
            *stream(datetime.now(UTC)),
            *(
                article(
                    f"https://x.example/{n}",
                    f"Trial {n}: {name}",
                    copy_id=f"x{n}",
                    organisations=(name,),
                )
                for n in range(9)
            ),
        ]
    )
    page = browse("analyst").get("/explore/terms/?q=trial", headers=_PART).content.decode()
    assert "<b>" not in page
    assert ('<b>"Ann" & Co</b>', 9) in [(term, count) for term, _url, count in terms_in(page)]


@pytest.mark.skipif("dashboards" not in feature_names(), reason="no panels without dashboards")
def test_a_dashboard_shows_the_same(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    body = {"name": "Ports", "panels": [{"kind": "terms", "query": "q=harbour"}]}
    made = client.post("/api/v1/dashboards", body, content_type="application/json").json()
    page = client.get(f"/dashboards/{made['id']}/").content.decode()
    assert "Top terms: harbour" in page
    assert 'href="/explore/terms/?q=harbour' in page
    told, rising = (terms_in(part) for part in page.split('class="rising"'))
    assert [(term, count) for term, _url, count in told] == [("Harbour cranes", 80), ("Strike", 40)]
    assert [(term, count) for term, _url, count in rising] == [("Strike", 40)]
    assert (
        'value="terms" selected' in client.get("/dashboards/panels/add/?as=terms").content.decode()
    )


def test_programs_read_the_same(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(stream(datetime.now(UTC)))
    client = browse("analyst")
    found = client.get("/api/v1/terms?q=harbour").json()
    assert [each["term"] for each in found["terms"]] == ["Harbour cranes", "Strike"]
    assert (found["read"], found["total"], found["compared_with"]) == (80, 80, 240)
    rise = found["rise"]
    assert (rise["documents"], rise["earlier_documents"], rise["end"]) == (40, 40, None)
    (strike,) = rise["terms"]
    assert (strike["term"], strike["count"], strike["earlier"]) == ("Strike", 40, 0)
    total = client.get("/api/v1/documents", {"q": strike["query"]}).json()["total"]
    assert total == strike["count"]
    assert client.get("/api/v1/terms?q=harbour&before=2026-01-01").json()["rise"] is None
    assert client.get("/api/v1/terms?q=(").status_code == 422


def test_an_assistant_is_told_the_same(browse: Browse, ports: "Stores") -> None:
    from features.top_terms.tool import TOOL
    from webui.search.params import SearchParams

    ports.documents().write(stream(datetime.now(UTC)))
    found = TOOL.answer(SearchParams(text="harbour", copies="each"), "assistants")
    assert (found["read"], found["total"]) == (80, 80)
    assert found["terms"][1] == {"term": "Strike", "documents": 40}
    rise = found["rise"]
    assert (rise["documents"], rise["documents_before"], rise["until"]) == (40, 40, None)
    assert rise["terms"] == [{"term": "Strike", "documents": 40, "documents_before": 0}]


def test_an_assistant_is_told_no_words_of_withheld_texts(browse: Browse, ports: "Stores") -> None:
    from features.top_terms.services import exact_top_terms
    from webui.search.params import SearchParams

    found = stream(datetime.now(UTC))
    ports.documents().write(
        [
            replace(each, rights=("tdm-reserved",)) if "Strike" in each.title else each
            for each in found
        ]
    )
    browse("analyst")
    params = SearchParams(text="harbour", copies="each")
    assert [each.text for each in exact_top_terms(params).terms] == ["Harbour cranes", "Strike"]
    withheld = exact_top_terms(params, use="assistants")
    assert [each.text for each in withheld.terms] == ["Harbour cranes"]
    assert withheld.rise is not None
    assert not withheld.rise.terms
