"""Parsing threads take the bodies of sites in turn."""

import asyncio
import threading

from crawler.parsing import ParsingThreads


def test_a_site_with_many_bodies_does_not_delay_another_site() -> None:
    order: list[str] = []
    started = threading.Event()

    def parse(name: str) -> None:
        started.wait(10)
        order.append(name)

    async def run() -> None:
        parsing = ParsingThreads()
        many = [parsing.run(f"http://{n}.example.org/", 10, parse, f"flood {n}") for n in range(20)]
        tasks = [asyncio.create_task(each) for each in many]
        await asyncio.sleep(0)
        other = asyncio.create_task(parsing.run("http://example.net/", 10, parse, "honest"))
        await asyncio.sleep(0)
        started.set()
        await asyncio.gather(other, *tasks)
        parsing.close()

    asyncio.run(run())
    assert len(order) == 21
    assert order.index("honest") <= 2
