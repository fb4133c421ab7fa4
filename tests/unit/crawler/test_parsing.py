"""Parsing threads take the bodies of sites in turn."""

import asyncio
import threading

from crawler.parsing import ParsingThreads


def test_a_site_with_many_bodies_does_not_delay_another_site() -> None:
    """The first body of the flood ends only when the other site's body has been read, or after ten seconds."""
    order: list[str] = []
    honest = threading.Event()

    def parse(name: str) -> None:
        if name != "honest":
            honest.wait(10)
        order.append(name)
        if name == "honest":
            honest.set()

    async def run() -> None:
        parsing = ParsingThreads()
        many = [parsing.run(f"http://{n}.example.org/", 10, parse, f"flood {n}") for n in range(20)]
        tasks = [asyncio.create_task(each) for each in many]
        await asyncio.sleep(0)
        other = asyncio.create_task(parsing.run("http://example.net/", 10, parse, "honest"))
        await asyncio.gather(other, *tasks)
        parsing.close()

    asyncio.run(run())
    assert len(order) == 21
    assert order[0] == "honest"
