"""Tell the lines above a text that list its facts: when, where and by whom it was published.

What such a line looks like tells it from a sentence of the same length: it is cut into pieces by
labels with colons, by bars or by the blanks of Chinese and Japanese, and no piece is a sentence.
"""

import re
from collections.abc import Sequence

from extractor.dates.date_matches import DateMatch
from extractor.languages.tables import alternatives

_MAX_LENGTH = 200
"""Most characters of a line of facts. Five labels with names as long as those of ministries fit."""
_WORD_START = (
    r"(?:(?<![^\W\d_])|(?<=[\u3040-\u9fff])|(?-i:(?<=[^\W\d_])(?=[A-Z\u00c0-\u00dd\u0410-\u042f])))"
)
"""Where a word starts, also one that follows another without a blank: style sheets part them."""
_LABEL = re.compile(
    rf"{_WORD_START}(?:(?P<origin>{alternatives('facts.origin')})|{alternatives('facts.other')}"
    rf"|(?P<dated>{alternatives('labels.published')}|{alternatives('labels.modified')})\w{{0,9}})"
    r"(?:\s\w{1,3})?(?:(?<=[:：])|\s?[:：])",
    re.IGNORECASE,
)
"""A label and its colon, between them perhaps one short word as in "Posted on:"."""
_DATED = re.compile(
    rf"(?:\w{{1,8}}\s)?(?:{alternatives('labels.published')}|{alternatives('labels.modified')})"
    r"\w{0,9}(?:\s\w{1,3})?",
    re.IGNORECASE,
)
"""The label of a date without a colon: "Last updated", "Posted on"."""
_OPENING = re.compile(
    rf"\W*(?:[\u4e00-\u9fff]{{2}})?(?:{alternatives('facts.origin')})\s?[:：]", re.IGNORECASE
)
"""A label of author, editor or source at the start of a line, in Chinese with a word before it."""
_COLON = re.compile(r"(?<!\d)[:：](?!//)|[:：](?![\d/])")
"""A colon that is in neither a time nor an address."""
_SENTENCE = re.compile(r"(?:[^\W\d_]{4}|[\uac00-\ud7a3])[.!?…][\"'”’»)]*(?:\s|$)|[。！？；，]")
"""The end of a sentence, unlike the dots of "Nov." and "J. Smith"; in Chinese and Japanese also a
comma.
"""
_BARS = re.compile(r"\s*[|｜·•●\[\]【】]\s*|\s[-–—/]\s")
_CUTS = re.compile(rf"{_BARS.pattern}|\s*[,;—–]\s*")
_GAPS = re.compile(r"[\s|｜·•●/／\[\]【】（）()]+")
"""What parts the facts of a line in Chinese or Japanese, whose words have no blanks."""
_HAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_MAX_PIECE = 16
"""Most characters of a fact in Chinese or Japanese; the names of media have ten."""
_HAN_CUTS = re.compile(rf"{_GAPS.pattern}|[、,&]")
_MAX_PERSON = 4
"""Most characters of the name of a person in Chinese. Those of media are longer."""
_MEDIUM = re.compile(
    rf"(?:{alternatives('bylines.houses')}|{alternatives('facts.media')})[”\"』」》]?$"
)
"""The end of the name of a medium or an office."""
_ELISION = re.compile(r"^\w{1,2}['’]")
"""An article before a name, as in "d'Elmsworth"."""
_MAX_WORDS = 7
"""Most words of a name, of a person or a house, with the word for "by"."""
_SHORT_WORD = 3
"""Most letters of a small word inside names: "of", "the", "von"."""
_COUNTED = 3
"""Most words of a count, such as "5 min read"."""


def is_sentence(text: str) -> bool:
    """Return whether a line is running text, which lists no facts."""
    return len(text) > _MAX_LENGTH or bool(_SENTENCE.search(text))


def is_line_of_facts(text: str, dates: Sequence[DateMatch]) -> bool:
    """Return whether a line only lists facts; ``dates`` are those in it."""
    if is_sentence(text):
        return False
    if not _COLON.search(text):
        return bool(dates) and _is_list(_without(dates, text), least=2)
    if not _is_labelled(text):
        return False
    first = _LABEL.search(text)
    end = first.start() if first else len(text)
    before = [moment for moment in dates if first and moment.start < end]
    if dates and _is_list(_without(before, text[:end]), least=0):
        return True
    return bool(_OPENING.match(text)) and not tells_behind_label(text, dates)


def is_fact(text: str) -> bool:
    """Return whether a line may be in a box of facts beside a date: a label with its value, names
    or a count.
    """
    if is_sentence(text):
        return False
    if _COLON.search(text):
        label = _LABEL.match(text)
        return bool(label and not label["dated"]) and _is_labelled(text)
    return _is_list(text, least=1)


def tells_behind_label(text: str, dates: Sequence[DateMatch]) -> bool:
    """Return whether a line that begins with the label of an author or a source tells something,
    such as the question of an interview, in place of names and counts.
    """
    if not _OPENING.match(text):
        return False
    values = _LABEL.sub(" | ", _without(dates, text))
    if _HAN.search(values) and not _HANGUL.search(values):
        return not all(map(_is_name_in_han, _HAN_CUTS.split(values)))
    words = " ".join(_CUTS.split(values)).split()
    # Names begin with a capital, but for "von" and "of" in them.
    firsts = [_ELISION.sub("", word)[:1] for word in words if len(word) > _SHORT_WORD]
    return any(map(str.islower, firsts))


def _is_name_in_han(piece: str) -> bool:
    return len(piece) <= _MAX_PERSON or not _HAN.search(piece) or bool(_MEDIUM.search(piece))


def _is_labelled(text: str) -> bool:
    """Return whether a known label is before each colon."""
    return len(_LABEL.findall(text)) >= len(_COLON.findall(text))


def _without(dates: Sequence[DateMatch], text: str) -> str:
    """Return a line with a bar in place of each date."""
    for moment in reversed(dates):
        text = f"{text[: moment.start]} | {text[moment.start + len(moment.raw) :]}"
    return text


def _is_list(rest: str, least: int) -> bool:
    """Return whether a text consists of at least so many names and counts."""
    if _HAN.search(rest) and not _HANGUL.search(rest):
        pieces = [piece for piece in _GAPS.split(rest) if piece]
        return len(pieces) >= least and all(len(piece) <= _MAX_PIECE for piece in pieces)
    pieces = [piece for piece in _CUTS.split(rest) if piece.strip()]
    return len(pieces) >= least and all(map(_is_item, pieces))


def _is_item(piece: str) -> bool:
    """Return whether a piece is a name, perhaps after "by", or a count, and no running text."""
    words = piece.split()
    is_count = words[0][0].isdigit() and len(words) <= _COUNTED
    if is_count or _DATED.fullmatch(piece):
        return True
    if len(words) > _MAX_WORDS:
        return False
    long_words = (word for word in words if len(word) > _SHORT_WORD)
    return all(word[0].isupper() or word[0].isdigit() for word in long_words)
