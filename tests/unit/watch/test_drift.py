"""Drift: a redesign is found within twenty pages, and ordinary variation never is."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from storage.findings.signs import PageShape
from watch.sources.drift import MIN_BEFORE, RECENT, Drift, find_drift, similarity

KEPT = 60


def structure(rng: random.Random, layout: int, noise: int = 2) -> tuple[int, ...]:
    """Return the sketch of a page: a layout's own numbers, some of them exchanged for numbers of
    the page.
    """
    own = random.Random(layout).sample(range(65_536), 24)
    return tuple(sorted([*own[noise:], *rng.sample(range(65_536), noise)])[:24])


def page(rng: random.Random, layout: int = 1, **fields: Any) -> PageShape:
    common = PageShape(
        url=f"https://a.example/{rng.random()}",
        outcome="stored" if rng.random() < 0.95 else "too_short",
        length=int(rng.lognormvariate(7.5, 0.9)),
        confidence=min(1.0, max(0.0, rng.gauss(0.85, 0.1))),
        dated_by=rng.choice(("json-ld", "json-ld", "meta")),
        sketch=structure(rng, layout),
        at=0.0,
    )
    return replace(common, **fields)


REDESIGNS: dict[Drift, Callable[[random.Random], PageShape]] = {
    Drift.STRUCTURE: lambda rng: page(rng, layout=2),
    Drift.OUTCOME: lambda rng: page(rng, outcome="no_date"),
    Drift.LENGTH: lambda rng: page(rng, length=int(rng.lognormvariate(4.5, 0.4))),
    Drift.CONFIDENCE: lambda rng: page(rng, confidence=rng.gauss(0.4, 0.1)),
    Drift.DATE: lambda rng: page(rng, dated_by="text"),
}


@pytest.mark.parametrize("drift", Drift)
@pytest.mark.parametrize("known", [MIN_BEFORE, KEPT])
def test_each_change_is_named_within_twenty_pages(drift: Drift, known: int) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        pages = [page(rng) for _ in range(known)]
        for _ in range(20):
            pages = [*pages, REDESIGNS[drift](rng)][-KEPT:]
            if finding := find_drift(pages):
                break
        assert finding is not None, (drift, seed)
        assert drift in finding.drifts
        assert finding.after == [each.url for each in pages[-3:]]
        assert set(finding.before).isdisjoint(finding.after)


def ordinary(seed: int) -> Iterator[PageShape]:
    """Yield the pages of a site with several layouts, some of them in series, and texts of very
    different lengths.
    """
    rng = random.Random(seed)
    layouts = rng.randint(1, 6)
    weights = [rng.random() ** 2 + 0.05 for _ in range(layouts)]
    noise, rejected = rng.randint(0, 8), rng.random() * 0.5
    layout = 0
    while True:
        if rng.random() < 0.6:
            [layout] = rng.choices(range(layouts), weights)
        outcome = "too_short" if rng.random() < rejected else "stored"
        yield page(rng, outcome=outcome, sketch=structure(rng, 100 * seed + layout, noise))


@pytest.mark.slow
def test_ordinary_variation_is_not_a_drift() -> None:
    """A hundred sites with two hundred pages each, judged after every tenth page."""
    alarms = []
    for seed in range(100):
        pages: list[PageShape] = []
        source = ordinary(seed)
        for number in range(200):
            pages = [*pages, next(source)][-KEPT:]
            if number % 10 == 0 and (finding := find_drift(pages)):
                alarms.append((seed, number, finding.drifts))
                break
    assert len(alarms) == 0, alarms


def test_too_few_pages_say_nothing() -> None:
    rng = random.Random(1)
    pages = [page(rng) for _ in range(MIN_BEFORE - 1)] + [
        page(rng, layout=2) for _ in range(RECENT)
    ]
    assert find_drift(pages) is None
    assert find_drift([]) is None


def test_how_alike_two_pages_are() -> None:
    assert similarity((1, 2, 3), (1, 2, 3)) == 1.0
    assert similarity((1, 2), (3, 4)) == 0.0
    assert similarity((), ()) == 1.0
