"""The path on which a text spread: who had it first, and who copied or cites whom."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.port import Citation, Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT, article, thread_page
from webui.search.spread import moment_of, on_the_path, spread

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

AGENCY = "https://agency.example/1"
COPY = "0123456789abcdef"


def report(address: str, hours: float, *cites: str, copy_id: str = "") -> Document:
    return article(
        address,
        f"Bank cuts rates, says {address}",
        "The bank cut rates today.",
        published=MOMENT + timedelta(hours=hours),
        citations=tuple(Citation(url=url, text="there") for url in cites),
        copy_id=copy_id,
    )


AGENCY_REPORT = report(AGENCY, 0, copy_id=COPY)
COPIED = report("https://paper.example/2", 3, f"{AGENCY}#top", copy_id=COPY)
QUOTED = report("https://blog.example/3", 5, "http://www.agency.example/1")
OWN = report("https://own.example/4", 1, "https://elsewhere.example/")


def test_the_first_copies_and_those_who_cite_are_told_in_order_of_time() -> None:
    first, own, copied, quoted = spread([QUOTED, COPIED, OWN, AGENCY_REPORT])
    assert [each.document.site for each in (first, own, copied, quoted)] == [
        "agency.example",
        "own.example",
        "paper.example",
        "blog.example",
    ]
    assert not first.is_linked
    assert copied.copy_of == AGENCY_REPORT
    assert copied.cites == [AGENCY_REPORT]
    assert quoted.copy_of is None
    assert quoted.cites == [AGENCY_REPORT]
    assert quoted.seconds_later == 5 * 3600
    assert [each.document.site for each in on_the_path([first, own, copied, quoted])] == [
        "agency.example",
        "paper.example",
        "blog.example",
    ]


def test_time_on_the_path_counts_from_its_first_document() -> None:
    earlier = report("https://early.example/0", -7)
    first, copied = on_the_path(spread([earlier, AGENCY_REPORT, COPIED]))
    assert (first.document, first.seconds_later) == (AGENCY_REPORT, 0)
    assert (copied.document, copied.seconds_later) == (COPIED, 3 * 3600)
    assert on_the_path(spread([earlier])) == []


def test_a_document_that_links_to_itself_cites_nobody() -> None:
    (step,) = spread([replace(AGENCY_REPORT, citations=(Citation(url=AGENCY, text="here"),))])
    assert not step.is_linked


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), max_size=9))
def test_nobody_copies_a_later_document(rows: list[tuple[int, int, int]]) -> None:
    found = [
        report(f"https://s.example/{n}", hours, f"https://s.example/{to}", copy_id=f"c{group}")
        for n, (hours, to, group) in enumerate(rows)
    ]
    steps = spread(found)
    assert {each.document.id for each in steps} == {each.id for each in found}
    assert all(one.seconds_later <= other.seconds_later for one, other in pairwise(steps))
    for step in steps:
        assert step.document not in step.cites
        if step.copy_of:
            assert moment_of(step.copy_of) <= moment_of(step.document)
            assert step.copy_of.copy_id == step.document.copy_id


def test_the_page_of_a_document_shows_the_path(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    talk = replace(
        thread_page(1, "Have you read it?"),
        citations=(Citation(url=AGENCY, text="it"),),
        published=MOMENT + timedelta(hours=9),
    )
    ports.documents().write([AGENCY_REPORT, COPIED, QUOTED, OWN, talk])
    client = browse("analyst")
    page = html_tree(client.get(f"/documents/{AGENCY_REPORT.id}/").content.decode())
    (path,) = page.cssselect("[aria-labelledby=path-title]")
    steps = [" ".join(each.text_content().split()) for each in path.cssselect("li")]
    assert len(steps) == 4
    assert "first" in steps[0]
    assert "this document" in steps[0]
    (copied,) = (each for each in steps if "paper.example" in each)
    assert "3 h later" in copied
    assert "copy of agency.example" in copied
    (quoted,) = (each for each in steps if "blog.example" in each)
    assert "cites agency.example" in quoted
    alone = client.get(f"/documents/{OWN.id}/").content.decode()
    assert "How the text spread" not in alone


def test_a_path_that_was_cut_says_so(
    browse: Callable[..., "Client"], ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "Not all documents are shown"
    ports.documents().write([AGENCY_REPORT, COPIED, QUOTED])
    client = browse("analyst")
    address = f"/documents/{AGENCY_REPORT.id}/"
    assert said not in client.get(address).content.decode()
    monkeypatch.setattr("webui.search.services.paths._MAX_CITING", 1)
    assert said in client.get(address).content.decode()
