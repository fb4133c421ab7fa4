"""Names whose servers do not answer delay no other domain, and failures are remembered."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from crawler.downloader import lookups
from crawler.downloader.resolver import AddressBook, CheckedResolver
from crawler.failures import FetchFailed, NoRoom
from storage.outcomes import TRANSIENT, Outcome

PUBLIC = "93.184.216.34"


class NameServer:
    """Answers every name, except those below dead.com (silence) and gone.com (no such name)."""

    def __init__(self) -> None:
        self.end = threading.Event()
        self.asked: Counter[str] = Counter()

    def look_up(self, name: str) -> list[str]:
        self.asked[name] += 1
        if name.endswith("dead.com"):
            self.end.wait(60)
        if name.endswith("gone.com"):
            raise OSError("Name or service not known")
        return ["10.0.0.8"] if name.endswith("private.com") else [PUBLIC]


@pytest.fixture
def server() -> Iterator[NameServer]:
    running = NameServer()
    yield running
    running.end.set()


async def failure(book: AddressBook, host: str) -> FetchFailed:
    with pytest.raises(FetchFailed) as caught:
        await book.check(host)
    return caught.value


def test_honest_names_resolve_while_a_dead_zone_hangs(server: NameServer) -> None:
    book = AddressBook((), look_up=server.look_up)
    honest = [f"www.honest-{number}.com" for number in range(15)]

    async def work() -> None:
        dead = [asyncio.create_task(book.check(f"n{number}.dead.com")) for number in range(40)]
        await asyncio.sleep(0)  # each begins
        async with asyncio.timeout(60):
            await asyncio.gather(*(book.check(host) for host in honest))
        assert not any(task.done() for task in dead)
        for task in dead:
            task.cancel()

    asyncio.run(work())
    assert [book.known(host) for host in honest] == [PUBLIC] * len(honest)
    assert sum(count for name, count in server.asked.items() if name.endswith("dead.com")) == 2


def test_many_silent_domains_do_not_stop_an_honest_one(server: NameServer) -> None:
    book = AddressBook((), look_up=server.look_up)

    async def work() -> None:
        silent = [
            asyncio.create_task(book.check(f"n{n % 4}.of-{n // 4}-dead.com")) for n in range(160)
        ]
        await asyncio.sleep(0)  # each begins
        async with asyncio.timeout(60):
            await book.check("www.honest.com")
        assert not any(task.done() for task in silent)
        for task in silent:
            task.cancel()

    asyncio.run(work())
    assert book.known("www.honest.com") == PUBLIC


def test_a_name_that_finds_no_room_is_not_taken_for_unknown(
    server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_MAX_AT_ONCE", 2)
    book = AddressBook((), look_up=server.look_up)

    async def work() -> None:
        silent = [asyncio.create_task(book.check(f"{name}-dead.com")) for name in ("one", "two")]
        await asyncio.sleep(0)  # each begins
        failed = await failure(book, "www.honest.com")
        assert (type(failed), failed.outcome in TRANSIENT) == (NoRoom, True)
        server.end.set()
        await asyncio.gather(*silent)
        await book.check("www.honest.com")

    asyncio.run(work())
    assert book.known("www.honest.com") == PUBLIC


def test_a_look_up_ends_in_time_and_its_thread_keeps_its_turn(
    server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_LOOK_UP_SECONDS", 0.2)
    book = AddressBook((), look_up=server.look_up)

    async def work() -> None:
        for number in range(6):
            failed = await failure(book, f"n{number}.dead.com")
            assert (failed.outcome, "no answer in time" in failed.detail) == (Outcome.DNS, True)
        await book.check("www.honest.com")

    asyncio.run(work())
    assert sum(server.asked.values()) == 2 + 1


def test_a_failure_is_remembered_and_then_forgotten(
    server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask_twice() -> int:
        book = AddressBook((), look_up=server.look_up)
        for _ in range(2):
            failed = await failure(book, "gone.com")
            assert (failed.outcome, "not known" in failed.detail) == (Outcome.DNS, True)
        return server.asked.pop("gone.com")

    assert asyncio.run(ask_twice()) == 1
    monkeypatch.setattr(lookups, "_FAILURE_SECONDS", 0)
    assert asyncio.run(ask_twice()) == 2


def test_many_callers_of_one_name_share_a_look_up(server: NameServer) -> None:
    book = AddressBook((), look_up=server.look_up)

    async def work() -> None:
        await asyncio.gather(*(book.check("www.honest.com") for _ in range(20)))

    asyncio.run(work())
    assert server.asked["www.honest.com"] == 1


def test_a_private_answer_is_refused(server: NameServer) -> None:
    book = AddressBook((), look_up=server.look_up)

    async def work() -> None:
        assert (await failure(book, "a.private.com")).outcome is Outcome.PRIVATE_ADDRESS

    asyncio.run(work())
    assert book.known("a.private.com") is None


def test_a_name_that_changes_its_address_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: the connection goes to the address that was checked, and a later answer is
    checked too.
    """
    answers = [PUBLIC, "127.0.0.1", "127.0.0.1"]
    book = AddressBook((), look_up=lambda _: [answers.pop(0)])
    resolver = CheckedResolver(book, reactor=None)  # type: ignore[arg-type]
    connected: list[str] = []

    async def fetch() -> None:
        await book.check("www.rebinding.com")
        resolver.getHostByName("www.rebinding.com").addCallback(connected.append)

    asyncio.run(fetch())
    asyncio.run(fetch())
    assert (connected, len(answers)) == ([PUBLIC, PUBLIC], 2)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 301)
    assert asyncio.run(failure(book, "www.rebinding.com")).outcome == Outcome.PRIVATE_ADDRESS
    errors: list[object] = []
    resolver.getHostByName("www.rebinding.com").addErrback(errors.append)
    assert len(errors) == 1
