"""Find names in scripts with capitals: by capitals inside sentences, and by the words around them.

Each run of words with capitals is a candidate. What speaks for a person, an organisation or a place
is counted in points; the kind with the most wins. Then the document must agree with itself: who was
named in full is meant by the surname alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import regex

from newsroom.recognition.mentions import Kind, Mention
from newsroom.recognition.places import cities, countries
from newsroom.recognition.words import Words, given_names
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
# A run with fewer points is no name.
_MIN_POINTS = 2.0
_MAX_WORDS = 8
_SHORT = 2
# What is sure by the points of a kind, and by its lead over the next one.
_BASE, _OF_POINT, _OF_LEAD = 0.25, 0.1, 0.05
_ACRONYM = regex.compile(r"\p{Lu}[\p{Lu}&]{1,5}")
_INITIAL = regex.compile(r"(?:\p{Lu}\.?)+")
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


def find(text: str, words: Words, language: str) -> list[Mention]:
    """Return the names in a text in order."""
    return _Reader(text, words, language).mentions()


class _Reader:
    def __init__(self, text: str, words: Words, language: str) -> None:
        self._text, self._words = text, words
        self._countries = countries(language)
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
        if pair in self._countries or pair.lower() in words.known_places:
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
                run.points["person"] += 4
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
        pair = f"{self._tokens[first - 1].key} {self._tokens[first].key}" if first < last else ""
        known = self._words.known_places | self._words.known_organisations
        return pair in known or any(each.key in heads for each in self._tokens[first:last])

    # What they are

    def _judge(self, run: _Run) -> None:
        tokens = self._tokens[run.first : run.last]
        keys = [each.key for each in tokens]
        name = self._name(run)
        self._by_form(run, tokens, keys, name)
        self._by_lists(run, keys, name)
        self._by_neighbours(run, keys)

    def _name(self, run: _Run) -> str:
        text = self._text[self._tokens[run.first].start : self._tokens[run.last - 1].end]
        return " ".join(text.split())

    def _by_form(self, run: _Run, tokens: Sequence[_Token], keys: Sequence[str], name: str) -> None:
        points, words = run.points, self._words
        last = keys[-1]
        inner = set(keys)
        if last in words.company:
            points["org"] += 6
        if inner & words.organisations:
            points["org"] += 3.5 if len(keys) > 1 else -1
        if len(keys) > 1 and last in words.organisations:
            points["person"] -= 2
        if "&" in name or (inner & words.joins and keys[0] in words.of_heads):
            points["org"] += 2
        if len(keys) == 1 and _ACRONYM.fullmatch(name):
            points["org"] += 1.5
        if len(keys) > 1 and (last in words.places or keys[0] in words.places_first):
            points["place"] += 4
        if len(keys) == 1 and inner <= words.common | words.company | words.titles:
            points["person"] -= 3
            points["org"] -= 7
        if len(keys) == 1 and not inner & words.common:
            points["org"] += 1
        plain = [each for each in tokens if each.word]
        if 2 <= len(plain) <= 4 and not inner & words.common:
            points["person"] += 1.5
        if len(plain) > 2 and any(_INITIAL.fullmatch(each.text) for each in plain[:-1]):
            points["person"] += 2
        if last in words.suffixes:
            points["person"] += 3

    def _by_lists(self, run: _Run, keys: Sequence[str], name: str) -> None:
        points, words = run.points, self._words
        whole = name.lower().rstrip(".")
        if name in self._countries or whole in words.known_places:
            points["place"] += 6
        elif name in cities() and whole not in words.common:
            points["place"] += 3
        if whole in words.known_organisations:
            points["org"] += 6
        if keys[0] in given_names():
            points["person"] += 3 if len(keys) > 1 else 1

    def _by_neighbours(self, run: _Run, keys: Sequence[str]) -> None:
        points, words = run.points, self._words
        before, after = self._key(run.first - 1), self._key(run.last)
        further = self._key(run.last + 1)
        if before in words.place_before:
            points["place"] += 1.5
        if before == "the":
            points["org"] += 1
            points["person"] -= 2
        if before in words.roles:
            points["person"] += 3
        office = self._key(run.first - 3 if before == "the" else run.first - 2)
        link = self._key(run.first - 2) if before == "the" else before
        if link in words.of_role and office in words.roles:
            points["org"] += 2.5
        if after in words.roles:
            points["org"] += 2.5
        if after == "," and further == "which":
            points["org"] += 2
        if before in words.said or after in words.said:
            points["person"] += 1.5 if len(keys) > 1 else 1
            points["org"] += 1
        if after == "," and self._is_role_after(run.last + 1):
            points["person"] += 2.5
        if after == "," and (_AGE.fullmatch(further) or further == "who"):
            points["person"] += 3
        if after == "," and further in words.after_place:
            points["place"] += 4
        if after == "," and further.title() in self._countries:
            points["place"] += 3

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
            known = full.get(self._name(run))
            if known is None or known is run:
                continue
            kind, points = known.best()
            if points > run.best()[1] - 1:
                run.points[kind] = max(run.points[kind], points)
                run.meant = self._name(known) if kind == "person" else ""

    def _forms(self, run: _Run, kind: Kind) -> set[str]:
        """Return how a text calls what it has named in full."""
        name = self._name(run)
        words = [each.text for each in self._tokens[run.first : run.last] if each.word]
        if len(words) == 1 or kind == "place":
            return {name}
        short = words[-1] if kind == "person" else words[0]
        forms = {name} if short.lower() in self._words.common else {name, short}
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
            end += self._text[end : end + 1] == "."
        confidence = min(1.0, _BASE + _OF_POINT * points + _OF_LEAD * (points - second))
        return Mention(start, end, run.meant or self._name(run), kind, confidence)


def _tokens(text: str, words: Words) -> Iterator[_Token]:
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
