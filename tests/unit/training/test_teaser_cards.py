"""Cards with teasers of other stories stand behind the text of a page, and are no part of its
gold.
"""

import random
from collections import Counter
from pathlib import Path

from extractor.page import dom
from extractor.page.blocks import read_blocks
from extractor.page.text import words
from tests.unit.extractor.samples import CHINESE, ENGLISH, article_page
from tests.unit.training.test_article import TITLE, write_set
from training import pages
from training.teaser_cards import Story, add_cards, is_cjk

STORIES = [
    Story(
        "a",
        "A bridge is closed",
        "The bridge over the river is closed for repairs until the end of the year.",
    ),
    Story(
        "b",
        "Prices of bread <rise>",
        "Bakers ask for more since the harvest of this summer was so poor.",
    ),
]


def test_every_story_is_told_after_what_was_there() -> None:
    for seed in range(40):
        top = dom.body_of(
            dom.parse("<html><body><div><p>The text.</p></div><p>The end.</p></body></html>")
        )
        add_cards(top[0], STORIES, random.Random(seed))
        blocks = read_blocks(top)
        assert blocks.texts[0] == "The text."
        assert blocks.texts[-1] == "The end."
        told = " ".join(blocks.texts[1:-1])
        assert all(story.headline in told and story.text[:40] in told for story in STORIES)
        linked = [
            text
            for text, count in zip(blocks.texts, blocks.linked, strict=True)
            if count == len(text)
        ]
        assert {story.headline for story in STORIES} <= set(linked)


def test_scripts_are_told_apart() -> None:
    assert is_cjk("".join(CHINESE))
    assert not is_cjk("".join(ENGLISH))


def test_the_version_with_cards_has_the_gold_of_the_page(tmp_path: Path) -> None:
    others = [f"{sentence} Elsewhere, nobody heard of it." for sentence in reversed(ENGLISH)]
    for name in pages.SETS:
        write_set(tmp_path / name, [])
    write_set(tmp_path / "wcxb-dev", [article_page(TITLE)], text="\n".join(ENGLISH))
    write_set(
        tmp_path / "wcxb-dev", [article_page(TITLE, paragraphs=others)], text="\n".join(others)
    )
    found = [page for page in pages.samples(tmp_path) if page.version == pages.CARDS]
    assert len(found) == 2
    for page, told in zip(found, (others, ENGLISH), strict=True):
        assert page.gold.total()
        assert not page.gold - Counter(words(" ".join([*others, *ENGLISH])))
        cards = [
            index for index, row in enumerate(page.rows) if page.texts[row][:50] == told[0][:50]
        ]
        assert cards
        assert not page.labels[cards].any()
