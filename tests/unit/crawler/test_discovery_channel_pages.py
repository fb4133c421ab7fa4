"""Web views of public channels are found and proposed."""

from crawler.channels.fetched_list import FetchedList
from crawler.discovery.addresses import channel_candidates
from crawler.discovery.recognition import listed, opened
from crawler.discovery.values import FoundBy
from tests.unit.extractor.lists.channel_view import NAME, card, message, view
from tests.unit.extractor.lists.test_channel_pages import HEADERS, NOW, URL


def test_the_look_up_finds_the_view_and_names_the_channel() -> None:
    def page(body: str, url: str) -> FetchedList:
        return FetchedList(url=url, body=body.encode(), headers=HEADERS, collected=NOW)

    shown = page(view([message(4, "Four.")]), URL)
    tree = opened(shown)
    assert tree is not None
    found = listed(shown, tree)
    assert found is not None
    assert (found.channel, found.title, len(found.links)) == ("list", "Harbour News", 1)
    of_card = opened(page(card(is_public=True), f"https://t.me/{NAME}"))
    assert of_card is not None
    assert channel_candidates(of_card) == [(URL, FoundBy.SECTION)]
    assert channel_candidates(tree) == []
