"""robots.txt: what is allowed, and a host that does not answer is asked once."""

import asyncio
import codecs
from pathlib import Path

import pytest

from crawler.failures import FetchFailed, NoRoom, TooEarly
from storage.outcomes import Outcome
from tests.unit.crawler.worker_stores import robots_cache

TEXT = (
    b"User-agent: *\nDisallow: /private/\nCrawl-delay: 7\n\nUser-agent: Newsloom\nDisallow: "
    b"/drafts/\n"
)


class Web:
    """Answers for robots.txt; ``answer`` is bytes or the failure to raise."""

    def __init__(self, answer: bytes | FetchFailed) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def download(self, url: str, _source: object) -> bytes:
        self.asked.append(url)
        await asyncio.sleep(0.01)
        if isinstance(self.answer, FetchFailed):
            raise self.answer
        return self.answer


def test_rules_are_those_of_our_name() -> None:
    rules = asyncio.run(robots_cache(Web(TEXT).download).rules("http://a.example/x", None))
    assert rules.allowed("http://a.example/private/1")
    assert not rules.allowed("http://a.example/drafts/1")
    assert rules.delay_seconds() == 0.0
    other = asyncio.run(robots_cache(Web(TEXT).download, "Other").rules("http://a.example/x", None))
    assert not other.allowed("http://a.example/private/1")
    assert other.delay_seconds() == 7.0


def test_an_own_name_may_have_blanks() -> None:
    body = b"User-agent: *\nDisallow: /all/\n\nUser-agent: Harbour News Bot\nDisallow: /own/\n"
    cache = robots_cache(Web(body).download, "Harbour News Bot")
    rules = asyncio.run(cache.rules("http://a.example/", None))
    assert rules.allowed("http://a.example/all/1")
    assert not rules.allowed("http://a.example/own/1")


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [
        ("Newsloom", True),
        ("NEWSLOOM/2.1 (archive)", True),
        ("newsloom*", True),
        ("news", False),
        ("Newsloom-Images", False),
        ("*bot", False),
    ],
)
def test_the_group_of_a_name_is_that_of_its_token_alone(name: str, *, is_ours: bool) -> None:
    """RFC 9309, 2.2.1."""
    body = f"User-agent: *\nDisallow: /all/\n\nUser-agent: {name} # ours\nDisallow: /own/\n"
    rules = asyncio.run(robots_cache(Web(body.encode()).download).rules("http://a.example/", None))
    assert rules.allowed("http://a.example/own/1") is not is_ours
    assert rules.allowed("http://a.example/all/1") is is_ours


@pytest.mark.parametrize(
    "body",
    [
        TEXT.decode().encode("utf-8-sig"),
        TEXT.decode().encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.decode().encode("utf-16-be"),
        TEXT.decode().encode("utf-16-le"),
        TEXT.decode().encode("utf-16-be"),
        TEXT.decode().encode("utf-16")[:-1],
    ],
    ids=["utf-8 bom", "utf-16 bom", "utf-16 be bom", "utf-16 le", "utf-16 be", "cut in two"],
)
def test_the_first_group_counts_in_any_unicode_encoding(body: bytes) -> None:
    rules = asyncio.run(robots_cache(Web(body).download, "Other").rules("http://a.example/", None))
    assert not rules.allowed("http://a.example/private/1")
    assert rules.allowed("http://a.example/public/1")
    assert rules.delay_seconds() == 7.0


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("/x/../private/1", False),
        ("/x/./../private/1", False),
        ("/x/%2e%2E/private/1", False),
        ("/../private/1?q=1", False),
        ("//x/../private/1", False),
        ("/private/../public", True),
        ("/public?to=/../private/", True),
        ("/private.../1", True),
        ("/.well-known/x", True),
    ],
)
def test_dot_segments_are_resolved_before_rules_apply(path: str, is_allowed: bool) -> None:
    rules = asyncio.run(robots_cache(Web(TEXT).download, "Other").rules("http://a.example/", None))
    assert rules.allowed(f"http://a.example{path}") is is_allowed


@pytest.mark.parametrize("outcome", [Outcome.GONE, Outcome.HTTP_4XX])
def test_without_a_robots_txt_everything_is_allowed(outcome: Outcome) -> None:
    rules = asyncio.run(
        robots_cache(Web(FetchFailed(outcome, "")).download).rules("http://a.example/x", None)
    )
    assert rules.allowed("http://a.example/anything")


def test_a_dead_host_is_asked_once_for_all_who_wait() -> None:
    web = Web(FetchFailed(Outcome.TIMEOUT, "no answer"))
    robots = robots_cache(web.download)

    async def ask() -> list[object]:
        return await asyncio.gather(
            *(robots.rules("http://a.example/x", None) for _ in range(20)), return_exceptions=True
        )

    answers = asyncio.run(ask())
    assert len(web.asked) == 1
    assert {type(answer) for answer in answers} == {FetchFailed}


def test_a_process_without_room_says_nothing_of_the_host() -> None:
    web = Web(NoRoom.for_look_up())
    robots = robots_cache(web.download)
    with pytest.raises(NoRoom):
        asyncio.run(robots.rules("http://a.example/x", None))
    web.answer = TEXT
    assert asyncio.run(robots.rules("http://a.example/x", None)).delay_seconds() == 0.0


def test_rules_are_asked_for_once() -> None:
    web = Web(TEXT)
    robots = robots_cache(web.download)

    async def ask() -> None:
        await asyncio.gather(*(robots.rules(f"http://a.example/{n}", None) for n in range(20)))
        await robots.rules("http://a.example/later", None)

    asyncio.run(ask())
    assert web.asked == ["http://a.example/robots.txt"]


def test_rules_beyond_the_most_lines_do_not_count() -> None:
    text = "User-agent: *\n\n# rules\n" + "".join(f"Disallow: /{n}/\n" for n in range(12_000))
    rules = asyncio.run(robots_cache(Web(text.encode()).download).rules("http://a.example/x", None))
    assert not rules.allowed("http://a.example/9998/x")
    assert rules.allowed("http://a.example/9999/x")


def test_one_process_asks_for_all(tmp_path: Path) -> None:
    web = Web(TEXT)
    first, second = (robots_cache(web.download, home=tmp_path) for _ in range(2))
    assert not asyncio.run(first.rules("http://a.example/x", None)).allowed(
        "http://a.example/drafts/1"
    )
    assert not asyncio.run(second.rules("http://a.example/x", None)).allowed(
        "http://a.example/drafts/1"
    )
    assert web.asked == ["http://a.example/robots.txt"]


def test_a_failure_counts_for_all_too(tmp_path: Path) -> None:
    web = Web(FetchFailed(Outcome.THROTTLED, "HTTP 429", 30.0))
    for _ in range(2):
        with pytest.raises(FetchFailed, match="HTTP 429") as caught:
            asyncio.run(robots_cache(web.download, home=tmp_path).rules("http://a.example/x", None))
        assert (caught.value.outcome, caught.value.retry_after_seconds) == (Outcome.THROTTLED, 30.0)
    assert len(web.asked) == 1


def test_others_come_back_while_one_asks(tmp_path: Path) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def download(_url: str, _source: object) -> bytes:
        asked.set()
        await answer.wait()
        return TEXT

    first, second = (robots_cache(download, home=tmp_path) for _ in range(2))

    async def ask() -> None:
        asking = asyncio.create_task(first.rules("http://a.example/x", None))
        await asked.wait()
        with pytest.raises(TooEarly) as early:
            await second.rules("http://a.example/y", None)
        assert early.value.url == "http://a.example/y"
        answer.set()
        await asking
        assert not (await second.rules("http://a.example/y", None)).allowed(
            "http://a.example/drafts/1"
        )

    asyncio.run(ask())


def test_a_process_that_does_not_ask_lets_another_one_ask(tmp_path: Path) -> None:
    with pytest.raises(TooEarly):
        asyncio.run(
            robots_cache(Web(TooEarly("a.example", 9)).download, home=tmp_path).rules(
                "http://a.example/x", None
            )
        )
    web = Web(TEXT)
    asyncio.run(robots_cache(web.download, home=tmp_path).rules("http://a.example/x", None))
    assert len(web.asked) == 1


def test_rules_say_what_pages_may_be_used_for() -> None:
    text = b"User-agent: *\nContent-Usage: / train-ai=n\nContent-Usage: /open/ train-ai=y\n"
    rules = asyncio.run(robots_cache(Web(text).download).rules("http://a.example/x", None))
    assert rules.usage.codes("http://a.example/open/1") == ("train-ai=y",)
    assert rules.usage.codes("http://a.example/1") == ("train-ai=n",)
