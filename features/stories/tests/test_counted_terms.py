"""Counts of terms in arrays are what a dictionary would count."""

import zlib
from collections import Counter, defaultdict
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.usefixtures("django")

keys = st.integers(0, 9)
document = st.tuples(st.sets(keys, max_size=5), st.integers(0, 3))
batches = st.lists(st.lists(document, max_size=6), max_size=5)


@given(batches, st.sets(keys, max_size=4), st.integers(0, 8))
def test_documents_count_as_in_a_dictionary(
    made: list[list[tuple[set[int], int]]], left: set[int], most: int
) -> None:
    from features.stories.grouping.counted_terms import CountedTerms

    counted, sites = Counter[int](), defaultdict[int, int](int)
    whole = CountedTerms()
    for batch in made:
        part = CountedTerms()
        for terms, site in batch:
            part.add(sorted(terms), 1 << site)
            counted.update(terms)
            for term in terms:
                sites[term] |= 1 << site
        whole.include(CountedTerms.unpacked(part.packed(closed=False), len(part)))
    assert dict(zip(whole.keys.tolist(), whole.counts.tolist(), strict=True)) == counted
    assert dict(zip(whole.keys.tolist(), whole.sites.tolist(), strict=True)) == sites
    assert list(whole.frequent(2)) == [
        (term, counted[term], sites[term].bit_count())
        for term in sorted(counted)
        if counted[term] >= 2
    ]

    whole.discount(left)
    counted = +(counted - Counter(left))
    assert {term: whole.count(term) for term in range(10)} == {
        term: counted[term] for term in range(10)
    }
    whole.cut(most)
    best = sorted(counted, key=lambda term: (-counted[term], term))[:most]
    assert whole.keys.tolist() == sorted(best)


@given(batches, st.integers(0, 5), st.integers(0, 5))
def test_closed_hours_keep_what_matters(
    made: list[list[tuple[set[int], int]]], oldest: int, lately: int
) -> None:
    from features.stories.grouping.counted_terms import ClosedTerms, CountedTerms

    closed, kept = ClosedTerms(), dict[int, dict[int, int]]()
    for hour, batch in enumerate(made):
        part, counted = CountedTerms(), Counter[int]()
        for terms, site in batch:
            part.add(sorted(terms), 1 << site)
            counted.update(terms)
        closed.add(hour, part)
        for term, count in counted.items():
            kept.setdefault(term, {})[hour] = count
    assert {term: closed.counts(term) for term in range(10)} == {
        term: kept.get(term, {}) for term in range(10)
    }

    closed.sweep(oldest, lately)
    for term, hours in list(kept.items()):
        hours = {hour: count for hour, count in hours.items() if hour >= oldest}
        once = list(hours.values()) == [1] and min(hours) < lately
        kept[term] = {} if once else hours
    assert {term: closed.counts(term) for term in range(10)} == {
        term: kept.get(term, {}) for term in range(10)
    }
    totals = closed.totals(list(range(10)))
    assert totals == [sum(kept.get(term, {}).values()) for term in range(10)]


def test_an_hour_comes_back_as_it_was_and_a_damaged_one_is_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from features.stories.grouping.counted_terms import term_key
    from features.stories.grouping.history import (
        DamagedHour,
        OpenHour,
        TermHistory,
        TermText,
        hour_of,
    )
    from features.stories.store.records import HourPart

    hour, quake = OpenHour(), term_key("en", "quake")
    for site in ("a.example", "b.example"):
        hour.add("en", [quake], site, site)
    hour.texts = {quake: TermText("en", "quake", "Quake")}
    again = OpenHour.unpacked(hour.packed())
    assert (again.documents, again.copies, again.texts) == (hour.documents, hour.copies, hour.texts)
    assert list(again.terms.frequent(2)) == list(hour.terms.frequent(2))
    assert OpenHour.unpacked(hour.packed(closed=True)).terms.count(quake) == 2

    whole = zlib.decompress(hour.packed())
    now = datetime(2026, 11, 16, 9, tzinfo=UTC)
    damaged = [
        b"",
        b"x",
        zlib.compress(b""),
        zlib.compress(b"{}"),
        *(zlib.compress(whole[:-cut]) for cut in (1, 8, 16, 40)),
    ]
    for packed in damaged:
        with pytest.raises(DamagedHour):
            OpenHour.unpacked(packed)
    history = TermHistory()
    parts = [HourPart(hour=hour_of(now), counts=each) for each in (*damaged, hour.packed())]
    history.restore(parts, now)
    assert history.counts("en", "quake") == {hour_of(now): 2}
    assert len(caplog.records) == len(damaged)


def test_what_only_an_erased_document_said_is_stored_no_more() -> None:
    from features.stories.grouping.counted_terms import term_key
    from features.stories.grouping.history import OpenHour, TermText

    hour, secret = OpenHour(), term_key("en", "secret")
    hour.add("en", [secret, term_key("en", "quake")], "a.example", "")
    hour.add("en", [term_key("en", "quake")], "b.example", "")
    hour.texts = {
        secret: TermText("en", "secret", "Secret"),
        term_key("en", "quake"): TermText("en", "quake", "Quake"),
    }
    hour.discount("en", ["secret"])
    stored = zlib.decompress(hour.packed())
    assert b"Quake" in stored
    assert b"ecret" not in stored
    assert secret.to_bytes(8, "little") not in stored
