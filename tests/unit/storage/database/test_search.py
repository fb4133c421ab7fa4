"""A search and what is stored of it."""

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from storage.database.searches.search import Search

DATES = st.sampled_from(["", "2026", "2026-11-21T08:00", "-3h"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(
    lambda text: text.replace("\x00", "").strip()
)


@st.composite
def searches(draw: st.DrawFn) -> "Search":
    from storage.database.searches.search import (
        CHOICES,
        COPY_MODES,
        SORTS,
        Search,
        clean_choice,
    )

    values = st.lists(TEXTS.filter(bool), max_size=2)
    chosen = [(name, clean_choice(name, value)) for name in CHOICES for value in draw(values)]
    return Search(
        text=draw(TEXTS),
        chosen=tuple(dict.fromkeys(chosen)),
        after=draw(DATES),
        before=draw(DATES),
        zone=draw(st.sampled_from(["", "Europe/Berlin"])),
        sort=draw(st.sampled_from(["", *SORTS])),
        copies=draw(st.sampled_from(COPY_MODES)),
    )


@given(st.data())
def test_a_stored_search_is_the_same_search(data: st.DataObject) -> None:
    from storage.database.searches.search import Search

    search = data.draw(searches())
    assert Search.from_json(search.to_json()) == search


def test_only_what_differs_from_a_search_of_all_is_stored() -> None:
    from storage.database.searches.search import Search

    assert Search().to_json() == {}
    search = Search(
        text="bank", chosen=(("site", "b.example"), ("lang", "zh"), ("site", "a.example"))
    )
    assert search.to_json() == {
        "text": "bank",
        "filters": {"site": ["b.example", "a.example"], "lang": ["zh"]},
    }


@pytest.mark.parametrize(
    "stored",
    [
        {"after": "soon", "before": "2026-13", "zone": "Mars", "sort": "best", "copies": "some"},
        {"filters": {"mood": ["calm"], "site": ["", " ", "\x00"]}, "query": "q=one&q=two"},
    ],
)
def test_what_no_longer_means_anything_is_left_out(stored: dict[str, Any]) -> None:
    from storage.database.searches.search import Search

    assert Search.from_json(stored) == Search()


def test_a_saved_search_has_no_order_and_names_the_zone_of_its_dates() -> None:
    from django.utils import timezone

    from storage.database.searches.search import Search

    with timezone.override("Europe/Berlin"):
        assert Search(text="bank", sort="time").to_keep() == Search(text="bank")
        dated = Search(text="after:2026", sort="time").to_keep()
    assert dated == Search(text="after:2026", zone="Europe/Berlin")
