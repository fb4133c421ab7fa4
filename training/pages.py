"""Turn labelled pages into training data for the article's trees: features, label and weight of
each block.

The sets disagree about what a body is. Newsloom's convention: headline, byline and date are fields
and not body, the lead is body, readers' comments are not. If a set's gold disagrees about a block,
the block has no weight.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from evaluation.datasets import LabelledPage, load
from extractor.body.features import FEATURES, features, title_place
from extractor.body.head import is_head
from extractor.body.marks import NONE
from extractor.body.newsloom import MAX_BLOCKS
from extractor.body.outline import Values
from extractor.body.selection import COPY_WIDTH
from extractor.body.view import View, view
from extractor.errors import ExtractionError
from extractor.extraction import open_page
from extractor.page.blocks import Blocks, first_blocks, read_blocks
from extractor.page.page import Page
from extractor.page.text import words
from extractor.results import Hints
from training.labels import matched_shares
from training.short_pages import kept_blocks, without_blocks
from training.teaser_cards import Deck, add_cards, deck_of, drawn_stories, height

SETS = {
    "wcxb-dev": 1.5, "zh-articles": 2.4, "zh-netease": 2.4, "news-world": 2.6, "blogs-2012": 0.5,
    "cleaneval": 0.5, "mixed-articles": 1.5,
}  # fmt: skip
"""The weight of a page. Small sets of good labels weigh more, so that every kind of page counts."""
GROUPS = {"zh-articles": "Chinese", "zh-netease": "Chinese"}
"""Sets that are left out together because they are of one kind."""
FOLDS = 5
ARTICLES = ("article", "mixed")
"""Kinds of pages that are measured."""
# Versions of a page: as it was served, without the end of the text, and with teasers of other
# stories behind it.
SERVED = ""
SHORT = "short"
CARDS = "cards"
FACTORS = {SERVED: 1.0, SHORT: 0.3, CARDS: 0.2}
"""Factors for the weight of the versions of an article. With 0.15, short ones gain a tenth less."""
_SHORT_TOO = 0.7
"""Share of the pages with cards that are shortened too."""
OTHER_KINDS = 0.3
"""Factor for the weight of pages that are not articles: their layout is useful, their gold less
reliable.
"""
_FORUM = "forum"
_WORD_POWER = 0.7
"""A block weighs as its number of words to this power, and every page the same in total.

This is close to the mean F1 of pages, but short blocks still count.
"""
# Shares of matched words up to which a block is entirely out, and from which it is entirely in.
_MIN_SHARE = 0.15
_MAX_SHARE = 0.85
_LEFT_OVER = 0.5
_COMMENTS_IN_GOLD = ("cleaneval", "blogs-2012")
_NAMED_COMMENT = FEATURES.index("named comment")
_COMMENT_SHARE = 0.7
_HEAD_BLOCKS = 6


@dataclass(frozen=True, eq=False)
class LabelledBlocks:
    """One labelled page for training.

    Attributes:
        version: ``SERVED``, ``SHORT`` or ``CARDS``.
        rows: The blocks that are candidates.
        matrix, labels, weights: Features, label (0 to 1) and weight of each row.
        texts, widths: Texts and widths of all blocks.
        gold: The bag of the labelled words.
        fuller: The same with the lead, if the set keeps it apart.
    """

    set: str
    id: str
    kind: str
    fold: int
    version: str
    matrix: NDArray[np.float32]
    rows: NDArray[np.intp]
    labels: Values
    weights: Values
    texts: list[str]
    widths: Values
    gold: Counter[str]
    fuller: Counter[str]

    @property
    def group(self) -> str:
        """What is left out together with this page."""
        return GROUPS.get(self.set, self.set)

    @property
    def is_article(self) -> bool:
        """Return whether the page is used for measurements."""
        return self.kind in ARTICLES


def samples(data: Path) -> Iterator[LabelledBlocks]:
    """Yield all pages of the sets in ``SETS`` that have text in page and gold, each article also in
    other versions.
    """
    for name in SETS:
        pages = [
            labelled
            for labelled in load(data / name)
            if labelled.gold.text and labelled.kind != _FORUM
        ]
        deck = deck_of(labelled for labelled in pages if labelled.kind in ARTICLES)
        for labelled in pages:
            yield from _versions(labelled, deck)


def _versions(labelled: LabelledPage, deck: Deck) -> Iterator[LabelledBlocks]:
    text = labelled.gold.text or ""
    fuller = f"{labelled.gold.summary}\n{text}" if labelled.gold.summary else text
    try:
        page = open_page(
            labelled.read(), labelled.url, {}, Hints(collected=labelled.collected, kind="article")
        )
    except ExtractionError:
        return
    blocks = first_blocks(page.blocks, MAX_BLOCKS)
    if not blocks.texts:
        return
    shares = matched_shares(blocks.texts, fuller)
    version = _Version(labelled, page, blocks, shares)
    yield version.sample(Counter(words(text)), Counter(words(fuller)))
    if labelled.kind in ARTICLES:
        rng = Random(crc32(f"{labelled.set}/{labelled.id}".encode()))
        for changed in (_shortened(version, rng), _with_cards(version, deck, rng)):
            if changed and changed.seen.asked.any():
                rest = changed.matched
                yield changed.sample(rest, rest)


def _shortened(version: "_Version", rng: Random) -> "_Version | None":
    kept = kept_blocks(version.blocks.texts, version.shares, rng)
    if kept is None:
        return None
    return replace(
        version,
        blocks=without_blocks(version.blocks, kept),
        shares=version.shares[kept],
        name=SHORT,
    )


def _with_cards(version: "_Version", deck: Deck, rng: Random) -> "_Version | None":
    """Return the page with cards behind the text, mostly shortened; this changes the tree of the
    page.
    """
    blocks, gold = version.blocks, np.flatnonzero(version.shares > _LEFT_OVER)
    stories = drawn_stories(deck, version.labelled, rng)
    if not len(gold) or not stories:
        return None
    end = int(gold[-1])
    node = blocks.holders[end]
    for _ in range(height(rng)):
        node = max(blocks.parents[node], 0)
    add_cards(blocks.elements[node], stories, rng)
    more = read_blocks(blocks.top)
    if len(more.texts) > MAX_BLOCKS:
        return None
    shares = np.insert(
        version.shares, np.full(len(more.texts) - len(blocks.texts), blocks.ends[node]), 0
    )
    changed = replace(version, blocks=more, shares=shares, name=CARDS)
    shorter = _shortened(changed, rng) if rng.random() < _SHORT_TOO else None
    return replace(shorter, name=CARDS) if shorter else changed


@dataclass(frozen=True, eq=False)
class _Version:
    """A labelled page, as it was served or changed; ``shares`` are those of its blocks [n] in the
    gold.
    """

    labelled: LabelledPage
    page: Page
    blocks: Blocks
    shares: Values
    name: str = SERVED

    @cached_property
    def seen(self) -> View:
        """The blocks in numbers."""
        return view(self.blocks)

    @property
    def matched(self) -> Counter[str]:
        """The bag of the words of all blocks in the gold."""
        inside = zip(self.blocks.texts, self.shares, strict=True)
        return Counter(word for text, share in inside if share > _LEFT_OVER for word in words(text))

    def sample(self, gold: Counter[str], fuller: Counter[str]) -> LabelledBlocks:
        """Return the training data; the parameters are those of ``LabelledBlocks``."""
        labelled, seen = self.labelled, self.seen
        rows = np.flatnonzero(seen.asked)
        matrix = features(seen, self.page.title)
        labels = np.clip((self.shares - _MIN_SHARE) / (_MAX_SHARE - _MIN_SHARE), 0, 1)
        comments = np.full(seen.count, NONE)
        comments[rows] = matrix[:, _NAMED_COMMENT]
        weights = _weights(labelled, self.page, seen, comments, self.shares)
        weights *= FACTORS[self.name]
        return LabelledBlocks(
            set=labelled.set, id=labelled.id, kind=labelled.kind,
            fold=crc32(labelled.site.encode()) % FOLDS, version=self.name,
            matrix=np.ascontiguousarray(matrix), rows=rows, labels=labels[rows],
            weights=weights[rows], texts=self.blocks.texts, widths=seen.widths, gold=gold,
            fuller=fuller,
        )  # fmt: skip


def _weights(
    labelled: LabelledPage, page: Page, seen: View, comments: Values, shares: Values
) -> Values:
    texts = seen.blocks.texts
    weights = np.array([max(1, len(words(text))) for text in texts], float) ** _WORD_POWER
    is_in = shares > _LEFT_OVER
    against = is_in & _is_head(page, seen)
    if labelled.set in _COMMENTS_IN_GOLD:
        against |= is_in & (comments < _COMMENT_SHARE)
    weights[against | _is_unmatched_copy(texts, seen.widths, shares) | ~seen.asked] = 0
    total = weights.sum()
    scale = SETS[labelled.set] * (1 if labelled.kind in ARTICLES else OTHER_KINDS)
    return np.asarray(weights * (scale / total)) if total else weights


def _is_unmatched_copy(texts: Sequence[str], widths: Values, shares: Values) -> NDArray[np.bool_]:
    """Tell which blocks outside the gold equal one inside: the extraction drops one of the two, no
    matter which.
    """
    best: dict[str, float] = {}
    for text, share in zip(texts, shares, strict=True):
        best[text] = max(best.get(text, 0), share)
    return np.array(
        [
            width >= COPY_WIDTH and share <= _LEFT_OVER < best[text]
            for text, width, share in zip(texts, widths, shares, strict=True)
        ]
    )


def _is_head(page: Page, seen: View) -> NDArray[np.bool_]:
    """Tell which blocks are headline, byline or date line, anywhere up to the first paragraphs."""
    good = np.flatnonzero(seen.good)
    title = title_place(seen.blocks, page.title)
    end = max(int(good[0]) if len(good) else 0, title) + _HEAD_BLOCKS
    context = page.date_context
    texts = seen.blocks.texts
    return np.array(
        [index <= end and is_head(text, page.title, context) for index, text in enumerate(texts)]
    )
