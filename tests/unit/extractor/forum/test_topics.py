"""The next page of a thread is a page of the same topic."""

import pytest

from extractor.forum.topics import AddressTopic, page_after, topic_of

F = "http://f.example"


@pytest.mark.parametrize(
    ("here", "link"),
    [
        ("/index.php?topic=123.0", "/index.php?topic=123.15"),
        ("/viewtopic.php?f=5&t=77", "/viewtopic.php?f=5&t=77&start=15"),
        ("/thread-123-1-1.html", "/thread-123-2-1.html"),
        ("/topic/123-harbour-wall/", "/topic/123-harbour-wall/page/2/"),
        ("/topic/123-harbour-wall/", "/topic/123-harbour-wall/?page=2"),
        ("/forums/topic/harbour-wall/", "/forums/topic/harbour-wall/page/2/"),
        ("/harbour-wall-12848/", "/harbour-wall-12848/page2"),
        ("/slug-t77.html", "/slug-t77-15.html"),
        ("/f/123.html", "/f/123_2.html"),
        ("/threads/wall.12/page-2", "/threads/wall.12/page-3"),
        ("/board.pl?thread=7&page=2", "/board.pl?thread=7&page=3"),
    ],
)
def test_a_page_of_the_topic_is_known_by_its_address(here: str, link: str) -> None:
    assert topic_of(F + link, F + here) is AddressTopic.SAME


@pytest.mark.parametrize(
    ("here", "link"),
    [
        ("/index.php?topic=123.0", "/index.php?topic=123.0;prev_next=next#new"),
        ("/index.php?topic=123.0", "/index.php?topic=124.0"),
        ("/viewtopic.php?t=77", "/viewtopic.php?t=77&view=next"),
        ("/viewtopic.php?f=5&t=77", "/viewtopic.php?f=5&t=78"),
        ("/topic/123-harbour-wall/", "/topic/124-other/"),
        ("/index.php?showtopic=12", "/index.php?showtopic=12&view=getnextunread"),
        ("/forums/topic/harbour-wall/", "/forums/topic/the-ferry/"),
        ("/forums/topic/harbour-wall/page/2/", "/forums/topic/the-ferry/"),
        ("/showthread.php?t=12", "/showthread.php?t=12&goto=nextnewest"),
        ("/thread-12.html", "/thread-12-nextnewest.html"),
        ("/forum.php?mod=viewthread&tid=9", "/forum.php?mod=redirect&goto=nextnewset&tid=9"),
        ("/board/4711.html", "/board/4712.html"),
    ],
)
def test_the_next_topic_is_no_page_of_the_topic(here: str, link: str) -> None:
    assert topic_of(F + link, F + here) is AddressTopic.OTHER


def test_the_page_that_is_surely_of_the_topic_comes_first() -> None:
    here = f"{F}/forums/topic/harbour-wall/"
    offers = [f"{F}/forums/topic/the-ferry/", f"{F}/forums/topic/harbour-wall/page/2/"]
    assert page_after(offers, here, offers) == offers[1]
    assert page_after(offers[:1], here, offers) == ""
    assert page_after([f"{F}/more?c=9"], here, []) == f"{F}/more?c=9"
