"""Workers look at the front page of a forum whose board is a source: once, and without harm."""

from contextlib import closing
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from features.proposed_sources.forum import BOARDS, Forum
from scheduler.jobs import SourceSpec
from storage.backends import open_learned
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.contract.crawl import Crawl
from tests.unit.crawler.fetchers import FakeFetcher, answer

SITE = "http://forum.example"
FRONT = f"{SITE}/bb/"
NEWS, SPORT = f"{FRONT}viewforum.php?f=3", f"{FRONT}viewforum.php?f=4"
SOURCE = SourceSpec(id=7, name="News", channel="board", host="forum.example", pace_seconds=0)


class Board(FakeFetcher):
    """A ``Fetcher`` of a forum: its front page, two boards and their threads."""

    def __init__(self) -> None:
        self.fetched: list[str] = []
        self.failure: FetchFailed | None = None

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.fetched.append(url)
        if url == FRONT:
            if self.failure:
                raise self.failure
            links = f"<a href='{NEWS}'>News</a> <a href='{SPORT}'>Sport</a>"
            latest = f"<a href='{FRONT}viewtopic.php?t=99'>Latest post of another board</a>"
            return answer(url, f"<html><body>{links}{latest}</body></html>")
        if "viewforum" in url:
            rows = "".join(
                f"<tr><td><a href='{FRONT}viewtopic.php?t={number}'>Question number {number}</a>"
                "</td><td>3 replies</td></tr>"
                for number in range(1, 4)
            )
            return answer(url, f"<html><body><table>{rows}</table></body></html>")
        raise FetchFailed(Outcome.GONE, "HTTP 404", status=404)


class Look:
    """A crawl of that forum."""

    def __init__(self, settings: Settings) -> None:
        self.forum = Board()
        self._crawl = Crawl(settings, self.forum)
        self._settings = settings

    def visit(self, address: str = NEWS, source: SourceSpec = SOURCE) -> None:
        self._crawl.visit(source, address)

    def fronts(self) -> int:
        return self.forum.fetched.count(FRONT)

    def learned(self) -> list[Forum]:
        with closing(open_learned(self._settings)) as learned:
            return [Forum.from_fact(fact) for fact in learned.facts(BOARDS).values()]


@pytest.fixture
def look(crawl_state_url: str, tmp_path: Path) -> Look:
    return Look(Settings(home=tmp_path, state_url=crawl_state_url, max_attempts=1))


def test_a_visit_of_a_board_looks_once_at_the_front_page(look: Look) -> None:
    look.visit()
    look.visit()
    look.visit(SPORT)
    assert look.fronts() == 1
    [forum] = look.learned()
    assert (forum.front, forum.source_id) == (FRONT, 7)
    assert forum.boards == {NEWS: "News", SPORT: "Sport"}
    # No thread is taken from the front page: they are those of other boards.
    assert not any(url.endswith("t=99") for url in look.forum.fetched)


@pytest.mark.parametrize("outcome", [Outcome.GONE, Outcome.TIMEOUT])
def test_a_look_that_fails_is_not_repeated_and_stops_nothing(look: Look, outcome: Outcome) -> None:
    look.forum.failure = FetchFailed(outcome, "it failed")
    look.visit()
    look.visit()
    assert look.fronts() == 1
    assert [forum.boards for forum in look.learned()] == [None]
    assert any("viewtopic" in url for url in look.forum.fetched)


def test_other_channels_look_at_no_front_page(look: Look) -> None:
    look.visit(
        NEWS, SourceSpec(id=8, name="List", channel="list", host="forum.example", pace_seconds=0)
    )
    assert look.fronts() == 0
    assert look.learned() == []
