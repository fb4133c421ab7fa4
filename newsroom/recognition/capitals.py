"""Find names in scripts with capitals: by capitals inside sentences, and by the words around them.

Each run of words with capitals is a candidate. What speaks for a person, an organisation or a place
is counted in points; the kind with the most wins. Then the document must agree with itself: who was
named in full is meant by the surname alone.
"""

from collections.abc import Sequence

import regex

from newsroom.recognition.candidates import Candidates
from newsroom.recognition.known import known
from newsroom.recognition.mentions import Kind, Mention
from newsroom.recognition.read_text import KINDS, ReadText, WordRun
from newsroom.recognition.signs import Signs
from newsroom.recognition.words import NameWords

_MIN_POINTS = 2.0
"""Least points of a name."""
_CLOSE = 1.0
"""How many points less than a short form of its own the full name may have that it stands for."""
_BASE = 0.25
_OF_POINT = 0.1
_OF_LEAD = 0.05
"""The confidence of a name without points, what each point adds, and what each point adds by which
its kind leads the next one.
"""
_INSIDE = regex.compile(r"\.(?=[^\s\w]|\s+\p{Ll})")


def find(text: str, words: NameWords, language: str) -> list[Mention]:
    """Return the names in a text in order."""
    read, listed = ReadText(text, words), known(language)
    runs = list(Candidates(read, words, listed).runs())
    signs = Signs(read, words, listed)
    for run in runs:
        signs.judge(run)
    _agree(runs, read, words)
    found = [_mention(run, read, words) for run in runs]
    return [each for each in found if each]


def _agree(runs: Sequence[WordRun], read: ReadText, words: NameWords) -> None:
    """Let short forms mean what the full one does that stands elsewhere in the text."""
    full: dict[str, WordRun] = {}
    for run in runs:
        kind, points = run.best()
        if points < _MIN_POINTS:
            continue
        for form in _forms(run, kind, read, words):
            if form not in full or points > full[form].best()[1]:
                full[form] = run
    for run in runs:
        other = full.get(read.name(run))
        if other is None or other is run:
            continue
        kind, points = other.best()
        if points > run.best()[1] - _CLOSE:
            run.points[kind] = max(run.points[kind], points)
            run.meant = read.name(other) if kind == "person" else ""


def _forms(run: WordRun, kind: Kind, read: ReadText, words: NameWords) -> set[str]:
    """Return how a text calls what it has named in full."""
    name = read.name(run)
    parts = [each.text for each in read.tokens[run.first : run.last] if each.word]
    if len(parts) == 1 or kind == "place":
        return {name}
    short = parts[-1] if kind == "person" else parts[0]
    forms = {name}
    if short.lower() not in words.common:
        forms.add(short)
    if kind != "org":
        return forms
    if parts[-1].lower() in words.company:
        # "Dominion Textile" of "Dominion Textile Inc"
        forms.add(name.rpartition(" ")[0])
    initials = "".join(each[0] for each in parts if each[0].isupper())
    return forms | {initials}


def _mention(run: WordRun, read: ReadText, words: NameWords) -> Mention | None:
    kind, points = run.best()
    if points < _MIN_POINTS:
        return None
    second = max(run.points[each] for each in KINDS if each != kind)
    lead = points - second
    start = read.tokens[run.first].start
    end = read.tokens[run.last - 1].end
    if read.key(run.last) == "." and read.key(run.last - 1) in words.company:
        # At the end of a sentence the dot ends that.
        end += _INSIDE.match(read.text, end) is not None
    confidence = min(1.0, _BASE + _OF_POINT * points + _OF_LEAD * lead)
    return Mention(start, end, run.meant or read.name(run), kind, confidence)
