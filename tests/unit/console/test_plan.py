"""The plan of machines and disks."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.plan import Load, plan

_GROWING = ("sources", "pages", "kilobytes", "characters", "days")
_LOADS = st.builds(
    Load,
    sources=st.integers(1, 200_000),
    pages=st.floats(0, 500),
    kilobytes=st.floats(1, 2_000),
    characters=st.integers(1, 20_000),
    minutes=st.floats(1, 1_440),
    days=st.integers(1, 3_650),
)


def test_a_hundred_times_the_sources_need_a_hundred_times_the_cores() -> None:
    small, large = plan(Load(sources=1_000)), plan(Load(sources=100_000))
    assert large.worker_cores == pytest.approx(100 * small.worker_cores)
    assert large.redis_memory == pytest.approx(100 * small.redis_memory)
    assert (small.workers, large.workers) == (1, 2)
    assert large.documents == 730_000_000


def test_few_sources_fit_on_one_machine_and_many_do_not() -> None:
    assert plan(Load(sources=200)).fits_one_machine
    assert not plan(Load(sources=1_000)).fits_one_machine
    assert plan(Load(sources=1_000, days=90)).fits_one_machine
    assert not plan(Load(sources=20, pages=100_000, days=1)).fits_one_machine


@given(_LOADS, st.sampled_from(_GROWING), st.integers(2, 5))
def test_more_of_anything_never_needs_less(load: Load, name: str, factor: int) -> None:
    more = plan(replace(load, **{name: getattr(load, name) * factor}))
    before = plan(load)
    # Files need a little more space than servers, and end where these begin.
    for key in asdict(before).keys() - {"fits_one_machine", "documents_disk"}:
        assert getattr(more, key) >= getattr(before, key)
    assert before.fits_one_machine or not more.fits_one_machine
