"""How much of a list one visit queues."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import reading_of
from crawler.list_limits import (
    MAX_CHILDREN,
    Children,
    Resting,
    child_jobs,
    choose_children,
    spread_seconds,
)
from crawler.list_links import read_content
from extractor.results import Link
from scheduler.jobs import MAX_LISTS, ListJob, SourceSpec

INDEX = "http://news.example.com/sitemap.xml"
SPEC = SourceSpec(id=1, name="s", channel="sitemap", host="news.example.com", pace_seconds=2.0)
NOW = datetime(2026, 3, 5, tzinfo=UTC)
JOB = ListJob(run_id="r", source=SPEC, url=INDEX)


NONE = Resting()


def links(count: int) -> list[Link]:
    return [Link(url=url) for url in urls(count)]


def dated(count: int) -> list[Link]:
    return [replace(link, published=NOW) for link in links(count)]


def chosen(children: Children) -> list[str]:
    return [link.url for link in children.chosen]


def urls(count: int, host: str = "news.example.com") -> list[str]:
    return [f"http://{host}/{number}.xml" for number in range(count)]


def test_a_small_index_is_read_in_full() -> None:
    children = choose_children(JOB, links(12), 0, 0, NONE)
    assert (len(children.chosen), children.next_start, children.detail) == (12, 0, "")


def test_the_next_visits_read_on_and_begin_again() -> None:
    read: list[str] = []
    start = 0
    for _ in range(3):
        children = choose_children(JOB, links(1_200), 0, start, NONE)
        read += chosen(children)
        start = children.next_start
    assert read == urls(1_200)
    assert start == 0
    assert children.detail == "child sitemaps queued: 200 of 1,200; the next visits read the others"


def test_an_index_that_shrank_is_read_from_its_beginning() -> None:
    assert chosen(choose_children(JOB, links(600), 0, 1_000, NONE)) == urls(500)


def test_half_of_what_a_visit_reads_of_a_long_index_is_the_newest() -> None:
    index = [*dated(700), *(Link(url=f"{INDEX}?{number}") for number in range(500))]
    first = choose_children(JOB, index, 0, 0, NONE)
    assert (chosen(first), first.next_start) == (urls(500), 500)
    second = choose_children(JOB, index, 0, 500, NONE)
    assert chosen(second) == [*urls(250), *(each.url for each in index[500:750])]
    assert second.next_start == 750
    last = choose_children(JOB, index, 0, 1_100, NONE)
    assert chosen(last) == [*urls(250), *(each.url for each in index[1_100:])]
    assert last.next_start == 0


def test_resting_children_leave_their_places_to_others() -> None:
    resting = Resting(unchanged=frozenset(urls(2_000)), failed=frozenset(urls(2_002)[2_000:]))
    children = choose_children(JOB, dated(2_100), 0, 0, resting)
    assert chosen(children) == urls(2_100)[2_002:]
    assert children.next_start == 0
    assert children.detail == (
        "child sitemaps unchanged, not asked again: 2,000; "
        "child sitemaps that failed, asked again later: 2"
    )
    assert choose_children(JOB, dated(10), 0, 0, resting).chosen == ()


@given(
    count=st.integers(0, 60),
    most=st.integers(0, 12),
    rests=st.sets(st.integers(0, 59)),
    undated=st.integers(0, 60),
)
def test_every_child_that_does_not_rest_has_its_turn(
    count: int, most: int, rests: set[int], undated: int
) -> None:
    index = [*dated(count)[:undated], *links(count)[undated:]]
    resting = Resting(unchanged=frozenset(f"http://news.example.com/{each}.xml" for each in rests))
    job = replace(JOB, lists_left=most)
    read: set[str] = set()
    start = 0
    for _ in range(count + 1):
        children = choose_children(job, index, 0, start, resting)
        assert len(children.chosen) == len(set(children.chosen)) <= most
        read.update(chosen(children))
        start = children.next_start
    due = {link.url for link in index if link.url not in resting}
    assert read == (due if most else set())


def test_only_sitemaps_of_the_same_registered_domain_are_read() -> None:
    mixed = [*urls(2), *urls(1, "cdn.news.example.com"), *urls(3, "elsewhere.com")]
    rows = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in mixed)
    index = (
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</sitemapindex>'
    )
    page = FetchedList(url=INDEX, body=index.encode(), headers={}, collected=datetime.now(UTC))
    content = read_content(page, SPEC, reading_of(SPEC.channel))
    children = choose_children(JOB, content.children, content.foreign_children, 0, NONE)
    assert chosen(children) == mixed[:3]
    assert children.detail == "child sitemaps on other sites, ignored: 3"


def test_a_tree_of_endless_indexes_stays_within_the_limits_of_one_visit() -> None:
    more_than_fit = links(MAX_CHILDREN + 1)

    def descend(job: ListJob) -> Iterator[ListJob]:
        yield job
        for child in child_jobs(job, chosen(choose_children(job, more_than_fit, 0, 0, NONE))):
            yield from descend(child)

    _, *descendants = descend(JOB)
    assert len(descendants) <= MAX_LISTS
    assert max(job.page for job in descendants) <= 4


def test_all_lists_of_a_visit_share_its_links() -> None:
    [child] = child_jobs(replace(JOB, most_links=70), urls(1))
    assert (JOB.most_links, child.most_links) == (10_000, 70)


def test_a_visit_that_may_queue_nothing_says_so() -> None:
    children = choose_children(replace(JOB, lists_left=0), links(5), 0, 0, NONE)
    assert children == Children(own=5)
    assert children.detail == "child sitemaps queued: 0 of 5"


def test_jobs_of_one_site_come_at_its_pace() -> None:
    jobs = [replace(JOB, url=url) for url in (*urls(2), *urls(1, "b.com"), *urls(1))]
    assert spread_seconds(jobs) == [0.0, 2.0, 0.0, 4.0]


def test_a_site_with_a_host_name_for_each_sitemap_has_one_pace() -> None:
    jobs = [replace(JOB, url=url) for host in "abc" for url in urls(1, f"{host}.news.example.com")]
    assert spread_seconds(jobs) == [0.0, 2.0, 4.0]
