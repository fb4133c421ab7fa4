"""Authors that no word for authorship introduces on their line: a name alone, beside its date, or
below a label.

A line of two or three capitalised words near the headline is as often a section or a service as a
person. So it counts only with other evidence: its date, a biography, a label on the line above, or
a common given name. Chinese and Japanese names need a common family name.
"""

import re

from extractor.fields.metadata import Metadata
from extractor.fields.name_words import (
    GIVEN,
    JAPANESE,
    JAPANESE_SHORT,
    PARTICLES,
    SURNAMES,
    TOPICS,
)
from extractor.fields.names import Names, is_full, names_in
from extractor.fields.site import SiteNames, letters
from extractor.languages.tables import alternatives
from extractor.page.blocks import Blocks
from extractor.page.sentences import ends_sentence

# Lines around the headline in which a bare name may be the author's, and in which a date beside it
# is enough.
_BEFORE = 3
_LONE = 8
_CLOSE = 4
_MAX_LINE_LENGTH = 50
_MAX_DATED_LENGTH = 120
_DATE_FIRST = re.compile(
    r"(?:[^|•·–—]{0,12}|[^|•·–—\d]{0,24}\d\d?(?:st|nd|rd|th)?[., ]{1,2}(?:[^\W\d_]{3,10}[., "
    r"]{1,2})?)"
    r"(?<!\d)(?:19|20)\d\d(?:[-./]\d\d?){0,2}(?:[, ]{1,2}\d\d?:\d\d(?:\s?(?:[AaPp]\.?[Mm]\b\.?"
    r"|Uhr))?"
    r"(?:\s(?:(?:GMT|UTC)[+-]\d\d?(?::?\d\d)?|[A-Z]{2,5}(?:[+-]\d\d?(?::?\d\d)?)?(?=\s?["
    r"|•·–—,-])))?)?\s?[|•·–—,-]?\s?"
)
"""The date at the start of a line with its time of day and zone, and a separator after it."""
_SOURCE_FIRST = re.compile(
    rf"(?:{alternatives('names.source')})\s?(?::\s|：\s?)[^|•·:\d]{{2,60}}?"
    r"(?=(?:[^\W\d_]{3,10}\.?\s)?\d)",
    re.IGNORECASE,
)
"""The source before a date at the start of a line, as agencies write it."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_YEAR_OR_AGO = re.compile(
    rf"{_YEAR.pattern}|^(?:{alternatives('forum_dates.relative_before')})\s\d|"
    rf"^\d{{1,2}}\s\w{{3,9}}\s(?:{alternatives('names.ago')})\b|"
    rf"^(?:{alternatives('names.recent_days')})\b.{{0,3}}\d{{1,2}}[:.h]\d\d",
    re.IGNORECASE,
)
"""A year, or the beginning of a line with a relative time."""
_LABEL = re.compile(rf"(?:{alternatives('names.label_line')})\s?[:：]?", re.IGNORECASE)
"""A line that is only a label: the names are on the lines below it."""
_MAX_BELOW = 8
"""Lines below the headline in which a name may stand alone."""
_WORD_AND_WORK = re.compile(r"(?-i:[A-Z])\w{1,20}\s?[-–|·,]\s\w")
"""Below a label, a given name alone with the person's work: "Maya - Product marketer"."""
_INITIALS = 3
"""Letters of a line between a label and a name, such as the initials in place of a portrait."""
_TITLES = frozenset(("dr", "prof", "mr", "mrs", "ms", "sir", "dame", "rev"))
_ROUND_A_WORD = ".,;:!?()'’\"“”„«»"
"""Signs beside a word that are no part of it."""
_AFTER_NAME = re.compile(r"\s*(?:$|[|•·–—,(/-])")
_TEAM = re.compile(
    r"(?:(?:(?:written|posted|published)\s)?by\s)?(?P<name>(?:(?:the"
    r"|our)\s)?(?-i:(?:[A-Z][\w&'’.]*\s){0,3})"
    r"(?:team|staff|editors|editorial team|newsroom|news desk|redaktion))(?:\s[\d|•·–—-].*)?",
    re.IGNORECASE,
)
_HOUSE = re.compile(rf"\b(?:{alternatives('names.houses')})\b", re.IGNORECASE)
"""A word in the name of an agency or an office."""
_JOINT = re.compile(rf"\s*[,;&]\s*|\s(?:{alternatives('names.and')}|a|&)\s")
_PLACE = re.compile(
    rf"^,?\s(?:{alternatives('names.reports_from')})\s(?-i:[A-ZÀ-ÝА-Я])[\w-]*$|^, redak\w*$",
    re.IGNORECASE,
)
"""Where somebody reports from, or for whom, after the name."""
_HAN = rf"(?:[{SURNAMES}][\u4e00-\u9fff]{{1,2}})"
_SHORT = (
    rf"(?:[{JAPANESE_SHORT}](?:[\s\u3000][\u3041-\u30ff\u4e00-\u9fff]{{1,3}}"
    r"|[\u3041-\u30ff\u4e00-\u9fff]{2}))"
)
_KANJI = rf"(?:(?:{'|'.join(JAPANESE)})[\s\u3000]?[\u3041-\u30ff\u4e00-\u9fff]{{1,3}}|{_SHORT})"
_SPACED = re.compile(
    rf"(?P<family>{'|'.join((*JAPANESE, *JAPANESE_SHORT))})[\s\u3000]"
    r"(?P<given>[\u3041-\u30ff\u4e00-\u9fff]{1,3})"
)
"""A Japanese name with a blank inside, which separates persons in Chinese."""
_EASTERN = re.compile(rf"(?:{_HAN}|{_KANJI})(?:[\s\u3000、,，]{{1,2}}(?:{_HAN}|{_KANJI})){{0,3}}")
_EASTERN_DATE = re.compile(
    r"(?:19|20)\d\d\s?[-/.年]\s?\d\d?(?:\s?[-/.月]\s?\d\d?日?)?(?:[（(][日月火水木金土一二三四五六][）)])?"
    r"(?:[T\s]*\d\d?[:：時时点]\d\d分?(?:[:：]\d\d)?(?:更新)?)?|\d{1,2}\s?(?:小时|小時|分钟|分鐘|天|時間|分|日)前"
)
_PARTS = re.compile(r"\s+[|·•–—-]\s+|\s*[|•]\s*")
_RIGHTS = re.compile(
    r"^(?:copyright\b|©|\(c\))?[\s\d©–-]*|(?:[,.]? all rights reserved.*)$", re.IGNORECASE
)
_INITIAL = re.compile(r"\s\w\.?\s")
_RUNNING = 60
"""Fewest characters of a line of running text."""
_NAME_WORDS = 2
"""Words of a person's name without initials. The names of sites that contain a person's are longer.
"""
_IN_HOST = 4
"""Letters of a word of a name that identify it in a host's name."""
_MAX_LINES = 60
"""Lines at the start and at the end of the page that may name the owner of the site."""
_EASTERN_PARTS = re.compile(r"\s{2,}|[|｜/／·•●\[\]【】〔〕]|\u3000{1,4}|\s")
_NO_NAME = re.compile(
    rf"(?:{alternatives('persons.no_family_ends')})$|^(?:{alternatives('persons.no_family')})"
)
"""Sections, sources and cities that begin like a family name."""


def find_lone(
    blocks: Blocks, headline: int, site: SiteNames, end: int = -1, start: int = -1
) -> Names:
    """Return the names on a line of their own, or with their date, near the line of the
    headline.

    In the text, whose first line is ``start``, are also those of people whom it quotes, without a
    date. Below it, whose last line is ``end``, commenters have their names and dates. -1 is not
    known.
    """
    lines = blocks.lines
    after = min(len(lines), headline + _LONE)
    if end > headline:
        after = min(after, end + 1)
    for index in range(max(0, headline - _BEFORE), after):
        if index == headline:
            continue
        linked = blocks.linked[index]
        names = _eastern(lines, index, headline, linked == 0)
        names = names or _lone(lines, index, headline, linked)
        if not names or site.is_of(", ".join(names)):
            continue
        is_quoted = index > start >= 0 and any(map(is_running, lines[start:index]))
        # A name below running text is that of a speaker, unless a date beside it makes it a byline.
        if not is_quoted or _has_date(lines, index):
            return names
    return ()


def is_running(line: str) -> bool:
    """Return whether a line is a paragraph of running text."""
    return len(line) >= _RUNNING and ends_sentence(line)


def _has_date(lines: list[str], index: int) -> bool:
    return bool(_YEAR_OR_AGO.search(lines[index])) or _is_dated(lines, index)


def find_below_label(blocks: Blocks, headline: int) -> Names:
    """Return the names on the lines below a line that is only a label such as "Written by": the
    first after the title.

    Labels of other stories come with their names in several places. So those far from the headline
    count only if the page has one such label.
    """
    lines = blocks.lines
    found: list[Names] = []
    for index in range(max(0, headline - _BEFORE), len(lines) - 1):
        if is_label(lines[index]):
            names = _below(lines, index + 1)
        else:
            names = ()
        if names and index - headline <= 2 * _LONE:
            return names
        if names:
            found.append(names)
    if len(set(found)) == 1:
        return found[0]
    return ()


def find_team(lines: list[str], headline: int) -> str:
    """Return the team that a line near the headline names in place of a person, or ""."""
    near = lines[max(0, headline - _CLOSE) : headline + _CLOSE + 1]
    return next(filter(None, map(team_in, near)), "")


def team_in(line: str) -> str:
    """Return the team that a line consists of, perhaps after "by" and before a date, or ""."""
    match = _TEAM.fullmatch(line) if len(line) <= _MAX_LINE_LENGTH else None
    # "Team" or "Staff" alone names none.
    if match and " " in match["name"]:
        return match["name"]
    return ""


def find_site(lines: list[str], headline: int, site: SiteNames) -> str:
    """Return the name of the site if it is in the place of an author's: after the headline and
    beside a date.
    """
    for line in lines[headline + 1 : headline + _CLOSE]:
        parts = _PARTS.split(line) if len(line) <= _MAX_LINE_LENGTH else []
        if len(parts) > 1 and _YEAR.search(line):
            named = next(filter(site.is_named, parts), "")
            if named:
                return named
    return ""


def find_owner(lines: list[str], metadata: Metadata) -> str:
    """Return the person whose name is in the address of the site and on the page: a blog of one
    author; else "".
    """
    host = letters(metadata.host)
    offered = (
        metadata.site_name,
        *_PARTS.split(metadata.title),
        *lines[:_MAX_LINES],
        *lines[-_MAX_LINES:],
    )
    for line in offered:
        if len(line) > _MAX_LINE_LENGTH:
            continue
        name = _RIGHTS.sub("", line).strip(" .")
        is_person = is_capitalised(name) and is_known(name)
        if not is_person or len(_INITIAL.sub(" ", name).split()) != _NAME_WORDS:
            continue
        long_words = (word for word in name.split() if len(word) >= _IN_HOST)
        if any(letters(word) in host for word in long_words):
            return name
    return ""


def is_label(line: str) -> bool:
    """Return whether a line only says that an author follows, such as "Written by"."""
    return len(line) <= _MAX_LINE_LENGTH and bool(_LABEL.fullmatch(line))


def is_known(name: str) -> bool:
    """Return whether a name begins with a common given name, perhaps after an academic title."""
    words = [word for word in name.replace(".", " ").split() if word.lower() not in _TITLES]
    first = words[0].lower() if words else ""
    return len(words) >= 2 and (first in GIVEN or first.partition("-")[0] in GIVEN)


def _lone(lines: list[str], index: int, headline: int, linked: int) -> Names:
    line = _without_source(lines[index])
    date = _DATE_FIRST.match(line)
    # A name before the date looks like the day of the week.
    after_date = line[date.end() :] if date else line
    if after_date or not all(map(is_known, names_in(line))):
        line = after_date

    # The line is a list of names, with a date, a place or nothing after it.
    names = names_in(line) if len(line) < _MAX_LINE_LENGTH else ()
    rest = _after_names(line, names)
    if not names or not all(map(is_capitalised, names)) or rest is None:
        return ()
    rest = _PLACE.sub("", rest)
    text = ", ".join(names)
    if rest.lstrip().startswith((":", "：")) or _HOUSE.search(text):
        return ()  # the label of a fact, or an agency

    is_known_person = linked == 0 and all(map(is_known, names)) and bool(_AFTER_NAME.match(rest))
    if is_known_person:
        return names

    # Anybody else is the author only near the headline and beside a date.
    is_topic = any(name.lower().rpartition(" ")[2] in TOPICS for name in names)
    if is_topic or lines[headline] in names or _has_common_word(names, lines):
        return ()
    first_near = -_CLOSE // 2 if date else 0
    if not first_near < index - headline <= _CLOSE:
        return ()
    if date or _YEAR.search(rest):
        return names
    if rest:
        return ()
    if _is_dated(lines, index):
        return names
    # The name may come twice before its date.
    is_repeated = text in lines[index + 1 : index + 2]
    if is_repeated and _is_dated(lines, index + 1, _CLOSE):
        return names
    return ()


def _has_common_word(names: Names, lines: list[str]) -> bool:
    """Return whether running text of the page writes a word of a name in small letters: those of
    sections, labels and headlines are common words, those of persons hardly ever.
    """
    words = {word.strip(_ROUND_A_WORD).lower() for word in " ".join(names).split()}
    words -= _TITLES | PARTICLES
    for line in filter(is_running, lines):
        if any(word.strip(_ROUND_A_WORD) in words for word in line.split()):
            return True
    return False


def _after_names(line: str, names: Names) -> str | None:
    """Return what follows the names of a list at the start of a line, or None if it does not begin
    with them.
    """
    rest = line
    for index, name in enumerate(names):
        before, found, after = rest.partition(name)
        is_next = _JOINT.fullmatch(before) if index else not before
        if not found or not is_next:
            return None
        rest = after
    return rest


def _without_source(line: str) -> str:
    """Return a line without the source before its date."""
    source = _SOURCE_FIRST.match(line)
    if source:
        return line[source.end() :]
    return line


def _eastern(lines: list[str], index: int, headline: int, is_plain: bool) -> Names:
    """Return Chinese or Japanese names: beside their date, or alone and unlinked right after the
    headline.
    """
    line = lines[index]
    if line.isascii() or len(line) > _MAX_DATED_LENGTH:
        return ()
    is_below = 0 < index - headline <= _CLOSE
    if is_below and is_plain and _looks_eastern(line):
        # Two characters may be any word, unless the headline or a date is beside them.
        is_certain = len(line) > 2 or index - headline == 1 or _is_dated(lines, index)
        return _read(line) if is_certain else ()
    date = _EASTERN_DATE.search(line)
    if not date:
        return ()
    beside = (line[: date.start()], line[date.end() :])
    pieces = [part.strip() for part in beside]
    for part in beside:
        pieces += _EASTERN_PARTS.split(part)
    for piece in pieces:
        if _looks_eastern(piece) and (names := _read(piece)):
            return names
    return ()


def _looks_eastern(text: str) -> bool:
    """Return whether a text has the form of a Chinese or Japanese name and is no common word."""
    return bool(_EASTERN.fullmatch(text)) and not _NO_NAME.search(text)


def _read(text: str) -> Names:
    return names_in(_SPACED.sub(r"\g<family>\g<given>", text))


def _below(lines: list[str], start: int) -> Names:
    found: list[str] = []
    for line in lines[start : start + _MAX_BELOW]:
        if not found and len(line) <= _INITIALS and line.isupper():
            continue
        if found and is_label(line):
            continue
        names = names_in(line) if len(line) <= _MAX_LINE_LENGTH else ()
        if not names:
            break
        if not found and len(names) == 1 and _WORD_AND_WORK.match(line):
            return names
        if not line.startswith(names[0]) or not all(map(_may_be_listed, names)):
            break
        # What follows a first name may be anything in capitals, so it must be a known name.
        if found and not all(map(is_known, names)):
            break
        found += names
    return tuple(dict.fromkeys(found))


def _may_be_listed(name: str) -> bool:
    return is_full(name) and (is_capitalised(name) or not name.isascii())


def _is_dated(lines: list[str], index: int, after: int = 1) -> bool:
    """Return whether a line next to this one, or up to ``behind`` lines after it, is a date."""
    beside = lines[max(0, index - 1) : index] + lines[index + 1 : index + 1 + after]
    return any(len(line) < _MAX_DATED_LENGTH and _YEAR_OR_AGO.search(line) for line in beside)


def is_capitalised(name: str) -> bool:
    """Return whether a name has two to four words, of which the first and the last begin with a
    capital.
    """
    words = name.split()
    return 2 <= len(words) <= 4 and words[0][0].isupper() and words[-1][0].isupper()
