"""What a page shows of being a thread before anybody looks for posts: whether to look is worth the
time, which is as long as that of an article.

The facts tell no word of any language. They say what the page declares, where its links lead, and
how often dates, members and the same short lines come again.
"""

import re
from collections import Counter
from itertools import islice
from math import log

from extractor.fields.metadata import Metadata
from extractor.forum.addresses import is_board, is_like_thread, share_of_forum
from extractor.forum.cues import is_profile
from extractor.forum.weights import Facts
from extractor.kind_marks import marked_kind
from extractor.page.dom import join
from extractor.page.page import Page
from extractor.results import Kind

MIN_GLANCE = 0.08
"""Least probability at which posts are looked for.

In folds by site this keeps all of 206 threads, 98 of 100 if their addresses are hidden, and looks
for posts on a quarter of all other pages.
"""
_TYPES = re.compile(r"DiscussionForumPosting|QAPage|Question")
# How much of a page a glance counts: it must cost little, whatever the page holds.
_MAX_ENTITIES = 50
_MAX_LINKS = 1_000
_MAX_LINES = 5_000
_MAX_TIMES = 500
_DATED = re.compile(r"(?:19|20)\d\d|\d:\d\d|前|ago\b|назад")
_MAX_LINE_LENGTH = 90
"""Longer lines with a date are sentences."""
_MAX_LABEL_LENGTH = 30
"""Most characters of a line that may be a button or label, which every post repeats."""
# Pages with fewer count as pages with so many: hardly a labelled page has fewer, so nothing was
# learned about them.
_FEW_LINES = 120
_FEW_PARAGRAPHS = 14
_FEW_LINKS = 80
# A fifth of the pages that do not look like threads have so many.
_SOME_DATES = 5
_SOME_LABELS = 4
_QUESTION_MARKS = ("?", "？", "؟", ";")


def glance(page: Page) -> Facts:
    """Return the facts about a page that tell threads from other pages."""
    blocks, metadata = page.blocks, page.metadata
    anchors = islice(blocks.anchors, _MAX_LINKS)
    hrefs = [href for _, anchor in anchors if (href := anchor.get("href"))]
    members = Counter(filter(is_profile, hrefs))
    lines = blocks.lines[:_MAX_LINES]
    labels = Counter(line for line in lines if len(line) <= _MAX_LABEL_LENGTH)
    dated = [line for line in lines if len(line) <= _MAX_LINE_LENGTH and _DATED.search(line)]
    return {
        "address": float(is_like_thread(page.url)),
        "forum_links": share_of_forum(page.url, (join(page.base, href) for href in set(hrefs))),
        "marked": float(marked_kind(page) is Kind.THREAD),
        "declared": float(_declares(metadata)),
        "article": float(metadata.says_article),
        "published": float(bool(metadata.article.get("datePublished"))),
        "question": float(page.title.rstrip().endswith(_QUESTION_MARKS)),
        "members": members.total() / (len(hrefs) + 1),
        "members_again": _size(sum(count > 1 for count in members.values())),
        "labels_again": _size(_second(labels)),
        "lines": _size(max(len(lines), _FEW_LINES)),
        "dated": _size(len(dated)),
        "times": _size(min(len(blocks.times), _MAX_TIMES)),
        "paragraphs": _size(max(blocks.tags.count("p"), _FEW_PARAGRAPHS)),
        "links": _size(max(len(hrefs), _FEW_LINKS)),
    }


def may_show_posts(glance: Facts) -> bool:
    """Return whether a page has as many dates and repeated lines as a thread of some posts,
    whatever else it looks like.
    """
    return glance["dated"] >= _size(_SOME_DATES) and glance["labels_again"] >= _size(_SOME_LABELS)


def is_ruled_out(page: Page) -> bool:
    """Return whether the software of the site, or the address, says that a page is no thread."""
    marked = marked_kind(page)
    return marked in (Kind.ARTICLE, Kind.LISTING) or (marked is None and is_board(page.url))


def _size(count: int) -> float:
    return log(1 + count)


def _second(labels: Counter[str]) -> int:
    """Return how often the line comes that comes most often but one. A single one may be a sign."""
    common = labels.most_common(2)
    if len(common) > 1:
        return common[1][1]
    return 0


def _declares(metadata: Metadata) -> bool:
    return any(
        _TYPES.search(str(entity.get("@type"))) for entity in metadata.entities[:_MAX_ENTITIES]
    )
