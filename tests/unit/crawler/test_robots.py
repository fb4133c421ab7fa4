"""robots.txt: what is allowed, and a host that does not answer is asked once."""

import asyncio

import pytest

from crawler.failures import FetchFailed, NoRoom
from crawler.robots import RobotsCache
from storage.outcomes import Outcome

TEXT = b"User-agent: *\nDisallow: /private/\nCrawl-delay: 7\n\nUser-agent: Newsloom\nDisallow: /drafts/\n"


class Web:
    """Answers for robots.txt; ``answer`` is bytes or the failure to raise."""

    def __init__(self, answer: bytes | FetchFailed) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def download(self, url: str, _pace_seconds: float) -> bytes:
        self.asked.append(url)
        await asyncio.sleep(0.01)
        if isinstance(self.answer, FetchFailed):
            raise self.answer
        return self.answer


def test_rules_are_those_of_our_name() -> None:
    rules = asyncio.run(RobotsCache("Newsloom", Web(TEXT).download).rules("http://a.example/x", 0))
    assert rules.allowed("http://a.example/private/1")
    assert not rules.allowed("http://a.example/drafts/1")
    assert rules.delay_seconds() == 0.0
    other = asyncio.run(RobotsCache("Other", Web(TEXT).download).rules("http://a.example/x", 0))
    assert not other.allowed("http://a.example/private/1")
    assert other.delay_seconds() == 7.0


@pytest.mark.parametrize("outcome", [Outcome.GONE, Outcome.HTTP_4XX])
def test_without_a_robots_txt_everything_is_allowed(outcome: Outcome) -> None:
    rules = asyncio.run(RobotsCache("Newsloom", Web(FetchFailed(outcome, "")).download).rules("http://a.example/x", 0))
    assert rules.allowed("http://a.example/anything")


def test_a_dead_host_is_asked_once_for_all_who_wait() -> None:
    web = Web(FetchFailed(Outcome.TIMEOUT, "no answer"))
    robots = RobotsCache("Newsloom", web.download)

    async def ask() -> list[object]:
        return await asyncio.gather(*(robots.rules("http://a.example/x", 0) for _ in range(20)), return_exceptions=True)

    answers = asyncio.run(ask())
    assert len(web.asked) == 1
    assert {type(answer) for answer in answers} == {FetchFailed}


def test_a_process_without_room_says_nothing_of_the_host() -> None:
    web = Web(NoRoom.for_look_up())
    robots = RobotsCache("Newsloom", web.download)
    with pytest.raises(NoRoom):
        asyncio.run(robots.rules("http://a.example/x", 0))
    web.answer = TEXT
    assert asyncio.run(robots.rules("http://a.example/x", 0)).delay_seconds() == 0.0


def test_rules_are_asked_for_once() -> None:
    web = Web(TEXT)
    robots = RobotsCache("Newsloom", web.download)

    async def ask() -> None:
        await asyncio.gather(*(robots.rules(f"http://a.example/{n}", 0) for n in range(20)))
        await robots.rules("http://a.example/later", 0)

    asyncio.run(ask())
    assert web.asked == ["http://a.example/robots.txt"]


def test_rules_beyond_the_most_lines_do_not_count() -> None:
    text = "User-agent: *\n\n# rules\n" + "".join(f"Disallow: /{n}/\n" for n in range(12_000))
    rules = asyncio.run(RobotsCache("Newsloom", Web(text.encode()).download).rules("http://a.example/x", 0))
    assert not rules.allowed("http://a.example/9998/x")
    assert rules.allowed("http://a.example/9999/x")
