"""How many places of a worker sites that never let go can take."""

import pytest

from crawler.shares import may_start


@pytest.mark.parametrize(
    ("sites", "places", "most", "free"),
    [(1, 64, 48, 16), (2, 64, 28, 9), (6, 64, 11, 3), (10, 64, 7, 2), (1, 4, 3, 1), (1, 1, 1, 0)],
)
def test_greedy_sites_leave_places_to_others(sites: int, places: int, most: int, free: int) -> None:
    running = [0] * sites
    turns = True
    while turns:
        turns = False
        for site in range(sites):
            if sum(running) < places and may_start(running[site], sum(running), places):
                running[site] += 1
                turns = True
    assert max(running) <= most
    assert places - sum(running) >= free


def test_a_site_without_a_job_may_always_start_one() -> None:
    assert may_start(0, 64, 64)
    assert not may_start(1, 64, 64)
