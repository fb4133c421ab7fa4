"""A thread is read as far as its pages bring new posts of the same topic."""

from dataclasses import replace
from pathlib import Path

import pytest

from crawler.job_results import Done
from crawler.thread_pages import last_number, numbered, posts_of, why_ended
from extractor.results import Post, Thread
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE
from storage.outcomes import Outcome
from tests.unit.crawler.test_page_job import Crawl, run

BOARD = "http://board.example"
NAMES = ("millwright", "ferryman", "oldsalt", "quarryboy")


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    return Crawl(tmp_path / "home", "long-reads")


def posts_page(title: str, first: int, following: str) -> bytes:
    posts = "".join(
        f'<div class="post" id="p{number}"><a class="username" href="/u/{number % 4}">'
        f"{NAMES[number % 4]}</a> <time datetime='2026-11-{number + 1:02}T10:00Z'>2026-11-"
        f"{number + 1:02} 10:00</time><div class='content'>Post {number} tells at some length "
        f"what a neighbour thinks of the old stones, and why. ({number * 7919})</div></div>"
        for number in range(first, first + 4)
    )
    return (
        f"<html><head><title>{title} - Board</title></head><body id='phpbb'><h2>{title}</h2>"
        f'{posts}<a rel="next" href="{following}">Next</a></body></html>'
    ).encode()


async def read_on(crawl: Crawl, url: str) -> list[Done]:
    """Run the job of a thread and those that follow from it."""
    results = []
    job = crawl.job(url, kind="thread")
    for _ in range(6):
        result = await crawl.handler.run(job)
        assert isinstance(result, Done)
        results.append(result)
        if not result.new:
            return results
        [reserved] = await crawl.stores.reserve([PAGE_TUBE], 2, 1.0)
        job = PageJob.from_json(reserved.body)
        await crawl.stores.delete(reserved)
    return results


def test_a_next_link_that_never_ends_stops_where_nothing_is_new(crawl: Crawl) -> None:
    url = f"{BOARD}/viewtopic.php?t=77"
    for start in (0, 4, 8, 12, 16, 20):
        address = f"{url}&start={start}" if start else url
        body = posts_page("The harbour wall", min(start, 8), f"{url}&start={start + 4}")
        crawl.fetcher.bodies[address] = body

    async def test() -> None:
        results = await read_on(crawl, url)
        assert [each.outcome for each in results] == [Outcome.STORED] * 3 + [Outcome.DUPLICATE]
        assert results[-1].detail == "it has only posts of the page before it"
        bodies = [post.body for document in crawl.stored() for post in document.posts]
        assert len(bodies) == len(set(bodies)) == 12

    run(crawl, test)


def test_thousands_of_replies_leave_a_job_for_the_next_page_that_fits(crawl: Crawl) -> None:
    posts = [Post(body=f"Wall {number}") for number in range(50)]
    replies = [Post(body=f"Gate {number}", parent=0) for number in range(8_000)]
    url = f"{BOARD}/viewtopic.php?t=78"
    thread = Thread(
        url=url,
        canonical_url=url,
        title="Walls",
        thread_url=url,
        posts=(posts[0], *replies, *posts[1:]),
    )
    following = replace(crawl.job(url, kind="thread"), page=2, posts_before=posts_of(thread))
    assert following.fits
    assert why_ended(following, replace(thread, posts=tuple(posts)), url) != ""
    other = replace(thread, posts=(Post(body="Another gate"), *replies))
    assert why_ended(following, other, url) == ""


def test_the_next_topic_is_not_stored_as_a_page_of_the_thread(crawl: Crawl) -> None:
    # The addresses do not show whose pages they are.
    url, other = f"{BOARD}/show?a=1&b=7", f"{BOARD}/more?c=12"
    crawl.fetcher.bodies[url] = posts_page("The harbour wall", 0, other)
    crawl.fetcher.bodies[other] = posts_page("Recipes for winter", 8, f"{BOARD}/more?c=13")

    async def test() -> None:
        results = await read_on(crawl, url)
        assert [each.outcome for each in results] == [Outcome.STORED, Outcome.DUPLICATE]
        assert "another topic, Recipes for winter" in results[1].detail
        assert crawl.are_seen([other]) == [False]
        assert [document.title for document in crawl.stored()] == ["The harbour wall"]

    run(crawl, test)


@pytest.mark.parametrize(
    ("printed", "before", "numbers"),
    [
        ([1, 2, 3], 0, [1, 2, 3]),
        ([11, 12], 10, [11, 12]),
        ([11, 15], 10, [11, 15]),
        ([None, None], 10, [11, 12]),
        ([1, 2, 3], 10, [11, 12, 13]),
        ([1], 10, [11]),
        # The opening post is on top of each page.
        ([1, 11, 12], 10, [1, 11, 12]),
        ([1, 2, 3], 2, [3, 4, 5]),
        # The pages before are not known.
        ([None, None], 0, [None, None]),
    ],
)
def test_numbers_of_posts_run_through_the_pages(
    printed: list[int | None], before: int, numbers: list[int | None]
) -> None:
    posts = [Post(body=f"Wall {index}", floor=number) for index, number in enumerate(printed)]
    posts.insert(1, Post(body="A reply", parent=0))
    found = numbered(posts, before)
    assert [post.floor for post in found if post.parent is None] == numbers
    assert found[1].floor is None
    assert last_number(found, before) == (numbers[-1] or before)


def test_stored_pages_of_a_thread_are_numbered_through(crawl: Crawl) -> None:
    url = f"{BOARD}/viewtopic.php?t=79"
    for number in range(3):
        body = posts_page("The harbour wall", 4 * number, f"{url}&start={4 * number + 4}")
        for post in range(4):
            # Numbers begin anew on each page.
            mark = f'<div class="post" id="p{4 * number + post}">'
            body = body.replace(mark.encode(), f"{mark}<b>#{post + 1}</b>".encode())
        crawl.fetcher.bodies[f"{url}&start={4 * number}" if number else url] = body

    async def test() -> None:
        await read_on(crawl, url)
        pages = sorted(crawl.stored(), key=lambda page: page.thread_page)
        floors = [post.floor for page in pages for post in page.posts]
        assert floors == list(range(1, len(floors) + 1))

    run(crawl, test)
