"""Remove headline, byline and date line, which are fields of their own, from the start of the
body.
"""

import re
from collections.abc import Sequence

from extractor.body.facts import is_fact, is_line_of_facts, is_sentence, tells_behind_label
from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, find_date_matches
from extractor.languages.tables import alternatives
from extractor.page.blocks import Blocks

_LINES = 6
"""Number of blocks at the start of the body that are checked."""
_WITH_HEADLINE = 1.4
"""Lines that are more than this many times as long as the headline are leads that repeat it."""
_MAX_LINE_LENGTH = 80
"""Most characters of a date line or byline. Longer lines are sentences of the text."""
_MAX_BESIDE_DATE_LENGTH = 22
"""Most characters beside the date of a date line, such as a source and a number of readers. Of 28
in 2,625 labelled articles that differ between 22 and 45, each is better with 22, by 0.035 of F1 on
average; with 15, two are worse.
"""
_BYLINE = re.compile(
    rf"(?:{alternatives('bylines.above_text')})"
    r"\s*[:：\s]\s*\S.{0,40}$"
    rf"|[【（(\[]\s?(?:{alternatives('bylines.bracketed')})\s?[/／:：|｜]"
    r"\s?[^】）)\]。]{2,40}[】）)\]]$"
)
_SUMMARY = re.compile(alternatives("notices.summary"), re.IGNORECASE)
"""How sites say that a machine has written the summary above the text."""
_BELOW_HEADING = 2
"""Lines below a headline that may have its date: a byline may come first."""
_MAX_NOTE_LENGTH = 160
"""Most characters of a note that a machine wrote the summary. Longer lines tell about machines."""


def next_story(blocks: Blocks, title: str, context: DateContext) -> int:
    """Return the block that heads another story below the one of this title, or the number of
    blocks: the only other heading of the first level with a date of its own, outside the container
    of headline and text.

    Several are the entries of one story.
    """
    texts, tags, holders = blocks.texts, blocks.tags, blocks.holders
    headings = [index for index, holder in enumerate(holders) if tags[holder] == "h1"]
    if len(headings) < 2 or texts[headings[0]] != title:
        return len(texts)
    end = _end_of_container(blocks, headings[0])
    others = []
    for index in headings[1:]:
        # The headline may come again.
        if index < end or texts[index] == title:
            continue
        below = texts[index + 1 : index + 1 + _BELOW_HEADING]
        if any(_lists_facts(text, context) for text in below):
            others.append(index)
    if len(others) == 1:
        return others[0]
    return len(texts)


def _end_of_container(blocks: Blocks, headline: int) -> int:
    """Return the end of the innermost container that holds the headline and the first running text
    below it.
    """
    texts = blocks.texts
    below = range(headline + 1, len(texts))
    first = next((index for index in below if is_sentence(texts[index])), len(texts) - 1)
    box = blocks.holders[headline]
    while blocks.ends[box] <= first:
        box = blocks.parents[box]
    return blocks.ends[box]


def without_head(
    blocks: Blocks, places: Sequence[int], title: str, context: DateContext
) -> list[int]:
    """Return the chosen ``places`` without headline, byline and date at the start."""
    texts = blocks.texts
    front = [place for place in places[:_LINES] if not is_head(texts[place], title, context)]
    # A lead may be above the facts; below the text, they are those of something else.
    running = [place for place in places if is_sentence(texts[place])][:2]
    end = running[-1] if running else -1
    own = [place for place in front if place >= end or not _states_facts(blocks, place, context)]
    return [*own, *places[_LINES:]]


def _states_facts(blocks: Blocks, place: int, context: DateContext) -> bool:
    """Return whether a line lists facts, or is one in a box of them with a date."""
    text, box = blocks.texts[place], blocks.holders[place]
    is_listed = _lists_facts(text, context)
    # An entry of a list may be a work and its date.
    if is_listed and blocks.tags[box] != "li":
        return True
    if not is_listed and not is_fact(text):
        return False
    while blocks.ends[box] - blocks.starts[box] == 1 and blocks.parents[box] >= 0:
        box = blocks.parents[box]
    lines = blocks.texts[blocks.starts[box] : blocks.ends[box]]
    if len(lines) > _LINES:
        return False
    others = [line for line in lines if not _lists_facts(line, context)]
    return len(others) < len(lines) and all(map(is_fact, others))


def _lists_facts(text: str, context: DateContext) -> bool:
    if is_sentence(text):
        return False
    dates = find_date_matches(text, context)
    return is_line_of_facts(text, dates) or _is_date(text, dates)


def is_head(text: str, title: str, context: DateContext) -> bool:
    """Return whether a line at the start is the headline, the date line, the byline or a note about
    a summary.
    """
    # A long line that has the headline in it is the beginning of the text.
    repeats_title = title in text and len(text) < _WITH_HEADLINE * len(title)
    if title and (text in title or repeats_title):
        return True
    if len(text) <= _MAX_NOTE_LENGTH and _SUMMARY.search(text):
        return True
    if len(text) > _MAX_LINE_LENGTH:
        return False
    dates = find_date_matches(text, context)
    if _is_date(text, dates):
        return True
    return bool(_BYLINE.match(text)) and not tells_behind_label(text, dates)


def _is_date(text: str, dates: Sequence[DateMatch]) -> bool:
    left = len(text) - sum(len(moment.raw) for moment in dates)
    return bool(dates) and left <= _MAX_BESIDE_DATE_LENGTH
