"""The title of a page that has no usable one in its head or headings: the line that heads its
text.
"""

import re
from itertools import pairwise

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches
from extractor.fields.bylines import byline_in
from extractor.fields.site import letters
from extractor.languages.tables import alternatives
from extractor.page.blocks import Blocks
from extractor.page.text import CJK, words

# Fewest characters of a title. A Chinese, Japanese or Korean one says as much with fewer.
_MIN_TITLE_LENGTH = 6
_MIN_CJK_TITLE_LENGTH = 4
_MAX_SENTENCE_LENGTH = 120
_MAX_CJK_SENTENCE_LENGTH = 50
HEADINGS = frozenset(("h1", "h2", "h3"))
_ABOVE = 8
"""Lines before the text that may contain its title."""
# Fewest words of a title in a heading or at the start of the text, and in any other line: labels
# are shorter.
_MIN_WORDS = 2
_MIN_WORDS_ABOVE = 5
_FRONT = re.compile(r"(?:https?://[^/?#]+)?/(?:[a-z]{2}/?)?|(?:\.?/)?index\.\w{2,5}", re.IGNORECASE)
_MIN_TOPICAL = 0.25
"""Least share of a title's pairs of characters in its text. Of Chinese, Japanese and Korean titles
with a smaller one, every second is that of the site or a section.
"""
_MAX_TOLD = 0.5
"""Most of a title that a text repeats if it may be that of all pages: it has the site's topic."""
_MIN_WORD_LENGTH = 4
"""Shorter words tell no topic."""
_WORD = re.compile(r"\w[^\s.,;:!?…|()\"“”«»]*")
"""A word with the vowel signs of Indian scripts, which are no letters."""
_STEM = 5
"""Letters of a word that are compared: its end may differ by case and number."""
_STANDING = re.compile(alternatives("titles.standing"), re.IGNORECASE)
"""Titles that editors of pages and sites give to all of their pages."""
_NO_TITLE = re.compile(rf"[.。;；,，、:：…]$|[>»›|｜]|^(?:{alternatives('titles.no_title')})")
"""Lines that are sentences, paths to the page, and facts about it."""


def is_title(text: str) -> bool:
    """Return whether a text is long enough for a title: 6 characters, or 4 if one is Chinese,
    Japanese or Korean.
    """
    return len(text) >= (_MIN_CJK_TITLE_LENGTH if _is_cjk(text) else _MIN_TITLE_LENGTH)


def _is_cjk(text: str) -> bool:
    """Return whether a text is in Chinese, Japanese or Korean: more signs than other words, which
    may be names.
    """
    said = words(text)
    return 2 * sum(1 for word in said if CJK.match(word)) > len(said)


def is_headline(title: str, blocks: Blocks) -> bool:
    """Return whether a title may be the headline.

    A very short one may also be the name of the site or of a section. One that leads to the front
    page is the site's. Words such as "Online Edition" are on all of its pages.
    """
    if _STANDING.fullmatch(title) and not heads(title, blocks):
        return False
    lines = {index for index, text in enumerate(blocks.texts) if text == title}
    links = (anchor.get("href") or "" for index, anchor in blocks.anchors if index in lines)
    # A logo is the link of each page to the front page.
    if any(map(_is_front, links)) and not heads(title, blocks):
        return False
    if len(title) >= _MIN_TITLE_LENGTH:
        return True
    return is_title(title) and any(_is_heading(blocks, index) for index in lines)


def is_topical(title: str, text: str) -> bool:
    """Return whether a text repeats what its title says; see ``_told``. Titles in other languages
    than Chinese, Japanese and Korean pass.
    """
    return not _is_cjk(title) or not _units(title) or _told(title, text) >= _MIN_TOPICAL


def is_rather(heading: str, title: str, text: str) -> bool:
    """Return whether a text repeats more of a heading than of a shorter title, of which it repeats
    at most half: that of all pages of a site, perhaps.
    """
    told = _told(title, text)
    is_longer = len(heading) > len(title)
    return is_longer and told <= _MAX_TOLD and _told(heading, text) > told


def _told(title: str, text: str) -> float:
    """Return the share of a title's units in a text, 0 if it has none."""
    units, told = _units(title), text.lower()
    return sum(unit in told for unit in units) / (len(units) or 1)


def _units(title: str) -> set[str]:
    """Return what tells the topic of a title: in Chinese, Japanese and Korean pairs of characters,
    else the beginnings of its longer words.
    """
    units: set[str] = set()
    for first, second in pairwise(words(title)):
        if CJK.match(first) and CJK.match(second):
            units.add(first + second)
    for word in _WORD.findall(title.lower()):
        if len(word) >= _MIN_WORD_LENGTH and not CJK.match(word):
            units.add(word[:_STEM])
    return units


def heads(title: str, blocks: Blocks) -> bool:
    """Return whether a heading of the page is the title."""
    own = letters(title)
    return any(
        _is_heading(blocks, index) and letters(text) == own
        for index, text in enumerate(blocks.texts)
    )


def _is_front(address: str) -> bool:
    """Return whether an address is that of a front page, perhaps of one language."""
    return bool(_FRONT.fullmatch(address[:_MAX_SENTENCE_LENGTH]))


def find_title_above(blocks: Blocks, start: str, context: DateContext, site: str = "") -> str:
    """Return the line that heads a text, or "".

    The heading with which the text begins comes first, then the nearest heading above it, then the
    first line of the text itself, then the nearest line above that is neither a link nor a label,
    date, byline or sentence.

    Args:
        blocks: The blocks of the page.
        start: The first line of the text.
        context: How dates are read.
        site: A line that only names the site, so that it is not the title.
    """
    if not start:
        return ""
    beginning = (index for index, text in enumerate(blocks.texts) if text.startswith(start))
    first = next(beginning, -1)
    if first < 0:
        return ""
    nearest = range(first - 1, max(-1, first - 1 - _ABOVE), -1)
    above = [index for index in nearest if blocks.texts[index] != site]
    headings = [index for index in (first, *above) if _is_heading(blocks, index)]
    for index in (*headings, first):
        if _may_be_title(blocks, index, context):
            return blocks.texts[index]
    for index in above:
        is_long = len(words(blocks.texts[index])) >= _MIN_WORDS_ABOVE
        if is_long and _may_be_title(blocks, index, context):
            return blocks.texts[index]
    return ""


def _is_heading(blocks: Blocks, index: int) -> bool:
    return blocks.tags[blocks.holders[index]] in HEADINGS


def _may_be_title(blocks: Blocks, index: int, context: DateContext) -> bool:
    text = blocks.texts[index]
    longest = _MAX_CJK_SENTENCE_LENGTH if _is_cjk(text) else _MAX_SENTENCE_LENGTH
    if not is_title(text) or len(text) > longest or _NO_TITLE.search(text):
        return False
    is_link = 2 * blocks.linked[index] > len(text)
    if is_link:
        return False
    is_fact = find_date_matches(text, context) or any(byline_in(text))
    return len(words(text)) >= _MIN_WORDS and not is_fact
