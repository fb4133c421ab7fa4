"""Find names in scripts with capitals: by capitals inside sentences, and by the words around them.

Each run of words with capitals is a candidate. What speaks for a person, an organisation or a place
is counted in points; the kind with the most wins. Then the document must agree with itself: who was
named in full is meant by the surname alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import regex

from newsroom.recognition.known import cities, known
from newsroom.recognition.mentions import Kind, Mention
from newsroom.recognition.words import NameWords, given_names
from newsroom.stop_words import STOP_WORDS

_TOKEN = regex.compile(
    r"""(?V1) (?P<word> (?: \p{Lu}\. ){2,} | \p{Lu}\. (?= [ ] \p{Lu} )
              | \p{L}[\p{L}\p{M}\p{N}]* (?: [-'’&] (?! [sS]\b) \p{L}[\p{L}\p{M}\p{N}]* )* )
    | (?P<end> [.!?:;\n“”"«»„•|] | `` | '' | -- | [–—] )
    | (?P<number> \p{Nd}+ (?: [.,] \p{Nd}+ )* )
    | (?P<other> ['’][sS]\b | [^\s] )""",
    regex.VERBOSE,
)
_KINDS: tuple[Kind, ...] = ("person", "org", "place")
_POINTS: Mapping[str, Mapping[Kind, float]] = {
    # How it is written
    "company at the end": {"org": 6},
    "suffix of a person": {"person": 3},
    "joined words": {"org": 2},
    "word of organisations": {"org": 4.5},
    "organisation at the end": {"person": -4},
    "word of places": {"place": 4},
    "as long as a person's name": {"person": 3},
    "initial": {"person": 2},
    "word of organisations alone": {"org": 1},
    "acronym": {"org": 1.5},
    "common word alone": {"person": -3, "org": -7},
    "uncommon word alone": {"org": 1},
    # What lists say
    "known place": {"place": 6},
    "city": {"place": 3},
    "known org": {"org": 6},
    "known person": {"person": 4},
    "given name": {"person": 3},
    "given name alone": {"person": 1},
    # What stands around it
    "the": {"org": 1, "person": -2},
    "preposition of places": {"place": 1.5},
    "role before": {"person": 3},
    "role of it before": {"org": 2.5},
    "role after": {"org": 3.5},
    "says": {"person": 1.5, "org": 1},
    "says, alone": {"person": 1, "org": 1},
    "which": {"org": 2},
    "who, or an age": {"person": 3},
    "role after a comma": {"person": 2.5},
    "word after places": {"place": 4},
    "country after a comma": {"place": 3},
}
"""What each sign speaks for. The points were set by hand, and judged together by
``benchmarks.names``; those that were changed alone had to help on both sets of texts.
"""
_OF_TITLE = 4.0
"""Points of a person for a title, which is cut off the name."""
_MIN_POINTS = 2.0
"""Least points of a name."""
_CLOSE = 1.0
"""How many points less than a short form of its own the full name may have that it stands for."""
_MAX_WORDS = 8
"""Most words of a name. Longer runs are headlines and lists."""
_SHORT = 2
"""Most letters of a word before a dot that is taken for shortened, such as "St." in "St. Louis"."""
_MIN_PERSON_WORDS = 2
_MAX_PERSON_WORDS = 4
_BASE = 0.25
_OF_POINT = 0.1
_OF_LEAD = 0.05
"""The confidence of a name without points, what each point adds, and what each point adds by which
its kind leads the next one.
"""
_ACRONYM = regex.compile(r"\p{Lu}[\p{Lu}&]{1,5}")
# No part of a person's name: "AI Rokid", "US-based Somaltus".
_BRAND = regex.compile(r"\p{Lu}{2,}\p{Ll}?|.+-based")
_INITIAL = regex.compile(r"(?:\p{Lu}\.?)+")
_INSIDE = regex.compile(r"\.(?=[^\s\w]|\s+\p{Ll})")
_AGE = regex.compile(r"\d{1,2}")


@dataclass(slots=True)
class _Token:
    text: str
    start: int
    end: int
    word: bool
    #: A sentence begins here, or what is written like one.
    first: bool = False

    @property
    def key(self) -> str:
        return self.text.lower().rstrip(".") or self.text

    @property
    def capital(self) -> bool:
        return self.word and self.text[0].isupper()


@dataclass(slots=True)
class _Run:
    """Words ``tokens[first:last]`` that may be a name, and what speaks for each kind."""

    first: int
    last: int
    points: dict[Kind, float] = field(default_factory=lambda: dict.fromkeys(_KINDS, 0.0))
    #: The full name that it stands for.
    meant: str = ""

    def best(self) -> tuple[Kind, float]:
        kind = max(_KINDS, key=lambda each: self.points[each])
        return kind, self.points[kind]


def find(text: str, words: NameWords, language: str) -> list[Mention]:
    """Return the names in a text in order."""
    return _NameReader(text, words, language).mentions()


class _NameReader:
    def __init__(self, text: str, words: NameWords, language: str) -> None:
        self._text, self._words = text, words
        self._known = known(language)
        self._tokens = list(_tokens(text, words))
        # A word in small letters anywhere in the text is no name where a sentence begins.
        self._small = {each.text for each in self._tokens if each.word and each.text.islower()}
        self._inside = {
            each.text
            for each in self._tokens
            if each.capital and not each.first and each.key not in words.never
        }

    def mentions(self) -> list[Mention]:
        runs = [run for found in self._candidates() for run in self._parts(*found)]
        for run in runs:
            self._judge(run)
        self._agree(runs)
        found = [self._mention(run) for run in runs]
        return [each for each in found if each]

    # Candidates

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Yield runs of words with capitals, and of what may stand between them."""
        at = 0
        while at < len(self._tokens):
            if not self._may_begin(at):
                at += 1
                continue
            end = at + 1
            while end < len(self._tokens):
                if self._continues(end):
                    end += 1
                elif step := self._joined(at, end):
                    end += step
                else:
                    break
            yield at, end
            at = end

    def _may_begin(self, at: int) -> bool:
        token = self._tokens[at]
        if not token.capital or not self._nameable(token):
            return False
        if not token.first:
            return True
        if token.text in self._inside and token.key not in self._words.common:
            return True
        if token.key in self._words.titles:
            return True
        common = token.key in self._words.common or token.key in self._small
        follows = at + 1 < len(self._tokens) and self._continues(at + 1)
        return not common or (follows and self._proper_start(at))

    def _proper_start(self, at: int) -> bool:
        """Return whether a common word at the start of a sentence belongs to the name after it:
        "General Motors", but not "Yesterday Reagan".
        """
        words = self._words
        pair = f"{self._tokens[at].text} {self._tokens[at + 1].text}"
        if pair in self._known:
            return True
        if self._tokens[at].text in self._inside or self._tokens[at].key in words.places_first:
            return True
        end = at + 1
        while end < len(self._tokens) and self._continues(end):
            end += 1
        inner = {each.key for each in self._tokens[at + 1 : end]}
        institution = words.organisations | words.company
        opens = self._tokens[at].key in STOP_WORDS or self._tokens[at].key.endswith("ly")
        return not opens and bool(inner & institution)

    def _nameable(self, token: _Token) -> bool:
        key = token.key
        if key in self._words.never:
            return False
        return len(token.text) > 1 or key not in ("a", "i")

    def _continues(self, at: int) -> bool:
        token = self._tokens[at]
        return (
            token.capital
            and not token.first
            and self._beside(at)
            and (self._nameable(token) or token.key in self._words.suffixes)
        )

    def _beside(self, at: int) -> bool:
        return self._text[self._tokens[at - 1].end : self._tokens[at].start] in ("", " ", "\xa0")

    def _joined(self, start: int, at: int) -> int:
        """Return how many words without a capital go on with a name, 0 if it ends here."""
        tokens, words = self._tokens, self._words
        if at + 1 >= len(tokens):
            return 0
        token, after = tokens[at], tokens[at + 1]
        key, head = token.key, tokens[at - 1].key
        short = len(tokens[at - 1].text) <= _SHORT or head in words.titles | words.abbreviations
        if key == "." and short and tokens[at - 1].end == token.start:
            # "Sen. Smith", "St. Louis".
            return 1 if after.capital and self._nameable(after) else 0
        heads = {each.key for each in tokens[start:at]}
        if key in words.joins and head in words.of_heads:
            step = 1 + (after.key == "the")
            last = at + step
            return step if last < len(tokens) and tokens[last].capital else 0
        if key in words.and_words and self._nameable(after) and after.capital:
            joins = key == "&" or self._one_name(heads, at + 1)
            return 1 if joins else 0
        if key in words.particles and after.capital and head not in words.common:
            return 1 if self._nameable(after) else 0
        return 0

    def _one_name(self, heads: set[str], at: int) -> bool:
        """Return whether "and" is inside a name: "Securities and Exchange Commission"."""
        words = self._words
        institution = words.organisations | words.company
        ordinary = institution | words.common
        end = at
        while end < len(self._tokens) and (end == at or self._continues(end)):
            end += 1
        after = [each.key for each in self._tokens[at:end]]
        if after[-1] in words.company and len(after) == 1:
            return True
        return after[-1] in institution and set(after) <= ordinary and not heads & words.company

    # Their parts

    def _parts(self, first: int, last: int) -> Iterator[_Run]:
        """Yield the names of a run: titles and offices are none, and end one."""
        words, tokens = self._words, self._tokens
        titled = self._titles(first, last)
        first += titled
        while first < last and not tokens[last - 1].capital:
            last -= 1
        if first >= last:
            return
        if tokens[first].key in words.adjectives and not self._institution(first + 1, last):
            first += 1
        for at in range(first, last - 1):
            # A code of the stock exchange follows: "Monsanto Co MTC".
            if tokens[at].key in words.company and tokens[at + 1].key not in words.company:
                last = at + 1
                break
        if office := self._office(first, last):
            yield from self._parts(first, office)
            yield from self._parts(office, last)
        elif 0 < last - first <= _MAX_WORDS:
            run = _Run(first, last)
            if titled:
                run.points["person"] += _OF_TITLE
            yield run

    def _titles(self, first: int, last: int) -> int:
        """Return how many words at the beginning of a run are titles and offices."""
        words, at = self._words, first
        while at < last and self._tokens[at].key in words.titles | {"."}:
            whole = {each.key for each in self._tokens[at + 1 : last]}
            if whole & words.organisations and not whole & given_names():
                break
            at += 1
            if at < last and self._tokens[at].key in words.joins:
                # "Secretary of State John Kerry"
                at = min(at + 2, last)
        return at - first

    def _office(self, first: int, last: int) -> int:
        """Return where an office stands inside a run: "Goldman Sachs President Cohn"; 0 if none."""
        words, tokens = self._words, self._tokens
        for at in range(first + 1, last - 1):
            if tokens[at].key in words.titles and tokens[at].text != tokens[at].text.upper():
                return at
        return 0

    def _institution(self, first: int, last: int) -> bool:
        """Return whether words between these have what makes a name one of an organisation or
        place.
        """
        heads = self._words.organisations | self._words.company | self._words.places
        pair = f"{self._tokens[first - 1].text} {self._tokens[first].text}" if first < last else ""
        return pair in self._known or any(each.key in heads for each in self._tokens[first:last])

    # What they are

    def _judge(self, run: _Run) -> None:
        for sign in chain(self._form(run), self._lists(run), self._neighbours(run)):
            for kind, points in _POINTS[sign].items():
                run.points[kind] += points

    def _name(self, run: _Run) -> str:
        text = self._text[self._tokens[run.first].start : self._tokens[run.last - 1].end]
        return " ".join(text.split())

    def _keys(self, run: _Run) -> list[str]:
        return [each.key for each in self._tokens[run.first : run.last]]

    def _form(self, run: _Run) -> Iterator[str]:
        """Yield what the words of a name are like."""
        words = self._words
        keys = self._keys(run)
        first, last = keys[0], keys[-1]
        inner = set(keys)
        is_common = bool(inner & words.common)
        if last in words.company:
            yield "company at the end"
        if last in words.suffixes:
            yield "suffix of a person"
        if "&" in self._name(run) or (inner & words.joins and first in words.of_heads):
            yield "joined words"
        if len(keys) == 1:
            yield from self._form_of_one(keys[0], self._name(run))
        else:
            if inner & words.organisations:
                yield "word of organisations"
            if last in words.organisations:
                yield "organisation at the end"
            if last in words.places or first in words.places_first:
                yield "word of places"
        plain = [each for each in self._tokens[run.first : run.last] if each.word]
        is_like_person = not is_common and not any(_BRAND.fullmatch(each.text) for each in plain)
        if _MIN_PERSON_WORDS <= len(plain) <= _MAX_PERSON_WORDS and is_like_person:
            yield "as long as a person's name"
        if len(plain) > _MIN_PERSON_WORDS and any(
            _INITIAL.fullmatch(each.text) for each in plain[:-1]
        ):
            yield "initial"

    def _form_of_one(self, key: str, name: str) -> Iterator[str]:
        words = self._words
        if key in words.organisations:
            yield "word of organisations alone"
        if _ACRONYM.fullmatch(name):
            yield "acronym"
        if key in words.common | words.company | words.titles:
            yield "common word alone"
        if key not in words.common:
            yield "uncommon word alone"

    def _lists(self, run: _Run) -> Iterator[str]:
        """Yield which lists of names have it."""
        words = self._words
        name = self._name(run)
        if kind := self._known.get(name) or self._known.get(name.title()):
            yield f"known {kind}"
        elif name in cities() and name.lower() not in words.common:
            yield "city"
        if self._keys(run)[0] in given_names():
            yield "given name" if run.last - run.first > 1 else "given name alone"

    def _neighbours(self, run: _Run) -> Iterator[str]:
        """Yield what stands before and after the name."""
        words = self._words
        before = self._key(run.first - 1)
        is_after_the = before == "the"
        if is_after_the:
            yield "the"
        if before in words.place_before:
            yield "preposition of places"
        if before in words.roles:
            yield "role before"
        # "The president of the Ford Foundation"
        link = self._key(run.first - 2) if is_after_the else before
        office = self._key(run.first - 3) if is_after_the else self._key(run.first - 2)
        if link in words.of_role and office in words.roles:
            yield "role of it before"
        after = self._key(run.last)
        if after in words.roles:
            yield "role after"
        if before in words.said or after in words.said:
            yield "says" if run.last - run.first > 1 else "says, alone"
        if after == ",":
            yield from self._after_comma(run.last + 1)

    def _after_comma(self, at: int) -> Iterator[str]:
        key = self._key(at)
        if key == "which":
            yield "which"
        if key == "who" or _AGE.fullmatch(key):
            yield "who, or an age"
        if self._is_role_after(at):
            yield "role after a comma"
        if key in self._words.after_place:
            yield "word after places"
        if self._known.get(key.title()) == "place":
            yield "country after a comma"

    def _is_role_after(self, at: int) -> bool:
        near = [self._key(each) for each in range(at, at + 5)]
        near = near[: near.index(",")] if "," in near else near
        return any(each in self._words.roles for each in near)

    def _key(self, at: int) -> str:
        return self._tokens[at].key if 0 <= at < len(self._tokens) else ""

    # Agreement

    def _agree(self, runs: Sequence[_Run]) -> None:
        """Let short forms mean what the full one does that stands elsewhere in the text."""
        full: dict[str, _Run] = {}
        for run in runs:
            kind, points = run.best()
            if points < _MIN_POINTS:
                continue
            for form in self._forms(run, kind):
                if form not in full or points > full[form].best()[1]:
                    full[form] = run
        for run in runs:
            other = full.get(self._name(run))
            if other is None or other is run:
                continue
            kind, points = other.best()
            if points > run.best()[1] - _CLOSE:
                run.points[kind] = max(run.points[kind], points)
                run.meant = self._name(other) if kind == "person" else ""

    def _forms(self, run: _Run, kind: Kind) -> set[str]:
        """Return how a text calls what it has named in full."""
        name = self._name(run)
        words = [each.text for each in self._tokens[run.first : run.last] if each.word]
        if len(words) == 1 or kind == "place":
            return {name}
        short = words[-1] if kind == "person" else words[0]
        forms = {name} if short.lower() in self._words.common else {name, short}
        if kind == "org" and words[-1].lower() in self._words.company:
            # "Dominion Textile" of "Dominion Textile Inc"
            forms.add(name.rpartition(" ")[0])
        return forms | {self._initials(words)} if kind == "org" else forms

    def _initials(self, names: Sequence[str]) -> str:
        return "".join(each[0] for each in names if each[0].isupper())

    def _mention(self, run: _Run) -> Mention | None:
        kind, points = run.best()
        if points < _MIN_POINTS:
            return None
        second = max(run.points[each] for each in _KINDS if each != kind)
        start, end = self._tokens[run.first].start, self._tokens[run.last - 1].end
        if self._key(run.last) == "." and self._key(run.last - 1) in self._words.company:
            # At the end of a sentence the dot ends that.
            end += _INSIDE.match(self._text, end) is not None
        confidence = min(1.0, _BASE + _OF_POINT * points + _OF_LEAD * (points - second))
        return Mention(start, end, run.meant or self._name(run), kind, confidence)


def _tokens(text: str, words: NameWords) -> Iterator[_Token]:
    first, before = True, ""
    shortened = words.titles | words.abbreviations | words.company
    for found in _TOKEN.finditer(text):
        word = found["word"]
        yield _Token(found[0], found.start(), found.end(), word is not None, first)
        if found["end"]:
            first = found[0] != "." or before not in shortened
        elif word or found["number"]:
            first = False
        before = found[0].lower()
