"""Parsers take the bodies of sites in turn, and one that takes long delays no others."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.body_budget import LARGE_BODY_BYTES
from crawler.errors import TooCostly
from crawler.parsing import Parsers


@pytest.fixture
def parsers() -> Iterator[Parsers]:
    parsers = Parsers()
    yield parsers
    parsers.close()


def wait_for(path: Path) -> str:
    while not path.exists():
        time.sleep(0.01)
    return "flood"


def spin(seconds: float) -> float:
    began = time.process_time()
    while time.process_time() < began + seconds:
        pass
    return seconds


def test_a_site_with_many_bodies_does_not_delay_another_site(
    parsers: Parsers, tmp_path: Path
) -> None:
    """The first body of the flood ends only when the other site's body has been read."""
    path = tmp_path / "honest"

    async def run() -> list[str]:
        flood = [
            asyncio.create_task(parsers.run(f"http://{n}.example.org/", 10, wait_for, path))
            for n in range(20)
        ]
        await asyncio.sleep(0)
        await parsers.run("http://example.net/", 10, path.touch)
        return await asyncio.gather(*flood)

    assert asyncio.run(run()) == ["flood"] * 20


@pytest.mark.slow
def test_a_body_that_takes_long_is_read_apart_and_one_that_takes_too_long_is_given_up(
    parsers: Parsers,
) -> None:
    async def run() -> float:
        with pytest.raises(TooCostly, match="more than 4 seconds of CPU time"):
            await parsers.run("http://example.org/", 10, spin, 20.0)
        return await parsers.run("http://example.org/", 10, spin, 1.5)

    assert asyncio.run(run()) == 1.5


@pytest.mark.slow
def test_a_large_body_has_more_time(parsers: Parsers) -> None:
    assert asyncio.run(parsers.run("http://example.org/", LARGE_BODY_BYTES + 1, spin, 1.5)) == 1.5
