"""The sketch of a page: alike within a layout, unlike after a redesign, quick whatever the page
holds.
"""

import time

import pytest

from crawler.page_shape import SKETCH, sketch
from fakeweb.model import Site
from fakeweb.options import Options
from tests.unit.fakeweb.shelf import Shelf
from watch.sources.drift import similarity


def test_hostile_pages_are_sketched_in_no_time() -> None:
    started = time.process_time()
    for piece in (b"<a", b"<a class=", b"<a<b>", b"<" * 100 + b">", b'<p class="x ' + b"y" * 400):
        sketch(piece * (2_000_000 // len(piece)))
    assert time.process_time() - started < 5


def test_text_does_not_count_and_tags_do() -> None:
    page = b"<html><body><div class='story-123 x'><p>%b</p><p>b</p></div></body></html>"
    assert sketch(page % b"a") == sketch(page % b"c")
    assert sketch(b"") == sketch(b"no tag") == ()
    for no_tag in (b"<b", b"</b>", b"<b " + b"x" * 600 + b">", b"<1>", b"< b>"):
        assert sketch(b"<a>" + no_tag + b"<c>") == sketch(b"<a><c>") != sketch(b"<a><b><c>")
    assert sketch(b"<A Class = 'xy z'><c>") == sketch(b"<a class=xy><c>") != sketch(b"<a><c>")
    assert len(sketch(b"".join(b"<t%d>" % number for number in range(99)))) == SKETCH


@pytest.mark.parametrize(
    "name", ["harbour-times", "valley-courier", "northgate-post", "copper-street", "news.cnr"]
)
def test_a_redesign_changes_most_of_the_sketch(name: str) -> None:
    shelf = Shelf(Options(stock=8, sites=(name,)))
    site = shelf.world.find(f"{name}.localhost")
    assert site is not None

    def sketches(site: Site) -> list[tuple[int, ...]]:
        return [sketch(shelf.get(shelf.addresses.article(site, index)).body) for index in range(8)]

    before = sketches(site)
    assert (
        min(max(similarity(one, other) for other in before if other is not one) for one in before)
        > 0.8
    )
    site = shelf.world.redesign(site)
    shelf.pages.forget(site)
    assert max(similarity(one, other) for one in sketches(site) for other in before) < 0.25
