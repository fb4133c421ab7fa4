"""Lists of links with dates beside an article: other stories and news, whose dates are not the
article's.
"""

import re
from itertools import chain, pairwise

from extractor.page.blocks import Blocks

_MAX_LINE_LENGTH = 150
"""Longer lines are teasers, and no titles with their dates."""
_MIN_LINK_LENGTH = 6
"""Characters of the title of another story. Names of sections are shorter."""
_MIN_HEADLINE_LENGTH = 25
"""Characters of a headline. Names of authors are shorter."""
_MAX_STAMP_LENGTH = 40
"""Most characters of a line of date and author of another story."""
_LINK_SHARE = 0.5
"""Least share of a line without digits and signs that its links have."""
_NEAR = 3
"""Most lines from one entry of a list to the next."""
# Lines around the headline that may be the article's own, with links to its author and section.
_BEFORE = 1
_AFTER = 2
_DATED = re.compile(r"(?:19|20)\d\d|\d[./]\s?\d\d?[./]\s?\d|[०-९๐-๙۰-۹٠-٩]")


def listed_lines(blocks: Blocks, headlines: list[int]) -> frozenset[int]:
    """Return the indices of the lines that are entries of a list of dated links: two or more close
    to each other.

    Lines with the headline, and those right before and after it, are not among them.
    """
    own: set[int] = set()
    for headline in headlines:
        own.update(range(headline - _BEFORE, headline + _AFTER + 1))
    entries = []
    for index, line in enumerate(blocks.lines):
        if index not in own and _is_entry(line) and _is_beside_story(blocks, index):
            entries.append(index)
    pairs = (pair for pair in pairwise(entries) if pair[1] - pair[0] <= _NEAR)
    return frozenset(chain.from_iterable(pairs))


def is_mostly_linked(blocks: Blocks, index: int) -> bool:
    """Return whether most of a line is links long enough to be the title of another story."""
    linked = blocks.linked[index]
    if linked < _MIN_LINK_LENGTH:
        return False
    return linked >= _LINK_SHARE * sum(map(str.isalpha, blocks.lines[index]))


def _is_beside_story(blocks: Blocks, index: int) -> bool:
    """Return whether a line links to another story, or is little more than a date right above or
    below the headline of one.
    """
    if is_mostly_linked(blocks, index):
        return True
    if len(blocks.lines[index]) > _MAX_STAMP_LENGTH:
        return False
    for beside in (index - 1, index + 1):
        is_line = 0 <= beside < len(blocks.lines)
        if is_line and blocks.linked[beside] >= _MIN_HEADLINE_LENGTH:
            if is_mostly_linked(blocks, beside):
                return True
    return False


def _is_entry(line: str) -> bool:
    return len(line) <= _MAX_LINE_LENGTH and bool(_DATED.search(line))
