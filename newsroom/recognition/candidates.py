"""Find the words of a text that may be names: runs with capitals, without titles and offices."""

from collections.abc import Iterator, Mapping

from newsroom.recognition.mentions import Kind
from newsroom.recognition.read_text import ReadText, WordRun, WordToken
from newsroom.recognition.words import NameWords, given_names
from newsroom.stop_words import STOP_WORDS

_OF_TITLE = 4.0
"""Points of a person for a title, which is cut off the name."""
_MAX_WORDS = 8
"""Most words of a name. Longer runs are headlines and lists."""
_SHORT = 2
"""Most letters of a word before a dot that is taken for shortened, such as "St." in "St. Louis"."""


class Candidates:
    """The runs of words of a text that may be names; ``known`` are those that lists have."""

    def __init__(self, read: ReadText, words: NameWords, known: Mapping[str, Kind]) -> None:
        self._text, self._tokens = read.text, read.tokens
        self._small, self._inside = read.small, read.inside
        self._words = words
        self._known = known

    def runs(self) -> Iterator[WordRun]:
        """Yield them in order."""
        for first, last in self._candidates():
            yield from self._parts(first, last)

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
        # Every sentence begins with a capital: only a word that is hardly ever small may be a name.
        if token.key not in self._words.common and token.key not in self._small:
            return True
        follows = at + 1 < len(self._tokens) and self._continues(at + 1)
        return follows and self._proper_start(at)

    def _proper_start(self, at: int) -> bool:
        """Return whether a common word at the start of a sentence belongs to the name after it:
        "General Motors", but not "Yesterday Reagan".
        """
        words, token = self._words, self._tokens[at]
        pair = f"{token.text} {self._tokens[at + 1].text}"
        if pair in self._known:
            return True
        if token.text in self._inside or token.key in words.places_first:
            return True
        end = at + 1
        while end < len(self._tokens) and self._continues(end):
            end += 1
        inner = {each.key for each in self._tokens[at + 1 : end]}
        institution = words.organisations | words.company
        # "The Bank", "Recently Acme Corp": these open a sentence, whatever follows.
        if token.key in STOP_WORDS or token.key.endswith("ly"):
            return False
        return bool(inner & institution)

    def _nameable(self, token: WordToken) -> bool:
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
        last = tokens[at - 1]
        short = len(last.text) <= _SHORT or head in words.titles | words.abbreviations
        if key == "." and short and last.end == token.start:
            # "Sen. Smith", "St. Louis".
            if after.capital and self._nameable(after):
                return 1
            return 0
        heads = {each.key for each in tokens[start:at]}
        if key in words.joins and head in words.of_heads:
            step = 1 + (after.key == "the")
            goes_on = at + step < len(tokens) and tokens[at + step].capital
            return step if goes_on else 0
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
        if heads & words.company:
            # "Acme Corp and Northern Bank" are two.
            return False
        return after[-1] in institution and set(after) <= ordinary

    def _parts(self, first: int, last: int) -> Iterator[WordRun]:
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
            run = WordRun(first, last)
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
        if first < last:
            pair = f"{self._tokens[first - 1].text} {self._tokens[first].text}"
        else:
            pair = ""
        return pair in self._known or any(each.key in heads for each in self._tokens[first:last])
