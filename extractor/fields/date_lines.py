"""Dates in the lines of a page: around the headline, or elsewhere if there are none."""

import re
from collections.abc import Iterator
from itertools import islice

from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, find_date_matches
from extractor.dates.labels import role_behind, role_of
from extractor.fields.date_candidates import (
    DATELINE,
    FAR_LABELLED,
    FAR_TEXT,
    NEAR_LINES,
    TEXT,
    DateCandidate,
    DateSources,
    distance_of,
    rank_of_relative,
)

_MAX_LINE_LENGTH = 150
"""Longer lines are paragraphs, whose dates are those of events."""
_BESIDE_STAMP = 30
"""Most characters beside a date without a year, such as "3 hours ago", in a line that is not
running text.
"""
_MAX_LABEL_LENGTH = 40
"""Characters before or after a date that may say what it is of."""
_SENTENCE = re.compile(r"[.!?。！？]['\"”’」』)]?$")
_SENTENCE_LENGTH = 60
"""Shorter lines are no sentences, though a dot may end them."""
_FEW_LETTERS = 3
"""Fewer letters beside a date are no words: "at", "|"."""
_LABEL_BONUS = 4
"""Half lines by which a labelled date counts as nearer to the headline."""
_DATELINE = 25
"""Most characters before a date at the start of a paragraph: the town, an agency."""
_WORDS = re.compile(r"\b[a-zß-ÿ]+ [a-zß-ÿ]+ ")
"""What only a sentence has before its date: "The market opens on 14 June"."""
# Most characters beside an unlabelled date with its year, in a caption-like line and in a row of
# facts.
_BESIDE_DATED = 45
_BESIDE_IN_ROW = 90
_FACTS = re.compile(r"[|·•/–—]|\s-\s|\b(?:by|von|par|por|di|min)\b", re.I)
"""Signs of a row of facts, such as author, date and section."""
_MAX_DATED = 400
"""Most lines with a date that are read if a page has none at its headline."""
_EMBEDDED = re.compile(r"^[—–-]\s?.{1,60}\(@\w{1,30}\)")
"""The signature of an embedded post of another site: "— Ana Diaz (@anadiaz) May 3, 2024"."""
_DIGIT = re.compile(r"\d")
"""What most lines lack: searching for it takes far less time than for a date."""
_DATED = re.compile(r"(?:19|20)\d\d|\d[./]\s?\d\d?[./]\s?\d|年|[०-९๐-๙۰-۹٠-٩]")


def written_near(sources: DateSources, context: DateContext) -> Iterator[DateCandidate]:
    """Yield the dates of the short lines around the headline, and of datelines at the start of
    paragraphs there.
    """
    lines, title, listed = sources.blocks.lines, sources.title, sources.listed
    for index, distance in dict(_near(len(lines), sources.headlines)).items():
        if index in listed or _EMBEDDED.match(lines[index]):
            continue
        if len(lines[index]) > _MAX_LINE_LENGTH:
            for moment in find_date_matches(lines[index][:_MAX_LINE_LENGTH], context)[:1]:
                before = lines[index][: moment.start]
                is_short = len(before) <= _DATELINE and not _WORDS.search(before)
                if moment.dated and is_short:
                    yield DateCandidate(moment, "text", DATELINE, "published", distance)
            continue
        for moment, role in _dates_of(lines, index, context):
            # Inside the text, a day without its year is that of an event.
            tells_event = index in sources.text and not (moment.dated or moment.exact)
            if moment.raw in title or tells_event:
                continue
            rank = TEXT if moment.dated else rank_of_relative(moment)
            if index < sources.headlines[0] and not role and _is_today(moment, context):
                rank = FAR_TEXT
            if role:
                yield DateCandidate(moment, "text", rank, role, distance - _LABEL_BONUS)
            else:
                yield DateCandidate(moment, "text", rank, "published", distance)


def written_elsewhere(sources: DateSources, context: DateContext) -> Iterator[DateCandidate]:
    """Yield dates of the whole page, for pages without a better one: the labelled ones, else the
    latest of all.
    """
    stamps: list[tuple[int, DateMatch]] = []
    for index, line in islice(_dated_lines(sources), _MAX_DATED):
        for moment, role in _roles(line, context):
            is_stamp = _is_stamp(moment, line)
            # In a sentence of the text, "published" tells of something else.
            is_labelled = is_stamp or index not in sources.text
            if role in ("published", "modified") and is_labelled:
                yield DateCandidate(moment, "text", FAR_LABELLED, role, index)
            elif not role and is_stamp:
                stamps.append((index, moment))
    # Many sites print the day of the fetch at the top of every page.
    earlier = [one for one in stamps if not _is_today(one[1], context)] or stamps
    own = sources.own_among([(index, moment.value.date()) for index, moment in earlier])
    moments = [moment for index, moment in earlier if index in own]
    if moments:
        yield DateCandidate(max(moments, key=lambda one: one.value), "text", FAR_TEXT)


def _dated_lines(sources: DateSources) -> Iterator[tuple[int, str]]:
    """Yield the beginnings of the lines that may have a date with its year, but for those of other
    stories and sites.
    """
    for index, whole in enumerate(sources.blocks.lines):
        line = whole[:_MAX_LINE_LENGTH]
        if not _DIGIT.search(line) and "年" not in line:
            continue
        if _DATED.search(line) and not _EMBEDDED.match(line) and index not in sources.listed:
            yield index, line


def _is_today(moment: DateMatch, context: DateContext) -> bool:
    """Return whether a date is the day of the fetch, a last resort: many sites print it at the top
    of every page.
    """
    today = context.collected.astimezone(context.zone).date()
    return not moment.exact and moment.value.date() == today


def _near(count: int, headlines: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the numbers and distances of the lines around the headline."""
    for headline in reversed(headlines):
        for index in range(max(0, headline - NEAR_LINES // 3), min(count, headline + NEAR_LINES)):
            yield index, distance_of(index - headline)


def _roles(line: str, context: DateContext) -> Iterator[tuple[DateMatch, str]]:
    """Yield the dates of a line with their year and role, from the words before each date or else
    after it.
    """
    end = 0
    for moment in find_date_matches(line, context):
        before = line[end : moment.start]
        end = moment.start + len(moment.raw)
        if moment.dated:
            yield moment, role_of(before) or role_behind(line[end:])


def _dates_of(lines: list[str], index: int, context: DateContext) -> list[tuple[DateMatch, str]]:
    """Return the dates, with roles, of a line of date, source and byline.

    Dates in running text mean other days.
    """
    line = lines[index]
    found: list[tuple[DateMatch, str]] = []
    end = 0
    for moment in find_date_matches(line, context):
        role = _role_in_line(lines, index, end, moment)
        end = moment.start + len(moment.raw)
        if role != "other" and ((role and moment.dated) or _is_stamp(moment, line)):
            found.append((moment, role))
    return found


def _is_stamp(moment: DateMatch, line: str) -> bool:
    """Return whether a line is little more than its date.

    With the year and no full stop, it may include a byline.
    """
    beside = len(line) - len(moment.raw)
    if beside <= _BESIDE_STAMP:
        return True
    if not moment.dated or (len(line) > _SENTENCE_LENGTH and _SENTENCE.search(line)):
        return False
    is_row = moment.exact or moment.start <= _FEW_LETTERS or bool(_FACTS.search(line))
    return beside <= (_BESIDE_IN_ROW if is_row else _BESIDE_DATED)


def _role_in_line(lines: list[str], index: int, end: int, moment: DateMatch) -> str:
    """Return the role of a date from the words between it and the date before.

    Without such words, the short line before decides, or the words after the date.
    """
    line = lines[index]
    before = line[end : moment.start][-_MAX_LABEL_LENGTH:]
    role = role_of(before)
    if role or sum(map(str.isalpha, before)) >= _FEW_LETTERS:
        return role
    if end == 0 and index > 0:
        above = lines[index - 1]
    else:
        above = ""
    if len(above) <= _MAX_LABEL_LENGTH and not any(map(str.isdigit, above)):
        role = role_of(above)
    behind = line[moment.start + len(moment.raw) :][:_MAX_LABEL_LENGTH]
    # Words between two dates are the label of the second one.
    if role or any(map(str.isdigit, behind)):
        return role
    return role_behind(behind)
