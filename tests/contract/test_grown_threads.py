"""A thread that has grown is read on from its last known page."""

from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from scheduler.jobs import SourceSpec
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.contract.crawl import Crawl
from tests.unit.crawler.fetchers import FakeFetcher, answer

pytestmark = pytest.mark.slow  # Each test crawls in this process.

SITE = "http://forum.example"
BOARD = SourceSpec(
    id=1,
    name="Forum",
    channel="board",
    patterns=(r"/t/\d+$",),
    host="forum.example",
    pace_seconds=0,
)
PER_PAGE = 3
WORDS = [
    "boiler",
    "pump",
    "filter",
    "valve",
    "cellar",
    "sand",
    "hammer",
    "winter",
    "pipe",
    "shop",
    "key",
    "noise",
    "lamp",
    "gate",
]


def post(number: int, replies: int = 0) -> str:
    words = " ".join(WORDS[(number * step + step) % len(WORDS)] for step in range(1, 12))
    return (
        f'<div class="post" id="p{number}"><div class="author"><a href="/u/{number}">user{number}'
        f'</a></div><time datetime="2026-11-{1 + number:02}T10:05:00Z">day</time>'
        f'<div class="content">Post {number} says: {words}, and that is what I know of it.</div>'
        f"<ul>{''.join(map(reply, range(replies)))}</ul></div>"
    )


def reply(number: int) -> str:
    return (
        f'<li class="reply"><a href="/u/{40 + number}">user{40 + number}</a> '
        f'<time datetime="2026-11-20T10:{number:02}:00Z">day</time> '
        f"<p>My {WORDS[number]} is no better.</p></li>"
    )


class Forum(FakeFetcher):
    """A ``Fetcher`` of a board with one thread, which grows."""

    def __init__(self, posts: int) -> None:
        self.posts = posts
        self.replies = 0  # to the last post
        self.fetched: list[str] = []
        self.missing = ""

    @property
    def pages(self) -> int:
        return -(-self.posts // PER_PAGE)

    async def fetch(self, url: str, **_: object) -> Fetched:
        path = url.removeprefix(SITE)
        if path == "/board":
            body = (
                "<title>Board</title><table><tr><th>Topic</th><th>Replies</th></tr>"
                f'<tr><td><a href="/t/1">The boiler hums every night</a></td>'
                f"<td>{self.posts + self.replies - 1} replies</td></tr></table>"
            )
        else:
            self.fetched.append(path)
            if path == self.missing:
                raise FetchFailed(Outcome.GONE, "HTTP 404", status=404)
            page = int(path.rpartition("page-")[2]) if "page-" in path else 1
            first = (page - 1) * PER_PAGE
            posts = "".join(
                post(n, self.replies if n == self.posts - 1 else 0)
                for n in range(first, min(first + PER_PAGE, self.posts))
            )
            further = (
                f'<a rel="next" href="/t/1/page-{page + 1}">Next</a>' if page < self.pages else ""
            )
            body = (
                "<title>The boiler hums every night</title>"
                f"<h1>The boiler hums every night</h1>{posts}<nav>{further}</nav>"
            )
        return answer(url, body)


class Reading:
    """Visits of that board."""

    def __init__(self, settings: Settings) -> None:
        self.forum = Forum(8)
        self.crawl = Crawl(settings, self.forum)

    def fetched(self) -> list[str]:
        """Return the pages of the thread that a visit fetches."""
        self.forum.fetched.clear()
        self.crawl.visit(BOARD, f"{SITE}/board")
        # The first visit looks at the front page of the forum, too.
        return [path for path in self.forum.fetched if path.startswith("/t/")]

    def posts(self) -> int:
        return sum(len(page.posts) for page in self.crawl.stored())


@pytest.fixture
def reading(crawl_state_url: str, tmp_path: Path) -> Reading:
    return Reading(Settings(home=tmp_path, state_url=crawl_state_url, max_attempts=1))


def test_only_the_last_known_page_and_new_ones_are_read(reading: Reading) -> None:
    assert reading.fetched() == ["/t/1", "/t/1/page-2", "/t/1/page-3"]
    assert reading.fetched() == []
    reading.forum.posts = 14
    assert reading.fetched() == ["/t/1/page-3", "/t/1/page-4", "/t/1/page-5"]
    reading.forum.posts = 15
    assert reading.fetched() == ["/t/1/page-5"]
    stored = reading.crawl.stored()
    assert sorted(page.thread_page for page in stored) == [1, 2, 3, 4, 5]
    assert len({page.thread for page in stored}) == 1
    in_order = sorted(stored, key=lambda page: page.thread_page)
    numbers = [post.floor for page in in_order for post in page.posts]
    # The extractor takes the numbers of the names.
    assert numbers == list(range(15))


def test_a_page_was_found_when_it_was_first_found(reading: Reading) -> None:
    reading.fetched()
    before = {page.id: page for page in reading.crawl.stored()}
    reading.forum.posts = 10
    reading.fetched()
    after = {page.id: page for page in reading.crawl.stored()}
    grown = [page for page in after.values() if page.thread_page == 3]
    assert all(after[name].collected == page.collected for name, page in before.items())
    assert [len(page.posts) for page in grown] == [3]
    assert grown[0].changed is not None
    assert grown[0].changed > grown[0].collected
    assert [page.changed for page in after.values() if page.thread_page in (1, 2)] == [None, None]


def test_a_thread_grows_by_replies_inside_its_last_post(reading: Reading) -> None:
    reading.fetched()
    for count in (2, 3):
        reading.forum.replies = count
        assert reading.fetched() == ["/t/1/page-3"]
        [last] = [page for page in reading.crawl.stored() if page.thread_page == 3]
        assert [post.parent for post in last.posts] == [None, None, *[1] * count]
        assert f"My {WORDS[count - 1]} is no better." in last.content
        assert last.changed is not None
    assert reading.posts() == 8 + 3


def test_a_thread_whose_last_page_is_gone_is_read_from_its_first(reading: Reading) -> None:
    reading.fetched()
    # Posts were deleted: the thread is shorter than before, and has a new one.
    reading.forum.posts, reading.forum.missing = 5, "/t/1/page-3"
    assert reading.fetched() == ["/t/1/page-3", "/t/1", "/t/1/page-2"]
    reading.forum.posts, reading.forum.missing = 7, ""
    assert reading.fetched() == ["/t/1/page-2", "/t/1/page-3"]
