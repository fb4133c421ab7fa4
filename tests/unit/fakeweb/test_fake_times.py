"""The local times that the fake web prints, as the extractor reads them, in winter and in
summer.
"""

from datetime import UTC, datetime, timedelta

import pytest

from extractor.extraction import extract
from extractor.results import Article, Hints, Thread
from fakeweb import times
from fakeweb.boards import thread_path
from fakeweb.hosts import all_sites
from tests.unit.fakeweb.shelf import Shelf

SITES = {name: site for name, site in all_sites(7).items() if site.well_behaved}
JANUARY = datetime(2024, 1, 20, 12, tzinfo=UTC)
JULY = datetime(2024, 7, 20, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module", params=[JANUARY, JULY], ids=["january", "july"])
def shelf_of(request: pytest.FixtureRequest) -> Shelf:
    return Shelf(now=int(request.param.timestamp()))


# The other hosts show no date, or no article without a script or a subscription.
SHOWN = [
    name
    for name, site in SITES.items()
    if site.kind in ("news", "blog")
    and not site.gate
    and not {"undated", "teaser"} & set(site.features)
]


@pytest.mark.parametrize("name", SHOWN)
def test_articles_print_the_moment_of_their_publication(shelf_of: Shelf, name: str) -> None:
    site, now = SITES[name], datetime.fromtimestamp(shelf_of.now, UTC)
    index = next(iter(shelf_of.world.newest(site)))
    address = shelf_of.addresses.article(site, index)

    found = extract(
        shelf_of.get(address).body,
        address,
        {},
        Hints(collected=now, kind="article", time_zone=site.time_zone),
    )

    assert isinstance(found, Article)
    assert found.published
    published = datetime.fromtimestamp(shelf_of.world.published(site, index), UTC)
    assert abs(found.published - published) < MINUTE


@pytest.mark.parametrize("name", ["gartenforum", "carpenters", "hiroba"])
def test_posts_print_the_moment_of_their_publication(shelf_of: Shelf, name: str) -> None:
    site, now = SITES[name], datetime.fromtimestamp(shelf_of.now, UTC)
    index = next(iter(shelf_of.world.newest(site)))
    address = shelf_of.addresses.root(site) + thread_path(site, index, 1)

    found = extract(shelf_of.get(address).body, address, {}, Hints(collected=now, kind="thread"))

    assert isinstance(found, Thread)
    first = shelf_of.world.posts(site, index, 0, 1)[0]
    assert found.posts[0].published is not None
    assert abs(found.posts[0].published - datetime.fromtimestamp(first.published, UTC)) < MINUTE


@pytest.mark.parametrize(
    ("zone", "winter", "summer"),
    [
        ("Europe/Berlin", "13:00", "14:00"),
        ("Asia/Tokyo", "21:00", "21:00"),
        ("UTC", "12:00", "12:00"),
    ],
)
def test_wall_clocks_follow_summer_time(zone: str, winter: str, summer: str) -> None:
    shown = [f"{times.local(int(moment.timestamp()), zone):%H:%M}" for moment in (JANUARY, JULY)]
    assert shown == [winter, summer]
