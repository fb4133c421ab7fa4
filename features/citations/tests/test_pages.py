"""What documents cite, and which documents cite one."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.test import override_settings

from hooks.features import load_features
from storage.documents.port import Citation
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact, thread_page
from tests.unit.webui.test_document_pages import page_of

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
pytestmark = pytest.mark.usefixtures("tables")


def test_what_a_document_cites_and_what_cites_it_stand_below(
    browse: Browse, ports: "Stores"
) -> None:
    report = article("https://wire.example/1", "Rate <report>")
    news = article(
        "https://one.example/1",
        "Rates fall",
        citations=(
            Citation(url="https://wire.example/1", text="the <report>"),
            Citation(url="https://bank.example/rates", text="the bank"),
        ),
    )
    talk = replace(
        thread_page(1, "Have you read it?"),
        citations=(Citation(url="http://www.wire.example/1", text="it"),),
    )
    ports.documents().write([report, news, talk])
    client = browse("analyst")

    cites = compact(page_of(client, f"/documents/{news.id}/"))
    cites = cites[cites.index(">Cites</h2>") :]
    assert f'<a href="/documents/{report.id}/">the &lt;report&gt;</a>' in cites
    assert 'href="https://bank.example/rates"' in cites
    assert 'href="/search/?q=cites%3Abank.example"' in cites
    assert "Cited by" not in cites

    cited = page_of(client, f"/documents/{report.id}/")
    assert "2 documents link to this page." in cited
    (section,) = html_tree(cited).cssselect("[aria-labelledby=cited-by-title]")
    discussing = section.cssselect("h3 ~ ul")[0].text_content()
    assert talk.title in discussing
    assert news.title not in discussing
    assert f'href="/documents/{news.id}/" lang="en">Rates fall</a>' in cited
    assert f'href="/documents/{talk.id}/" lang="en">Trains are late</a>' in cited
    assert ">Cites</h2>" not in cited
    threads = page_of(client, '/search/?q=cites:"https://wire.example/1"&kind=thread')
    assert talk.title in threads
    assert news.title not in threads


def test_what_the_documents_of_a_search_cite_is_ranked_by_sources(
    browse: Browse, ports: "Stores"
) -> None:
    report = Citation(url="https://wire.example/1?a=1&b=2", text="it")
    own = Citation(url="https://club.example/", text="we")
    ports.documents().write(
        [
            article("https://one.example/1", "Rates fall", citations=(own, report)),
            article("https://one.example/2", "Rates fell", citations=(own,)),
            article("https://two.example/1", "Rates!", source="Two", citations=(report,)),
            article("https://two.example/2", "Weather", source="Two", citations=(own,)),
        ]
    )
    client = browse("analyst")
    page = page_of(client, "/explore/cited/?q=rates")
    number = r'<td class="number">(\d+)</td>'
    cells = re.findall(rf">([^<]+)</a></th>{number}{number}", page)
    assert cells == [
        ("wire.example", "2", "2"),
        ("club.example", "1", "2"),
        ("wire.example/1?a=1&amp;b=2", "2", "2"),
        ("club.example", "1", "2"),
    ]
    found = re.findall(r'href="(/search/\?q=cites[^"]*)"', page)
    assert "Rates fall" in page_of(client, found[2].replace("&amp;", "&"))
    assert "Weather" not in page_of(client, found[2].replace("&amp;", "&"))
    assert 'href="/explore/cited/?q=rates"' in page_of(client, "/search/counts/?q=rates")
    assert "No citations" in page_of(client, "/explore/cited/?q=nothing")
    assert "Newsloom cannot run this query" in page_of(client, "/explore/cited/?q=(", 400)


def test_the_most_cited_pages_of_a_week_are_one_link_away(browse: Browse, ports: "Stores") -> None:
    page = browse("analyst").get("/explore/cited/").content.decode()
    assert 'href="?after=-7d"' in page


def test_without_the_feature_nothing_speaks_of_citations(browse: Browse, ports: "Stores") -> None:
    there = Citation(url="https://wire.example/1", text="the report")
    news = article("https://one.example/1", "Rates fall", citations=(there,))
    ports.documents().write([news])
    client = browse("analyst")

    def said() -> list[bool]:
        places = {
            f"/documents/{news.id}/": ">Cites</h2>",
            "/search/?q=rates": "What they cite",
            "/explore/terms/": ">Cited</a>",
        }
        return [text in page_of(client, path) for path, text in places.items()]

    assert said() == [True, True, True]
    with override_settings(FEATURES=load_features(["all", "-citations"])):
        assert said() == [False, False, False]
