"""What reads comments and raises costs the comments, and never the article."""

from pathlib import Path
from typing import Any, NoReturn

import pytest

from features.comments.feature import comment_reader
from features.comments.tests.contract.test_crawl import IN_FEED, ON_PAGE, Story, said
from hooks.answers import CommentReader
from storage.settings import Settings

_READER = comment_reader()


def fail(*args: object, **kwargs: object) -> NoReturn:
    """Stand for a fault of the feature; processes for parsers import it."""
    raise RuntimeError("no comments today")


@pytest.fixture
def story(tables: None, tmp_path: Path) -> Story:
    return Story(Settings(home=tmp_path, max_attempts=1))


@pytest.mark.parametrize(
    ("on_page", "in_feed", "left"),
    [(fail, _READER.in_feed, []), (_READER.on_page, fail, ON_PAGE)],
    ids=["on the page", "in the feed"],
)
def test_the_article_is_stored_without_them(
    story: Story, monkeypatch: pytest.MonkeyPatch, on_page: Any, in_feed: Any, left: list[Any]
) -> None:
    broken = CommentReader(on_page=on_page, in_feed=in_feed, merged=_READER.merged)
    for room in ("article_chain", "page_hints", "comments"):
        monkeypatch.setattr(f"crawler.{room}.comment_reader", lambda: broken)
    document = story.read()
    assert "boat" in document.content
    assert said(document) == [*left]
    monkeypatch.undo()
    assert set(said(story.read_again())) <= {*ON_PAGE, *IN_FEED}
